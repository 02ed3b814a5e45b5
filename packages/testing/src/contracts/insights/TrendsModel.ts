/** Trends by the definition: for each interval, the events in it, and what is measured of them. */
import type { PastEvent } from "../experiments/History.ts"
import type { InsightWorld } from "./AskInsight.ts"
import { dayAfter, dayText, intervalOf, intervalsBetween } from "./NaiveCalendar.ts"
import { actorOf, isMeant, type RandomRange } from "./RandomInsight.ts"

/** A series of a random query. */
export interface NaiveSeries {
  readonly event: "buy" | "leave" | "view" | null
  readonly math: string
  /** Only events of this plan. */
  readonly plan: string | undefined
}

/** A random query. */
export interface NaiveTrends extends RandomRange {
  readonly series: ReadonlyArray<NaiveSeries>
  readonly breakdowns: ReadonlyArray<"$lib" | "amount" | "plan">
  readonly limit: number
  readonly hidesOther: boolean
  readonly isTotal: boolean
}

/** The numbers of a series for a value. */
export interface NaiveCurve {
  readonly order: number
  readonly values: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<number>
}

const nothing = "$$_posthog_breakdown_null_$$"
const others = "$$_posthog_breakdown_other_$$"

const numberIn = (value: unknown): number | undefined => {
  if (typeof value === "number") return value
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

const quantile = (numbers: ReadonlyArray<number>, level: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * level
  const low = sorted[Math.floor(place)] ?? 0
  return low + ((sorted[Math.ceil(place)] ?? 0) - low) * (place - Math.floor(place))
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((a, b) => a + b, 0)

const folds: Readonly<Record<string, (numbers: ReadonlyArray<number>) => number>> = {
  sum,
  avg: (numbers) => sum(numbers) / numbers.length,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
  median: (numbers) => quantile(numbers, 0.5),
  p75: (numbers) => quantile(numbers, 0.75),
  p90: (numbers) => quantile(numbers, 0.9),
  p95: (numbers) => quantile(numbers, 0.95),
  p99: (numbers) => quantile(numbers, 0.99)
}

const fold = (name: string, numbers: ReadonlyArray<number>): number =>
  numbers.length === 0 ? 0 : folds[name]?.(numbers) ?? NaN

const distinct = (values: ReadonlyArray<string | undefined>): number =>
  new Set(values.filter((value) => value !== undefined && value !== "")).size

/** Everything that a query can be answered from. */
export class TrendsModel {
  readonly world: InsightWorld
  readonly query: NaiveTrends
  readonly intervals: ReadonlyArray<string>
  readonly #days = new Map<PastEvent, string>()
  constructor(world: InsightWorld, query: NaiveTrends) {
    const { from, interval, to } = query
    const start = world.week_start_day ?? 0
    this.world = world
    this.query = query
    this.intervals = intervalsBetween(intervalOf(from, interval, start), to, interval, start)
    for (const event of world.history.events) this.#days.set(event, dayText(event.time, world.timezone ?? "UTC"))
  }
  day(event: PastEvent): string {
    return this.#days.get(event) ?? ""
  }
  interval(event: PastEvent): string {
    return intervalOf(this.day(event), this.query.interval, this.world.week_start_day ?? 0)
  }
  actor(event: PastEvent): string | undefined {
    return actorOf(this.world.history, event, this.query.group)
  }
  values(event: PastEvent): ReadonlyArray<string> {
    return this.query.breakdowns.map((key) => {
      const value = event.properties[key]
      return value === null || value === undefined || value === "" ? nothing : String(value)
    })
  }
  isOf({ event, plan }: NaiveSeries, past: PastEvent): boolean {
    return (event === null || past.name === event) && (plan === undefined || past.properties["plan"] === plan) &&
      isMeant(past, this.query)
  }
  inRange(event: PastEvent): boolean {
    const day = this.day(event)
    return day >= (this.intervals[0] ?? "") && day <= this.query.to
  }

  /** The first events of actors: those that count, each with its values. */
  firsts(series: NaiveSeries): ReadonlyArray<{ readonly event: PastEvent; readonly values: ReadonlyArray<string> }> {
    const isMatching = series.math === "first_matching_event_for_user"
    const byActor = Map.groupBy(
      this.world.history.events.filter((event) =>
        this.day(event) <= this.query.to && this.actor(event) !== undefined &&
        (isMatching ? this.isOf(series, event) : series.event === null || event.name === series.event)
      ),
      (event) => this.actor(event)
    )
    return [...byActor.values()].flatMap((events) => {
      const time = Math.min(...events.map((event) => event.time))
      const first = events.filter((event) => event.time === time)
      const [event] = first
      if (event === undefined || !this.inRange(event) || !first.some((one) => this.isOf(series, one))) return []
      const values = this.query.breakdowns.map((_, index) =>
        first.map((one) => this.values(one)[index] ?? "").toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0)[0] ?? ""
      )
      return [{ event, values }]
    })
  }

  /** The days in which an actor counts as active; undefined: the series counts the actors of its intervals alone. */
  window({ math }: NaiveSeries): number | undefined {
    const { interval, isTotal } = this.query
    if (math === "weekly_active") return isTotal || interval === "day" ? 7 : undefined
    return math === "monthly_active" && (isTotal || interval !== "month") ? 30 : undefined
  }

  /** The measure over the events. */
  measured({ math }: NaiveSeries, events: ReadonlyArray<PastEvent>): number {
    if (math.endsWith("_count_per_actor")) {
      const counts = Map.groupBy(events, (event) => this.actor(event))
      counts.delete(undefined)
      return fold(math.replace("_count_per_actor", ""), [...counts.values()].map(({ length }) => length))
    }
    switch (math) {
      case "total":
        return events.length
      case "dau":
      case "weekly_active":
      case "monthly_active":
        return distinct(events.map((event) => this.actor(event)))
      case "unique_session":
        return distinct(events.map(({ session }) => session))
      case "unique_group":
        return distinct(events.map(({ group }) => group))
      default:
        return fold(math, events.flatMap(({ properties }) => numberIn(properties["amount"]) ?? []))
    }
  }

  /** The numbers of a series of events that have one of the values. */
  numbers(series: NaiveSeries, has: (values: ReadonlyArray<string>) => boolean): ReadonlyArray<number> {
    const { query } = this
    if (series.math.startsWith("first_")) {
      const firsts = this.firsts(series).filter(({ values }) => has(values))
      return query.isTotal
        ? [firsts.length]
        : this.intervals.map((one) => firsts.filter(({ event }) => this.interval(event) === one).length)
    }
    const events = this.world.history.events.filter((event) => this.isOf(series, event) && has(this.values(event)))
    const days = this.window(series)
    if (days !== undefined) {
      const until = (last: string) =>
        distinct(
          events.filter((event) => this.day(event) <= last && this.day(event) > dayAfter(last, -days)).map((event) =>
            this.actor(event)
          )
        )
      return query.isTotal ? [until(query.to)] : this.intervals.map((one) => until(one))
    }
    const inside = events.filter((event) => this.inRange(event))
    return query.isTotal
      ? [this.measured(series, inside)]
      : this.intervals.map((one) => this.measured(series, inside.filter((event) => this.interval(event) === one)))
  }

  /** The events by which values are known and ranked. */
  ranked(series: NaiveSeries): ReadonlyArray<PastEvent> {
    const { isTotal, to } = this.query
    const events = this.world.history.events.filter((event) => this.isOf(series, event))
    const days = this.window(series)
    if (days === undefined) return events.filter((event) => this.inRange(event))
    const last = isTotal ? to : this.intervals[0] ?? ""
    return events.filter((event) =>
      this.day(event) <= to && this.day(event) > dayAfter(last, -days) &&
      (isTotal || this.actor(event) !== undefined)
    )
  }

  /** The values of a series with what they are ranked by. */
  totals(series: NaiveSeries): ReadonlyArray<readonly [values: string, total: number]> {
    const keyOf = (event: PastEvent) => JSON.stringify(this.values(event))
    const seen = series.math.startsWith("first_")
      ? this.firsts(series).map(({ values }) => JSON.stringify(values))
      : series.math.endsWith("_count_per_actor")
      ? this.ranked(series).filter((event) => this.actor(event) !== undefined).map(keyOf)
      : this.ranked(series).map(keyOf)
    return [...new Set(seen)].map((key) => {
      const total = this.window(series) !== undefined
        ? distinct(this.ranked(series).filter((event) => keyOf(event) === key).map((event) => this.actor(event)))
        : sum(this.numbers(series, (values) => JSON.stringify(values) === key))
      return [key, total]
    })
  }

  /** The numbers of all series, for each value that is shown. */
  curves(): ReadonlyArray<NaiveCurve> {
    const { breakdowns, hidesOther, limit, series: all } = this.query
    return all.flatMap((series, order): ReadonlyArray<NaiveCurve> => {
      if (breakdowns.length === 0) return [{ order, values: [], numbers: this.numbers(series, () => true) }]
      const none = JSON.stringify(breakdowns.map(() => nothing))
      const totals = this.totals(series)
      const leading = totals.filter(([key]) => key !== none).toSorted(([a, one], [b, other]) =>
        other - one || (a < b ? -1 : 1)
      ).map(([key]) => key)
      const shown = [...totals.map(([key]) => key).filter((key) => key === none), ...leading.slice(0, limit)]
      const curves = shown.map((key): NaiveCurve => ({
        order,
        values: JSON.parse(key) as ReadonlyArray<string>,
        numbers: this.numbers(series, (values) => JSON.stringify(values) === key)
      }))
      if (leading.length <= limit || hidesOther) return curves
      const numbers = this.numbers(series, (values) => !shown.includes(JSON.stringify(values)))
      return curves.concat({ order, values: breakdowns.map(() => others), numbers })
    })
  }
}

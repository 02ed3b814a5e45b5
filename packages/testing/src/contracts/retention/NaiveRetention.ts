import type { History, PastEvent } from "../experiments/History.ts"
import type { AskedEntity, AskedRetention } from "./RetentionQuestions.ts"

const none = "$$_posthog_breakdown_null_$$"
const other = "$$_posthog_breakdown_other_$$"

/** A question to the model: a query of a project in Berlin, whose weeks begin on Monday. */
export interface RetentionQuestion {
  readonly history: History
  readonly query: AskedRetention
  readonly now: number
}

const clock = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Berlin",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit"
})

/** The days since 1970 on the calendar of Berlin, and the minutes of the day. */
const local = (micros: number): { readonly day: number; readonly minutes: number } => {
  const parts = Object.fromEntries(clock.formatToParts(micros / 1000).map(({ type, value }) => [type, Number(value)]))
  const { day = 1, hour = 0, minute = 0, month = 1, year = 1970 } = parts
  return { day: Date.UTC(year, month - 1, day) / 86_400_000, minutes: 60 * hour + minute }
}

/** The first instant of a day in Berlin, where a day begins one or two hours before that of Greenwich. */
const midnight = (day: number): number => {
  const found = [1, 2].map((hours) => (day * 24 - hours) * 3_600_000_000).find((time) => {
    const at = local(time)
    return at.day === day && at.minutes === 0
  })
  return found ?? Number.NaN
}

const monthOf = (day: number): number => {
  const date = new Date(day * 86_400_000)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

const hourMicros = 3_600_000_000

/** The number of the period that a time lies in, counted from anywhere. */
const periodNumber = (period: AskedRetention["retentionFilter"]["period"], time: number): number => {
  const { day } = local(time)
  if (period === "Hour") return Math.floor(time / hourMicros)
  if (period === "Day") return day
  // 1970-01-01 was a Thursday.
  return period === "Week" ? Math.floor((day + 3) / 7) : monthOf(day)
}

const beginningOf = (period: AskedRetention["retentionFilter"]["period"], place: number): number => {
  if (period === "Hour") return place * hourMicros
  if (period === "Day") return midnight(place)
  if (period === "Week") return midnight(place * 7 - 3)
  return midnight(Date.UTC(Math.floor(place / 12), place % 12, 1) / 86_400_000)
}

interface NaiveRow {
  readonly date: string
  readonly label: string
  readonly values: ReadonlyArray<{ readonly count: number; readonly label: string }>
  readonly breakdown_value: string | undefined
}

interface Actor {
  readonly began: ReadonlyArray<{ readonly period: number; readonly value: string }>
  readonly returned: ReadonlySet<number>
}

const range = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, place) => place)

/** The rows that a retention query has, actor by actor. */
export const naiveRetention = ({ history, now, query }: RetentionQuestion) => {
  const { breakdownFilter: breakdown, retentionFilter: filter } = query
  const { cumulative, minimumOccurrences, period, retentionType, totalIntervals: count } = filter
  const asked = query.dateRange.date_to
  const lastTime = asked === undefined ? now : midnight(Date.parse(asked) / 86_400_000)
  const last = periodNumber(period, lastTime)
  const placeOf = ({ time }: PastEvent): number => periodNumber(period, time) - (last - count + 1)
  const isIn = (event: PastEvent): boolean => placeOf(event) >= 0 && placeOf(event) < count
  const isNamed = ({ id }: AskedEntity, event: PastEvent): boolean => id === null || id === event.name
  const isMeant = (entity: AskedEntity, event: PastEvent): boolean =>
    isNamed(entity, event) && (entity.properties === undefined || event.properties["plan"] === "pro") &&
    !(query.filterTestAccounts && event.session === "s3")
  const valueOf = ({ properties }: PastEvent): string => {
    if (breakdown === null) return ""
    const value = String(properties["plan"] ?? "")
    return value === "" ? none : value
  }
  const actorOf = (event: PastEvent): string =>
    query.aggregation_group_type_index === 0 ? event.group : history.merged.get(event.person) ?? event.person

  const beginnings = (events: ReadonlyArray<PastEvent>): Actor["began"] => {
    const targets = events.filter((event) => isMeant(filter.targetEntity, event) && placeOf(event) < count)
    const distinct = (all: ReadonlyArray<PastEvent>) => [
      ...new Map(all.map((event) => [
        `${placeOf(event)} ${valueOf(event)}`,
        { period: placeOf(event), value: valueOf(event) }
      ])).values()
    ]
    if (retentionType === "retention_recurring") return distinct(targets.filter(isIn))
    const considered = retentionType === "retention_first_time"
      ? targets
      : events.filter((event) => isNamed(filter.targetEntity, event))
    const first = Math.min(...considered.map(({ time }) => time))
    const found = targets.filter((event) => event.time === first && isIn(event))
    return distinct(found).toSorted((one, two) => one.value < two.value ? -1 : 1).slice(0, 1)
  }
  const returns = (events: ReadonlyArray<PastEvent>): ReadonlySet<number> => {
    const periods = events.filter((event) => isMeant(filter.returningEntity, event) && isIn(event)).map(placeOf)
    return new Set(range(count).filter((place) => periods.filter((one) => one === place).length >= minimumOccurrences))
  }
  const byActor = Map.groupBy(history.events, actorOf)
  byActor.delete("")
  const actors = [...byActor.values()].map((events): Actor => ({
    began: beginnings(events),
    returned: returns(events)
  }))

  const sizes = new Map<string, number>()
  for (const { value } of actors.flatMap(({ began }) => began)) sizes.set(value, (sizes.get(value) ?? 0) + 1)
  const top = [...sizes.keys()].filter((value) => value !== none)
    .toSorted((one, two) => (sizes.get(two) ?? 0) - (sizes.get(one) ?? 0) || (one < two ? -1 : 1))
    .slice(0, breakdown?.breakdown_limit)
  const shown = (value: string): string => value === none || top.includes(value) ? value : other
  const values = breakdown === null
    ? [""]
    : [...top, none, other].filter((value) => [...sizes.keys()].some((one) => shown(one) === value))

  const cell = (value: string, row: number, column: number): number =>
    actors.filter(({ began, returned }) => {
      if (!began.some((one) => one.period === row && (breakdown === null || shown(one.value) === value))) return false
      if (column === 0) return true
      return cumulative ? [...returned].some((place) => place >= row + column) : returned.has(row + column)
    }).length
  return values.flatMap((value) =>
    range(count).map((row): NaiveRow => ({
      date: new Date(beginningOf(period, last - count + 1 + row) / 1000).toISOString(),
      label: `${period} ${row}`,
      values: range(count).map((column) => ({ count: cell(value, row, column), label: `${period} ${column}` })),
      breakdown_value: breakdown === null ? undefined : value
    }))
  )
}

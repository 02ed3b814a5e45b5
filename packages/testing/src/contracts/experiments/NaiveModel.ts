import {
  conversionSeconds,
  type ExperimentMetric,
  secondsOf
} from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { AnalysedExperiment } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import type { EntitySums } from "@hedgerow/core/experiments/results/EntitySums"
import { percentile } from "@hedgerow/core/experiments/statistics/Winsorisation"
import { dayAt } from "@hedgerow/core/query/sql/resolve/DateText"
import type { EventsNode } from "@hedgerow/core/query/structured/EventsNode"
import type { History, PastEvent } from "./History.ts"

/** An entity as the model knows it. */
interface Exposed {
  readonly entity: string
  readonly variant: string
  readonly plan: string
  readonly first: number
  readonly uuid: string
  readonly events: ReadonlyArray<PastEvent>
}

/** A question to the model. */
export interface Question {
  readonly history: History
  readonly experiment: AnalysedExperiment
  readonly metric: ExperimentMetric
  readonly asOf: number
  readonly lookback: number | undefined
  readonly timezone: string
}

const least = (texts: ReadonlyArray<string>): string => texts.reduce((one, other) => one < other ? one : other)

const entityOf = ({ experiment, history }: Question, event: PastEvent): string => {
  if (experiment.group_type_index !== undefined) return event.group
  return history.merged.get(event.person) ?? event.person
}

const text = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

/** The variant that an event exposes to, null for one that does not. */
const exposesTo = ({ asOf, experiment }: Question, event: PastEvent): string | null => {
  const { end = asOf, exposure_criteria: criteria, flag_key: flag, holdout_id: holdout, start = 0 } = experiment
  if (event.time < start || event.time > Math.min(end, asOf)) return null
  const custom = criteria.exposure_config?.event
  const called = event.name === "$feature_flag_called" && event.properties["$feature_flag"] === flag
  if (custom === undefined || custom === null ? !called : event.name !== custom) return null
  // The project of the model says that sessions `s3` are its own tests.
  if (criteria.filterTestAccounts === true && event.session === "s3") return null
  const variant = text(event.properties[custom === undefined ? "$feature_flag_response" : `$feature/${flag}`])
  const known = ["control", "test", ...(holdout === undefined ? [] : [`holdout-${holdout}`])]
  return variant !== null && known.includes(variant) ? variant : null
}

const exposed = (question: Question): ReadonlyArray<Exposed> => {
  const { asOf, experiment, history, metric } = question
  const entities = Map.groupBy(history.events, (event) => entityOf(question, event))
  entities.delete("")
  return [...entities].flatMap(([entity, events]): ReadonlyArray<Exposed> => {
    const exposures = events.filter((event) => exposesTo(question, event) !== null)
    if (exposures.length === 0) return []
    const first = Math.min(...exposures.map(({ time }) => time))
    const earliest = exposures.filter(({ time }) => time === first)
    const variants = new Set(exposures.map((event) => exposesTo(question, event)))
    const isFirstSeen = experiment.exposure_criteria.multiple_variant_handling === "first_seen"
    const window = conversionSeconds(metric)
    if (experiment.only_matured && window !== undefined && first + window * 1e6 > asOf) return []
    return [{
      entity,
      variant: variants.size > 1 && !isFirstSeen
        ? "$multiple"
        : least(earliest.map((event) => exposesTo(question, event) ?? "")),
      plan: least(earliest.map((event) => text(event.properties["plan"]) ?? "$$_posthog_breakdown_null_$$")),
      first,
      uuid: least(earliest.map(({ uuid }) => uuid)),
      events
    }]
  })
}

const matches = (node: EventsNode, event: PastEvent): boolean =>
  (node.event === null || node.event === event.name) &&
  (!Array.isArray(node.properties) || node.properties.length === 0 || event.properties["plan"] === "pro")

/** The last instant of which events count. */
const lastTime = ({ asOf, experiment }: Question, seconds: number | undefined): number => {
  const end = Math.min(experiment.end ?? asOf, asOf)
  return seconds === undefined ? end : Math.min(end + seconds * 1e6, asOf)
}

const after = (question: Question, { events, first }: Exposed): ReadonlyArray<PastEvent> => {
  const seconds = conversionSeconds(question.metric)
  return events.filter(({ time }) =>
    time >= first && time <= lastTime(question, seconds) && (seconds === undefined || time < first + seconds * 1e6)
  )
}

const before = ({ lookback = 0 }: Question, { events, first }: Exposed): ReadonlyArray<PastEvent> =>
  events.filter(({ time }) => time < first && time >= first - lookback * 1e6)

const numberIn = (event: PastEvent, key: string): number | null => {
  const value = event.properties[key]
  if (typeof value === "number") return value
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : null
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const measured = (node: EventsNode, all: ReadonlyArray<PastEvent>): number => {
  const events = all.filter((event) => matches(node, event))
  const numbers = events.map((event) => numberIn(event, "amount")).filter((value) => value !== null)
  const distinct = (values: ReadonlyArray<string>) => new Set(values.filter((value) => value !== "")).size
  switch (node.math ?? "total") {
    case "dau":
      return events.length > 0 ? 1 : 0
    case "unique_session":
      return distinct(events.map(({ session }) => session))
    case "unique_group":
      return distinct(events.map(({ group }) => group))
    case "sum":
      return sum(numbers)
    case "avg":
      return numbers.length === 0 ? 0 : sum(numbers) / numbers.length
    case "min":
      return numbers.length === 0 ? 0 : Math.min(...numbers)
    case "max":
      return numbers.length === 0 ? 0 : Math.max(...numbers)
    case "hogql":
      return numbers.length === 0 ? 0 : sum(numbers) + 2 * events.filter(({ name }) => name === "buy").length
    default:
      return events.length
  }
}

const inOrder = (events: ReadonlyArray<PastEvent>): ReadonlyArray<PastEvent> =>
  events.toSorted((one, other) => one.time - other.time || (one.uuid < other.uuid ? -1 : 1))

/** Events of one instant stand by the last step that they are. */
const inStepOrder = (series: ReadonlyArray<EventsNode>, events: ReadonlyArray<PastEvent>): ReadonlyArray<PastEvent> => {
  const bits = (event: PastEvent) => sum(series.map((one, step) => matches(one, event) ? 2 ** step : 0))
  return events.toSorted((one, other) => one.time - other.time || bits(one) - bits(other))
}

/** Tries every way to give steps to events; small histories allow it. */
const anyOrder = (series: ReadonlyArray<EventsNode>, events: ReadonlyArray<PastEvent>): number => {
  const [first, ...others] = series
  if (first === undefined) return 0
  const without = anyOrder(others, events)
  const fitting = events.filter((event) => matches(first, event))
  if (fitting.length > series.length) return Math.min(series.length, 1 + without)
  return Math.max(without, ...fitting.map((event) => 1 + anyOrder(others, events.filter((other) => other !== event))))
}

const reached = (
  { funnel_order_type: order, series }: Extract<ExperimentMetric, { metric_type: "funnel" }>,
  question: Question,
  all: ReadonlyArray<PastEvent>
): number => {
  if (order === "unordered") return anyOrder(series, all)
  let step = 0
  for (const event of inStepOrder(series, all)) {
    const next = series[step]
    const isStep = series.some((one) => matches(one, event))
    if (next !== undefined && matches(next, event)) step++
    else if (order === "strict" && (isStep || !isExposure(question, event))) break
  }
  return step
}

const isExposure = ({ experiment }: Question, event: PastEvent): boolean => {
  const custom = experiment.exposure_criteria.exposure_config?.event
  return custom === undefined || custom === null
    ? event.name === "$feature_flag_called" && event.properties["$feature_flag"] === experiment.flag_key
    : event.name === custom
}

/** Hours are those of UTC: zones of the tests are whole hours away from it. */
const isRetained = (
  metric: Extract<ExperimentMetric, { metric_type: "retention" }>,
  started: PastEvent,
  event: PastEvent,
  timezone: string
): boolean => {
  const { retention_window_end: end, retention_window_start: from, retention_window_unit: unit } = metric
  if (event.uuid === started.uuid || event.time < started.time) return false
  if (unit === "day" || unit === "hour") {
    const units = (time: number) => unit === "day" ? dayAt(time, timezone) : Math.floor(time / 3.6e9)
    const passed = units(event.time) - units(started.time)
    return passed >= from && passed <= end
  }
  const passed = event.time - started.time
  return passed >= secondsOf(from, unit) * 1e6 && passed <= secondsOf(end, unit) * 1e6
}

const retention = (
  metric: Extract<ExperimentMetric, { metric_type: "retention" }>,
  question: Question,
  counting: ReadonlyArray<PastEvent>,
  all: ReadonlyArray<PastEvent>
): readonly [retained: number, started: number] => {
  const starts = inOrder(counting.filter((event) => matches(metric.start_event, event)))
  const isLast = metric.start_handling === "last_seen"
  const time = isLast ? starts.at(-1)?.time : starts[0]?.time
  const started = starts.find((event) => event.time === time)
  if (started === undefined) return [0, 0]
  const came = all.some((event) =>
    matches(metric.completion_event, event) && isRetained(metric, started, event, question.timezone)
  )
  return [came ? 1 : 0, 1]
}

/** The numbers of an entity; undefined where it does not count. */
const numbersOf = (question: Question, one: Exposed): ReadonlyArray<number> | undefined => {
  const { lookback, metric } = question
  const [post, pre] = [after(question, one), before(question, one)]
  const adjusted = (numbers: (events: ReadonlyArray<PastEvent>) => ReadonlyArray<number>) => [
    ...numbers(post),
    ...(lookback === undefined ? [] : numbers(pre))
  ]
  switch (metric.metric_type) {
    case "mean":
      return adjusted((events) => [measured(metric.source, events)])
    case "ratio":
      return adjusted((events) => [measured(metric.numerator, events), measured(metric.denominator, events)])
    case "funnel": {
      const last = metric.series.at(-1)
      const steps = reached(metric, question, post.filter(({ uuid }) => uuid !== one.uuid))
      const did = last !== undefined && pre.some((event) => matches(last, event))
      return [steps, ...(lookback === undefined ? [] : [did ? 1 : 0])]
    }
    case "retention": {
      const reach = secondsOf(metric.retention_window_end + 1, metric.retention_window_unit)
      const last = lastTime(question, reach + (conversionSeconds(metric) ?? 0))
      const [came, started] = retention(metric, question, post, one.events.filter(({ time }) => time <= last))
      if (started === 0) return undefined
      return [came, 1, ...(lookback === undefined ? [] : retention(metric, question, pre, pre))]
    }
  }
}

const moved = (metric: ExperimentMetric, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  if (metric.metric_type !== "mean") return rows
  const { ignore_zeros: ignoresZeros, lower_bound_percentile: lower, upper_bound_percentile: upper } = metric
  return [...Map.groupBy(rows, ({ breakdown }) => breakdown.join()).values()].flatMap((group) => {
    const columns = (group[0]?.numbers ?? []).map((_, index) => group.map(({ numbers }) => numbers[index] ?? 0))
    const ascending = (values: ReadonlyArray<number>) => values.toSorted((one, other) => one - other)
    const limits = columns.map((values) => {
      const kept = ignoresZeros === true ? values.filter((value) => value !== 0) : values
      const low = lower === undefined || lower === null ? -Infinity : percentile(ascending(values), lower)
      const high = upper === undefined || upper === null ? Infinity : percentile(ascending(kept), upper)
      return [low, Number.isNaN(high) ? Infinity : high] as const
    })
    return group.map((row) => ({
      ...row,
      numbers: row.numbers.map((value, index) => {
        const [low, high] = limits[index] ?? [-Infinity, Infinity]
        return Math.min(Math.max(value, low), high)
      })
    }))
  })
}

interface Row {
  readonly variant: string
  readonly breakdown: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<number>
  readonly steps: number
}

/** The sums of a metric, computed entity by entity in the plainest way. */
export const naiveSums = (question: Question): ReadonlyArray<EntitySums> => {
  const { metric } = question
  const isCut = metric.breakdownFilter !== undefined
  const analysed = exposed(question).filter(({ variant }) => variant !== "$multiple")
  const rows = analysed.flatMap((one): ReadonlyArray<Row> => {
    const found = numbersOf(question, one)
    if (found === undefined) return []
    const isFunnel = metric.metric_type === "funnel"
    const numbers = isFunnel ? [found[0] === metric.series.length ? 1 : 0, ...found.slice(1)] : found
    return [{ variant: one.variant, breakdown: isCut ? [one.plan] : [], numbers, steps: isFunnel ? found[0] ?? 0 : 0 }]
  })
  const groups = Map.groupBy(moved(metric, rows), ({ breakdown, variant }) => JSON.stringify([variant, ...breakdown]))
  return [...groups.values()].map((group) => sumsOfGroup(metric, group))
}

const sumsOfGroup = (metric: ExperimentMetric, group: ReadonlyArray<Row>): EntitySums => {
  const columns = (group[0]?.numbers ?? []).map((_, index) => group.map(({ numbers }) => numbers[index] ?? 0))
  const products = columns.flatMap((one, index) =>
    columns.slice(index).map((other) => sum(one.map((value, place) => value * (other[place] ?? 0))))
  )
  const found = {
    variant: group[0]?.variant ?? "",
    breakdown: group[0]?.breakdown ?? [],
    entities: group.length,
    sums: columns.map(sum),
    products
  }
  return metric.metric_type === "funnel"
    ? { ...found, step_counts: metric.series.map((_, step) => group.filter(({ steps }) => steps > step).length) }
    : found
}

/** How many were exposed for the first time on each day, to each variant. */
export const naiveExposures = (question: Question): ReadonlyMap<string, number> => {
  const days = exposed(question).map(({ first, variant }) => `${dayAt(first, question.timezone)} ${variant}`)
  return new Map([...Map.groupBy(days, (day) => day)].map(([day, all]) => [day, all.length]))
}

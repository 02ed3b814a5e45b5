import {
  conversionSeconds,
  type ExperimentMetric,
  secondsOf
} from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { EventsNode } from "@hedgerow/core/query/structured/EventsNode"
import { dayAt } from "@hedgerow/sql/typing/DateText"
import type { PastEvent } from "./History.ts"
import { after, before, type Exposed, lastTime, matches, type Question } from "./NaiveExposed.ts"

const numberIn = (event: PastEvent, key: string): number | null => {
  const value = event.properties[key]
  if (typeof value === "number") return value
  return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : null
}

/** The sum of numbers. */
export const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

const fold = (math: string | null | undefined, numbers: ReadonlyArray<number>): number => {
  if (numbers.length === 0) return 0
  if (math === "min") return Math.min(...numbers)
  if (math === "max") return Math.max(...numbers)
  return math === "avg" ? sum(numbers) / numbers.length : sum(numbers)
}

/** The seconds of a session, of all events of the project; nothing in the histories makes it bounce or not. */
const sessionNumber = ({ history }: Question, session: string, key: string | null | undefined): number | null => {
  if (key !== "$session_duration") return null
  const times = history.events.filter((event) => event.session === session).map(({ time }) => time)
  return (Math.max(...times) - Math.min(...times)) / 1e6
}

/** The number of an entity by its sessions; undefined without any. */
const ofSessions = (question: Question, node: EventsNode, events: ReadonlyArray<PastEvent>): number | undefined => {
  const sessions = new Set(events.map(({ session }) => session).filter((session) => session !== ""))
  const numbers = [...sessions].map((session) => sessionNumber(question, session, node.math_property))
  return sessions.size === 0 ? undefined : fold(node.math, numbers.filter((value) => value !== null))
}

const measured = (question: Question, node: EventsNode, all: ReadonlyArray<PastEvent>): number | undefined => {
  const events = all.filter((event) => matches(node, event))
  if (node.math_property_type === "session_properties") return ofSessions(question, node, events)
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
    case "avg":
    case "min":
    case "max":
      return fold(node.math, numbers)
    case "hogql":
      return numbers.length === 0 ? 0 : sum(numbers) + 2 * events.filter(({ name }) => name === "buy").length
    default:
      return events.length
  }
}

const inOrder = (events: ReadonlyArray<PastEvent>): ReadonlyArray<PastEvent> =>
  events.toSorted((one, other) => one.time - other.time || (one.uuid < other.uuid ? -1 : 1))

/** Events of one instant stand by the last step that they are. */
export const inStepOrder = (
  series: ReadonlyArray<EventsNode>,
  events: ReadonlyArray<PastEvent>
): ReadonlyArray<PastEvent> => {
  const bits = (event: PastEvent) => sum(series.map((one, step) => matches(one, event) ? 2 ** step : 0))
  return events.toSorted((one, other) =>
    one.time - other.time || bits(one) - bits(other) || (one.uuid < other.uuid ? -1 : 1)
  )
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

/** The number of steps that an entity reaches with some events. */
export const reached = (
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
export const numbersOf = (question: Question, one: Exposed): ReadonlyArray<number> | undefined => {
  const { lookback, metric } = question
  const [post, pre] = [after(question, one), before(question, one)]
  const adjusted = (numbers: (events: ReadonlyArray<PastEvent>) => ReadonlyArray<number>) => [
    ...numbers(post),
    ...(lookback === undefined ? [] : numbers(pre))
  ]
  switch (metric.metric_type) {
    case "mean":
      return measured(question, metric.source, post) === undefined
        ? undefined
        : adjusted((events) => [measured(question, metric.source, events) ?? 0])
    case "ratio":
      return adjusted((events) => [
        measured(question, metric.numerator, events) ?? 0,
        measured(question, metric.denominator, events) ?? 0
      ])
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

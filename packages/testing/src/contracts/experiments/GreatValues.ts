import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { goldenExperiment } from "./GoldenCases.ts"
import { eventUuid, type History, type PastEvent } from "./History.ts"

const hour = 3_600_000_000
const begin = Number(goldenExperiment.start)

/** The time as of which the cases are asked, and the seconds that their covariates are taken from. */
export const [asOf, lookback] = [begin + 20 * hour as EventTime, 7200]

/** The values that users have, by their place. */
interface GreatValues {
  readonly name: string
  readonly valueOf: (place: number) => number
}

/** Values whose squares lose all digits of the deviation, and values whose squares are near the end of the range. */
export const greatValues: ReadonlyArray<GreatValues> = [
  { name: "a mean of 1e9 deviations", valueOf: (place) => 1e9 + place % 5 / 2 },
  { name: "a mean of -1e8 deviations", valueOf: (place) => place % 3 - 1e8 },
  { name: "values near 1e150", valueOf: (place) => (0.25 + place % 7 / 8) * 1e150 },
  { name: "values near 1e150 of both signs", valueOf: (place) => (place % 4 - 1.5) / 1.5 * 1e150 },
  { name: "values near 1e-60", valueOf: (place) => (1 + place % 5) * 1e-60 }
]

/** Two variants of 20 users: each has a value before the exposure, one after it and another one of a second event. */
export const historyOf = (project: ProjectId, valueOf: GreatValues["valueOf"]): History => {
  let place = 0
  const event = (fields: Pick<PastEvent, "name" | "person" | "properties" | "time">): PastEvent => ({
    ...fields,
    uuid: eventUuid(project, place++),
    group: "",
    session: ""
  })
  const acts = (user: number): ReadonlyArray<readonly [name: string, time: number, amount: number]> => [
    ["buy", begin + hour, valueOf(user)],
    ["buy", begin + 3 * hour, valueOf(2 * user + (user % 2))],
    ["leave", begin + 4 * hour, valueOf(user * user)]
  ]
  const events = Array.from({ length: 40 }, (_, user): ReadonlyArray<PastEvent> => {
    const person = `u${user}`
    const shown = { $feature_flag: "golden", $feature_flag_response: user % 2 === 0 ? "control" : "test" }
    return [
      event({
        person,
        name: "$feature_flag_called",
        time: begin + 2 * hour,
        properties: { ...shown, plan: user < 13 ? "pro" : "free" }
      }),
      ...acts(user).map(([name, time, amount]) => event({ person, name, time, properties: { amount } }))
    ]
  })
  return { project, merged: new Map(), events: events.flat() }
}

const beyond = {
  kind: "EventsNode" as const,
  event: "buy",
  math: "hogql",
  math_hogql: "sum(toFloat(properties.amount))"
}

/** Metrics of values that are taken as they are; properties beyond 1e150 are ignored. */
export const metricsBeyond: ReadonlyArray<ExperimentMetric> = [
  { kind: "ExperimentMetric", metric_type: "mean", source: beyond },
  { kind: "ExperimentMetric", metric_type: "mean", source: beyond, upper_bound_percentile: 0.8 },
  { kind: "ExperimentMetric", metric_type: "ratio", numerator: beyond, denominator: beyond }
]

const sumOf = (event: string) => ({ kind: "EventsNode" as const, event, math: "sum", math_property: "amount" })

/** A mean, one without its outliers, one that is cut, and a ratio. */
export const greatMetrics: ReadonlyArray<ExperimentMetric> = [
  { kind: "ExperimentMetric", metric_type: "mean", source: sumOf("buy") },
  {
    kind: "ExperimentMetric",
    metric_type: "mean",
    source: sumOf("buy"),
    lower_bound_percentile: 0.1,
    upper_bound_percentile: 0.8
  },
  {
    kind: "ExperimentMetric",
    metric_type: "mean",
    source: sumOf("buy"),
    breakdownFilter: { breakdowns: [{ property: "plan", type: "event" }] }
  },
  { kind: "ExperimentMetric", metric_type: "ratio", numerator: sumOf("buy"), denominator: sumOf("leave") }
]

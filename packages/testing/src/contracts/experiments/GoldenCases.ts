import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { AnalysedExperiment } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "./History.ts"

const day = 86_400_000_000
const hour = 3_600_000_000
const begin = Date.UTC(2024, 0, 1, 12) * 1000

/** The experiment of the golden cases: control and test, without an end. */
export const goldenExperiment: AnalysedExperiment = {
  flag_key: "golden",
  variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }],
  group_type_index: undefined,
  holdout_id: undefined,
  start: begin as EventTime,
  end: undefined,
  exposure_criteria: {},
  stats_config: null,
  only_matured: false
}

/** An act of a user after the exposure: its time (in microseconds), the event, its property `amount` or its session. */
type Act = readonly [after: number, name: string, amount?: number | null, session?: string]

interface User {
  /** Each variant that the user was shown, an hour apart. */
  readonly variants: ReadonlyArray<string>
  readonly acts: ReadonlyArray<Act>
}

/** A published or derived case: the sums of each variant's entities, their number first. */
interface GoldenCase {
  readonly name: string
  readonly history: (project: ProjectId) => History
  readonly experiment?: Partial<AnalysedExperiment>
  readonly metric: ExperimentMetric
  readonly asOf: EventTime
  readonly gives: Readonly<Record<string, ReadonlyArray<number>>>
}

const historyOf = (users: ReadonlyArray<User>) => (project: ProjectId): History => {
  let place = 0
  const event = (fields: Omit<PastEvent, "group" | "uuid">): PastEvent => ({
    ...fields,
    uuid: eventUuid(project, place++),
    group: ""
  })
  return {
    project,
    merged: new Map(),
    events: users.flatMap(({ acts, variants }, user) => [
      ...variants.map((variant, index) =>
        event({
          person: `u${user}`,
          name: "$feature_flag_called",
          time: begin + index * hour,
          session: "",
          properties: { $feature_flag: "golden", $feature_flag_response: variant }
        })
      ),
      ...acts.map(([after, name, amount, session]) =>
        event({
          person: `u${user}`,
          name,
          time: begin + after,
          session: session ?? "",
          properties: { amount: amount ?? null }
        })
      )
    ])
  }
}

const user = (variant: string, ...acts: ReadonlyArray<Act>): User => ({ variants: [variant], acts })

const amounts = (variant: string, values: ReadonlyArray<number>): User =>
  user(variant, ...values.map((value, index): Act => [hour + index, "buy", value]))

const sessions = (variant: string, ids: ReadonlyArray<string>): User =>
  user(variant, ...ids.map((id, index): Act => [hour + index, "view", null, id]))

/** Two views of a session, a number of seconds apart. */
const during = (session: string, seconds: number): ReadonlyArray<Act> => [
  [hour, "view", null, session],
  [hour + seconds * 1_000_000, "view", null, session]
]

const mean = (math: string): ExperimentMetric => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event: "buy", math, math_property: "amount", properties: {} }
})

const one = (
  name: string,
  users: ReadonlyArray<User>,
  metric: ExperimentMetric,
  gives: GoldenCase["gives"],
  more: Partial<GoldenCase> = {}
): GoldenCase => ({ name, history: historyOf(users), metric, asOf: begin + 60 * day as EventTime, gives, ...more })

const bought = (variant: string, ...values: ReadonlyArray<number>): ReadonlyArray<User> =>
  values.map((value) => amounts(variant, [value]))

const retention: ExperimentMetric = {
  kind: "ExperimentMetric",
  metric_type: "retention",
  start_event: { kind: "EventsNode", event: "sign up" },
  completion_event: { kind: "EventsNode", event: "view" },
  retention_window_start: 7,
  retention_window_end: 14,
  retention_window_unit: "day",
  start_handling: "first_seen"
}

const funnel = (order: "ordered" | "strict" | "unordered"): ExperimentMetric => ({
  kind: "ExperimentMetric",
  metric_type: "funnel",
  series: [{ kind: "EventsNode", event: "view" }, { kind: "EventsNode", event: "buy" }],
  funnel_order_type: order
})

const shoppers: ReadonlyArray<User> = [
  user("control", [1, "view"], [2, "buy"]),
  user("control", [1, "view"], [2, "other"], [3, "buy"]),
  user("control", [1, "buy"], [2, "view"]),
  user("control", [-2, "view"], [1, "buy"]),
  user("test", [1, "other"], [2, "view"], [3, "buy"]),
  user("test", [1, "view"], [2, "view"], [3, "buy"])
]

const switching: ReadonlyArray<User> = [
  { variants: ["control"], acts: [[hour, "buy", 1]] },
  { variants: ["control", "test"], acts: [[3 * hour, "buy", 10]] },
  { variants: ["test"], acts: [[hour, "buy", 100]] }
]

/** An event that names the variant of its person. */
const withVariant = (event: PastEvent): PastEvent => ({
  ...event,
  properties: { ...event.properties, "$feature/golden": event.person < "u2" ? "control" : "test" }
})

/** Cases of the reference service's tests, and what its documents promise. */
export const goldenCases: ReadonlyArray<GoldenCase> = [
  one(
    "an exposure's conditions without a type are about its event",
    [],
    mean("sum"),
    { control: [1, 2], test: [1, 3] },
    {
      history: (project) => {
        const { events, ...history } = historyOf([...bought("control", 1, 2), ...bought("test", 1, 3)])(project)
        return { ...history, events: events.map(withVariant) }
      },
      experiment: {
        exposure_criteria: {
          exposure_config: { event: "buy", properties: [{ key: "amount", operator: "gt", value: 1 }] }
        }
      }
    }
  ),
  one(
    "sums are moved to percentiles of all variants together",
    [
      ...bought("control", 1, 102, 103, 104, 105, 106, 107, 108, 109, 1110),
      ...bought("test", 101, 102, 103, 104, 105, 106, 107, 108, 109, 110)
    ],
    { ...mean("sum"), lower_bound_percentile: 0.1, upper_bound_percentile: 0.9 } as ExperimentMetric,
    { control: [10, 1055], test: [10, 1055] }
  ),
  one(
    "distinct sessions of each user",
    [
      sessions("control", ["c1", "c1", "c2", "c2"]),
      sessions("control", ["c3", "c3"]),
      sessions("control", []),
      sessions("test", ["t1", "t1", "t2"]),
      sessions("test", ["t3", "t4", "t5", "t3"])
    ],
    {
      kind: "ExperimentMetric",
      metric_type: "mean",
      source: { kind: "EventsNode", event: "view", math: "unique_session" }
    },
    { control: [3, 3], test: [2, 5] }
  ),
  one(
    "each session counts once with its whole duration, and users without a session do not",
    [
      user("control", ...during("c1", 60), ...during("c2", 0)),
      user("control", ...during("c3", 30)),
      user("control", ...during("", 40)),
      user("control"),
      user("test", ...during("t1", 90), [hour, "buy", 5, "t2"])
    ],
    {
      kind: "ExperimentMetric",
      metric_type: "mean",
      source: { kind: "EventsNode", event: "view", math: "sum", math_property: "$session_duration" }
    },
    { control: [2, 90], test: [1, 90] }
  ),
  one(
    "a user whose sessions have no number counts with 0",
    [user("control", ...during("c1", 60)), user("control"), user("test", ...during("t1", 90))],
    {
      kind: "ExperimentMetric",
      metric_type: "mean",
      source: {
        kind: "EventsNode",
        event: "view",
        math: "min",
        math_property: "$is_bounce",
        math_property_type: "session_properties"
      }
    },
    { control: [1, 0], test: [1, 0] }
  ),
  one(
    "numerator and denominator of a ratio are moved to percentiles of their own",
    [
      ...bought("control", 1, 102, 103, 104, 105, 106, 107, 108, 109, 1110),
      ...bought("test", 101, 102, 103, 104, 105, 106, 107, 108, 109, 110)
    ],
    {
      kind: "ExperimentMetric",
      metric_type: "ratio",
      numerator: { kind: "EventsNode", event: "buy", math: "sum", math_property: "amount" },
      denominator: { kind: "EventsNode", event: "buy", math: "sum", math_property: "amount" },
      numerator_outlier_handling: { lower_bound_percentile: 0.1, upper_bound_percentile: 0.9 },
      denominator_outlier_handling: { upper_bound_percentile: 0.9 }
    },
    { control: [10, 1055, 954.1], test: [10, 1055, 1054.1] }
  ),
  one(
    "the least value of each user",
    [
      amounts("control", [10, 20, 30]),
      amounts("control", [5, 15, 25]),
      amounts("test", [50, 60, 70]),
      amounts("test", [40, 80, 90])
    ],
    mean("min"),
    { control: [2, 15], test: [2, 90] }
  ),
  one(
    "returns on days 7 to 14, both included",
    [5, 7, 10, 13, 14, 20].map((days) =>
      user(days % 2 === 0 ? "test" : "control", [0, "sign up"], [days * day, "view"])
    ),
    retention,
    { control: [3, 2, 3], test: [3, 2, 3] }
  ),
  one(
    "a day of return is one of the project's zone",
    [
      user("test", [0, "sign up"], [6 * day + 11 * hour, "view"]),
      user("control", [0, "sign up"], [6 * day + 10 * hour, "view"])
    ],
    retention,
    { test: [1, 1, 1], control: [1, 0, 1] }
  ),
  one("several variants are left out", switching, mean("sum"), { control: [1, 1], test: [1, 100] }),
  one("or count for the first", switching, mean("sum"), { control: [2, 11], test: [1, 100] }, {
    experiment: { exposure_criteria: { multiple_variant_handling: "first_seen" } }
  }),
  one(
    "events count within an hour, its end excluded",
    [user("test", [0, "buy", 1], [hour - 1, "buy", 2], [hour, "buy", 4], [-1, "buy", 8])],
    { ...mean("sum"), conversion_window: 1, conversion_window_unit: "hour" },
    { test: [1, 3] }
  ),
  one("ordered steps", shoppers, funnel("ordered"), { control: [4, 2], test: [2, 2] }),
  one("strict steps", shoppers, funnel("strict"), { control: [4, 1], test: [2, 0] }),
  one("unordered steps", shoppers, funnel("unordered"), { control: [4, 3], test: [2, 2] })
]

import { Schema } from "effect"
import { InsightId } from "../dashboards/Insight.ts"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

/** A uuid v7. */
export const AlertId = Uuid.pipe(Schema.brand("AlertId"))
export type AlertId = typeof AlertId.Type

/** Beyond a bound, within the bounds, without an answer, or quiet until a time. */
export const alertStates = ["Firing", "Not firing", "Errored", "Snoozed"] as const
export type AlertState = (typeof alertStates)[number]

/** The time between two checks. */
export const calculationIntervals = ["hourly", "daily", "weekly", "monthly"] as const
export type CalculationInterval = (typeof calculationIntervals)[number]

/** One look at the value. */
export const AlertCheck = Schema.Struct({
  id: Schema.String,
  created_at: Schema.String,
  calculated_value: Schema.NullOr(Schema.Number),
  state: Schema.Literals(alertStates),
  targets_notified: Schema.Boolean
})
export type AlertCheck = typeof AlertCheck.Type

/** The bounds of a value. Null and absent mean no bound. */
export const Threshold = Schema.Struct({
  configuration: Schema.Struct({
    type: Schema.Literals(["absolute", "percentage"]),
    bounds: Schema.Struct({
      lower: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
      upper: Schema.optionalKey(Schema.NullOr(Schema.Finite))
    })
  })
})
export type Threshold = typeof Threshold.Type

/** The value that the bounds are of: the newest, or its difference to the one before. */
export const Condition = Schema.Struct({
  type: Schema.Literals(["absolute_value", "relative_increase", "relative_decrease"])
})
export type Condition = typeof Condition.Type

/** The series that is looked at. */
export const AlertConfig = Schema.Struct({
  type: Schema.Literal("TrendsAlertConfig"),
  series_index: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  /** Whether the interval that is not over yet counts. */
  check_ongoing_interval: Schema.optionalKey(Schema.NullOr(Schema.Boolean))
})
export type AlertConfig = typeof AlertConfig.Type

const Json = Schema.Record(Schema.String, Schema.Json)

/** A bound on the value of an insight, and the people who are told when it is crossed. */
export class Alert extends Schema.Class<Alert>("Alert")({
  project_id: ProjectId,
  id: AlertId,
  insight_id: InsightId,
  name: Schema.String,
  subscribed_users: Schema.Array(UserId),
  /** As sent; `Threshold`, `Condition` and `AlertConfig` read them. */
  threshold: Json,
  condition: Json,
  config: Json,
  calculation_interval: Schema.Literals(calculationIntervals),
  enabled: Schema.Boolean,
  skip_weekend: Schema.Boolean,
  state: Schema.Literals(alertStates),
  /** The state that people were last told of; at first `Not firing`. Neither a silence nor a change takes it back. */
  told_state: Schema.Literals(alertStates),
  snoozed_until: Schema.NullOr(Schema.DateTimeUtc),
  last_notified_at: Schema.NullOr(Schema.DateTimeUtc),
  last_checked_at: Schema.NullOr(Schema.DateTimeUtc),
  next_check_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The latest five, the newest first. */
  checks: Schema.Array(AlertCheck),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
}) {}

/** The number of checks that are kept. */
const checksKept = 5

/** The checks with one more. */
export const withCheck = ({ checks }: Pick<Alert, "checks">, check: AlertCheck): ReadonlyArray<AlertCheck> =>
  [check, ...checks].slice(0, checksKept)

/** The entity of alerts. */
export const alertEntity = entity({
  name: "Alert",
  table: "alerts",
  model: Alert,
  ids: "uuid",
  activity: { scope: "Alert", name: ({ name }) => name }
})

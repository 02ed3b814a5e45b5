import { Result, Schema } from "effect"
import { UserId } from "../identity/User.ts"
import type { Broken } from "../shared/Field.ts"
import { boolean, choice, integer, list, record, text } from "../shared/Fields.ts"
import type { JsonSchema } from "../shared/FieldSchema.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { structureFault } from "../shared/StorableJson.ts"
import { AlertConfig, calculationIntervals, Condition, Threshold } from "./Alert.ts"

type StoredRecord = Readonly<Record<string, Schema.Json>>

/** The first fault of a value that is not of the schema. */
const faultBy = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (value: unknown): Broken | undefined =>
    Result.match(decode(value), {
      onSuccess: () => undefined,
      onFailure: ({ issue }) => toInvalidInput(issue, []).issues[0]
    })
}

const thresholdFault = (value: unknown): Broken | undefined => {
  const fault = faultBy(Threshold)(value)
  if (fault !== undefined) return fault
  const { configuration: { bounds: { lower, upper } } } = value as Threshold
  const path = ["configuration", "bounds"]
  if (typeof lower !== "number" && typeof upper !== "number") {
    return { path, code: "required", message: "Name a lower or an upper bound." }
  }
  return typeof lower === "number" && typeof upper === "number" && lower > upper
    ? { path, code: "invalid_input", message: "The lower bound is above the upper one." }
    : undefined
}

const bound = (description: string): JsonSchema => ({ description, anyOf: [{ type: "number" }, { type: "null" }] })

const structured = (fault: (value: unknown) => Broken | undefined, schema: JsonSchema) =>
  record().check((value: JsonRecord) => fault(value) ?? structureFault(value), schema)

const threshold = structured(thresholdFault, {
  type: "object",
  required: ["configuration"],
  properties: {
    configuration: {
      description: "The bounds, and what they are measured in.",
      type: "object",
      required: ["type", "bounds"],
      properties: {
        type: {
          description: "`absolute`: in the unit of the value. `percentage`: as a share of the value before.",
          enum: ["absolute", "percentage"]
        },
        bounds: {
          description: "At least one bound.",
          type: "object",
          properties: {
            lower: bound("A value below it fires; null or absent: none."),
            upper: bound("A value above it fires; null or absent: none.")
          }
        }
      }
    }
  }
}).describe(
  "The bounds. `percentage` is a share of the value before: 0.2 is 20 %.",
  { configuration: { type: "absolute", bounds: { lower: 10, upper: 100 } } }
)

const condition = structured(faultBy(Condition), {
  type: "object",
  required: ["type"],
  properties: {
    type: {
      description: "`absolute_value`: the newest value. The others: its change since the one before.",
      enum: ["absolute_value", "relative_increase", "relative_decrease"]
    }
  }
}).describe(
  "What the bounds are of: the newest value, or how much it is above or below the one before.",
  { type: "absolute_value" }
)

const config = structured(faultBy(AlertConfig), {
  type: "object",
  required: ["type", "series_index"],
  properties: {
    type: { description: "Alerts look at trends.", const: "TrendsAlertConfig" },
    series_index: { description: "The series, counted from 0.", type: "integer", minimum: 0, maximum: 100 },
    check_ongoing_interval: {
      description: "Whether the interval that is not over yet counts.",
      anyOf: [{ type: "boolean" }, { type: "null" }]
    }
  }
}).describe(
  "The series that is looked at, counted from 0, and whether the interval that is not over yet counts.",
  { type: "TrendsAlertConfig", series_index: 0 }
)

const insight = integer({ minimum: 1, maximum: 2147483647 }).describe("The id of the insight, a trend.", 1)

const name = text({ blank: true, maxLength: 255 }).describe("The name that people see.", "Signups are low")

const subscribedUsers = list(integer({ minimum: 1, maximum: 2147483647 }), { distinct: true, maxLength: 100 })
  .describe("The ids of members who are told by e-mail.", [1])

const interval = choice(calculationIntervals).describe(
  "The time between two checks: on the hour, or in the night of the next day, Monday or first of the month.",
  "daily"
)

const enabled = boolean().describe("Whether it is checked.", true)

const skipWeekend = boolean().orNull(false).describe(
  "Whether hourly and daily checks leave out Saturday and Sunday.",
  true
)

const snoozedUntil = text({ maxLength: 40 }).nullable.describe(
  "Quiet until then: `4h`, `2d`, `1w`, `1m` from now, or an instant. Null ends the silence.",
  "2d"
)

/** The fields of a new alert. */
export const newAlertFields = {
  name: name.orElse(""),
  insight,
  subscribed_users: subscribedUsers.orElse([]),
  threshold,
  condition,
  config,
  calculation_interval: interval.orElse("daily"),
  enabled: enabled.orElse(true),
  skip_weekend: skipWeekend.orElse(false)
}

/** The fields that a change may have. */
export const alertFields = {
  name,
  insight,
  subscribed_users: subscribedUsers,
  threshold,
  condition,
  config,
  calculation_interval: interval,
  enabled,
  skip_weekend: skipWeekend,
  snoozed_until: snoozedUntil
}

/** The stored form of an object that was sent. */
export const storedRecord = (value: JsonRecord): StoredRecord => value as StoredRecord

/** The ids as users'. */
export const userIds = (ids: ReadonlyArray<number>): ReadonlyArray<UserId> => ids.map((id) => UserId.make(id))

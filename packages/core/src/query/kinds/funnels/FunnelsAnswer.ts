import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields, intervalFields } from "../../AnswerFields.ts"

const orNull = <S extends Schema.Top>(schema: S, description: string) => field(Schema.NullOr(schema), description)
const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

const Value = Schema.Union([Schema.String, Schema.Int, Schema.Array(Schema.Union([Schema.String, Schema.Int]))])

/** A step and the actors who reached it. */
export const FunnelStepResult = Schema.Struct({
  action_id: orNull(
    Schema.Union([Schema.String, Schema.Int]),
    "The event's name or the action's id; null for any event or step."
  ),
  name: field(Schema.String, "The name of the step."),
  custom_name: orNull(Schema.String, "The name that the query gives it."),
  order: field(Schema.Int, "Its place, from 0."),
  type: field(Schema.Literals(["actions", "events"]), "Whether it is of an action or of events."),
  people: field(Schema.Array(Schema.String), "Always empty: actors are those of `FunnelsActorsQuery`."),
  count: field(Schema.Finite, "The number of actors who reached it."),
  average_conversion_time: orNull(Schema.Finite, "The mean seconds from the step before; null for the first."),
  median_conversion_time: orNull(Schema.Finite, "The median seconds from the step before; null for the first."),
  breakdown: perhaps(Value, "The value that the funnel is cut by, as it is shown."),
  breakdown_value: perhaps(Value, "The value that the funnel is cut by; 0 for all cohorts.")
}).annotate(component("FunnelStepResult", "A step of a funnel and the actors who reached it."))
export type FunnelStepResult = typeof FunnelStepResult.Type

/** The times from the first step to the last. */
export const FunnelTimes = Schema.Struct({
  bins: field(
    Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite])),
    "The bars: the seconds at which each begins, and its number of actors."
  ),
  average_conversion_time: orNull(Schema.Finite, "The mean seconds; null where nobody converted.")
}).annotate(component("FunnelTimes", "The times that actors took, with `funnelVizType` `time_to_convert`."))
export type FunnelTimes = typeof FunnelTimes.Type

/** Conversion over time. */
export const FunnelCurve = Schema.Struct({
  count: field(Schema.Int, "The number of intervals."),
  data: field(Schema.Array(Schema.Finite), "The percentage of those who entered in each interval that converted."),
  ...intervalFields,
  breakdown_value: perhaps(Value, "The value that the funnel is cut by.")
}).annotate(component("FunnelCurve", "The conversion over time, with `funnelVizType` `trends`."))
export type FunnelCurve = typeof FunnelCurve.Type

const Results = Schema.Union([
  Schema.Array(FunnelStepResult),
  Schema.Array(Schema.Array(FunnelStepResult)),
  Schema.Array(FunnelCurve),
  FunnelTimes,
  Schema.Array(FunnelTimes)
])
export type FunnelsResults = typeof Results.Type

/** The form of the answers. */
export const FunnelsAnswer = answerOf("FunnelsQuery", "The number of actors who reach each step.", {
  ...insightAnswerFields,
  results: field(
    Results,
    "The steps, a list of them for each value that the funnel is cut by; curves or times with another `funnelVizType`."
  )
})

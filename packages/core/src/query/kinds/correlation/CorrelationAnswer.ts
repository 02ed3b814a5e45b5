import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields } from "../../AnswerFields.ts"

const CorrelatedEvent = Schema.Struct({
  event: field(Schema.String, "The event or the property, as `plan::pro`."),
  properties: field(Schema.Record(Schema.String, Schema.String), "The property of an event with properties."),
  elements: field(Schema.Array(Schema.String), "Always empty.")
}).annotate(component("CorrelatedEvent", "An event or property that goes with an outcome."))

/** An event or property with its odds. */
export const CorrelationResult = Schema.Struct({
  event: field(CorrelatedEvent, "The event or property."),
  success_count: field(Schema.Finite, "The number of actors with it who converted."),
  failure_count: field(Schema.Finite, "The number of actors with it who did not."),
  odds_ratio: field(Schema.Finite, "The odds of converting with it beside those without it."),
  correlation_type: field(Schema.Literals(["success", "failure"]), "The outcome that it goes with.")
}).annotate(component("CorrelationResult", "An event or property, and the outcome of a funnel that it goes with."))
export type CorrelationResult = typeof CorrelationResult.Type

const Results = Schema.Struct({
  events: field(Schema.Array(CorrelationResult), "Those of success first, the strongest of each first."),
  skewed: field(Schema.Boolean, "Whether one outcome is so rare that they mean little.")
}).annotate(component("CorrelationResults", "What goes with converting in a funnel, or with not converting."))

/** The form of the answers. */
export const CorrelationAnswer = answerOf("FunnelCorrelationQuery", "What goes with the outcomes of a funnel.", {
  ...insightAnswerFields,
  results: field(Results, "The correlations.")
})

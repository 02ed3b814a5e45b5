import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields } from "../../AnswerFields.ts"

/** A step from one event to the next. */
export const PathEdge = Schema.Struct({
  source: field(Schema.String, "The position in the path and the step, as `1_/home`."),
  target: field(Schema.String, "The step after it, with its position."),
  value: field(Schema.Finite, "The number of actors who went so."),
  average_conversion_time: field(Schema.Finite, "The mean time between the two, in milliseconds.")
}).annotate(component("PathEdge", "A step of actors from one event to the next."))
export type PathEdge = typeof PathEdge.Type

/** The form of the answers. */
export const PathsAnswer = answerOf("PathsQuery", "The ways of actors from one event to the next.", {
  ...insightAnswerFields,
  results: field(Schema.Array(PathEdge), "The steps, those of most actors first.")
})

import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, comparedFields, insightAnswerFields, ResultEntity } from "../../AnswerFields.ts"

/** A series in a period. */
export const StickinessResult = Schema.Struct({
  count: field(Schema.Finite, "The number of actors."),
  data: field(Schema.Array(Schema.Finite), "The number of actors active in one interval, in two, and so on."),
  days: field(Schema.Array(Schema.Int), "The numbers of intervals, from 1."),
  labels: field(Schema.Array(Schema.String), "The numbers of intervals as charts name them: `2 days`."),
  label: field(Schema.String, "The name of the series."),
  action: field(ResultEntity, "The series."),
  ...comparedFields
}).annotate(component("StickinessResult", "The number of intervals in which actors of a series were active."))
export type StickinessResult = typeof StickinessResult.Type

/** The form of the answers. */
export const StickinessAnswer = answerOf("StickinessQuery", "The number of intervals in which actors did something.", {
  ...insightAnswerFields,
  results: field(Schema.Array(StickinessResult), "Each series, in the time before too where it is compared.")
})

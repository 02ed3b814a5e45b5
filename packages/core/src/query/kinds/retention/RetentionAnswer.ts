import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields } from "../../AnswerFields.ts"

const Cell = Schema.Struct({
  count: field(Schema.Finite, "The number of actors."),
  label: field(Schema.String, "The period: `Day 1`.")
}).annotate(component("RetentionCell", "The actors who came back in one period."))

/** Those who began in one period. */
export const RetentionRow = Schema.Struct({
  date: field(Schema.String, "The first instant of the period."),
  label: field(Schema.String, "The period: `Day 0`."),
  values: field(Schema.Array(Cell), "Those who began, then those who came back in each period after it."),
  breakdown_value: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int])).annotateKey({
    description: "The value that the actors are cut by."
  })
}).annotate(component("RetentionRow", "The actors who began in one period, and when they came back."))
export type RetentionRow = typeof RetentionRow.Type

/** The form of the answers. */
export const RetentionAnswer = answerOf("RetentionQuery", "The actors who come back.", {
  ...insightAnswerFields,
  results: field(Schema.Array(RetentionRow), "A row for each period, for each value that the actors are cut by.")
})

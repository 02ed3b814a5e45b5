import { Schema } from "effect"
import { field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, listAnswerFields } from "../../AnswerFields.ts"

/** The form of the answers. */
export const EventsAnswer = answerOf("EventsQuery", "Events one by one, or groups of them.", {
  ...listAnswerFields,
  nextCursor: field(
    Schema.NullOr(Schema.String),
    "The place after the last row, as `after` or `before` of the next page; null without one."
  )
})

import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields, listAnswerFields } from "../../AnswerFields.ts"

/** The form of the answers of lists. */
export const ActorsAnswer = answerOf("ActorsQuery", "Persons or groups.", {
  ...listAnswerFields,
  missing_actors_count: field(
    Schema.NullOr(Schema.Int),
    "The number of rows whose person or group is not known; null in an answer that failed."
  )
})

const OptionValue = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Array(Schema.Union([Schema.String, Schema.Finite]))
])

const Option = Schema.Struct({
  label: field(Schema.String, "The value, for people."),
  value: field(OptionValue, "The value that a selection may have.")
}).annotate(component("ActorOption", "A value by which actors of a result can be selected."))

const options = (description: string) => field(Schema.NullOr(Schema.Array(Option)), description)

/** The form of the answers that list how actors can be selected. */
export const OptionsAnswer = answerOf(
  "InsightActorsQueryOptions",
  "The values by which actors of a result can be selected; each is null where the result has no such part.",
  {
    ...insightAnswerFields,
    day: options("The intervals."),
    status: options("The states of a lifecycle."),
    interval: options("The numbers of intervals, or the periods of retention."),
    breakdown: options("The values that the result is cut by."),
    series: options("The series."),
    compare: options("The times that are compared.")
  }
)

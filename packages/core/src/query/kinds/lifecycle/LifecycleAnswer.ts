import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, insightAnswerFields, intervalFields, ResultEntity } from "../../AnswerFields.ts"
import { lifecycles } from "./LifecycleNode.ts"

/** The actors of one state. */
export const LifecycleResult = Schema.Struct({
  action: field(
    Schema.Struct({ ...ResultEntity.fields, math: field(Schema.Literal("total"), "Always `total`.") }),
    "The series."
  ),
  label: field(Schema.String, "The series and the state."),
  status: field(Schema.Literals(lifecycles), "The state."),
  data: field(Schema.Array(Schema.Finite), "The number of actors in each interval; negative for those who left."),
  count: field(Schema.Finite, "The sum of the numbers."),
  ...intervalFields
}).annotate(component("LifecycleResult", "The actors of one state in each interval."))
export type LifecycleResult = typeof LifecycleResult.Type

/** The form of the answers. */
export const LifecycleAnswer = answerOf("LifecycleQuery", "The actors who are new, stay, come back and leave.", {
  ...insightAnswerFields,
  results: field(Schema.Array(LifecycleResult), "One for each state, in their order.")
})

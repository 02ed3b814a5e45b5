import { variableTypes } from "@hedgerow/core/query/variables/SqlVariable"
import { newSqlVariableFields, sqlVariableFields } from "@hedgerow/core/query/variables/SqlVariableInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

/** A variable on the wire. */
export const SqlVariableRecord = Schema.Struct({
  id: described(Schema.String.annotate({ format: "uuid" }), "The variable's id."),
  name: described(Schema.String, "Its name, for people."),
  type: described(Schema.Literals(variableTypes), "The type of its values."),
  default_value: described(Schema.Json, "The value where a query gives none."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  created_at: described(Schema.String.annotate({ format: "date-time" }), "The time at which it was made."),
  code_name: described(
    Schema.String,
    "The name in queries, as `{variables.code_name}`: made of the first name, it stays when the name changes."
  ),
  values: described(Schema.Json, "The choices of a `List`.")
}).annotate({ identifier: "InsightVariable", description: "A value that queries name." })

/** A new variable. */
export const NewSqlVariable = createBody(newSqlVariableFields, {
  identifier: "NewInsightVariable",
  description: "A value that queries name."
})

/** A change of a variable. */
export const SqlVariableChanges = changeBody(sqlVariableFields, {
  identifier: "InsightVariableChanges",
  description: "A change of a variable. Its name in queries stays."
})

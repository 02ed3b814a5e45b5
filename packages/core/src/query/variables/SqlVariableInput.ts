import { Result, type Schema } from "effect"
import { choice, Field, list, text } from "../../shared/Fields.ts"
import { beyondSchema } from "../../shared/FieldSchema.ts"
import { codeNameOf, variableTypes } from "./SqlVariable.ts"

/** The most values that a variable offers. */
const maxValues = 1_000

/** The most characters of a value. */
const maxText = 10_000

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" && value.length <= maxText && value.isWellFormed() && !value.includes("\u0000"))

const scalar = Field.make<Schema.Json>(
  (value) =>
    isScalar(value)
      ? Result.succeed(value)
      : Result.fail([{
        path: [],
        code: "invalid_input",
        message: `A text of at most ${maxText} characters, a number, true, false or null is needed.`
      }]),
  { type: ["string", "number", "boolean"] }
)

const name = text({ maxLength: 400 }).check(
  (value) =>
    codeNameOf(value).replaceAll("_", "") === ""
      ? { code: "invalid_input", message: "The name needs a letter or a digit." }
      : undefined,
  beyondSchema
)

/** The fields of a new variable. */
export const newSqlVariableFields = {
  name: name.describe("Its name, for people.", "Plan"),
  type: choice(variableTypes).describe("The type of its values.", "String"),
  default_value: scalar.nullable.orElse(null).describe("The value where a query gives none.", "pro"),
  values: list(text({ maxLength: maxText }), { maxLength: maxValues }).nullable.orElse(null)
    .describe("The choices of a `List`.", ["free", "pro"])
}

/** The fields that a change may have. */
export const sqlVariableFields = {
  name: newSqlVariableFields.name,
  type: newSqlVariableFields.type,
  default_value: newSqlVariableFields.default_value,
  values: newSqlVariableFields.values
}

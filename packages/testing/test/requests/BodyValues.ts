import type { FieldTable } from "@hedgerow/core/shared/Fields"
import type { JsonSchema } from "@hedgerow/core/shared/FieldSchema"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"

/** Stands for a field that is left out. */
export const absent = Symbol("absent")

/** One value of each type, and those that are nearly of another one. */
export const someTypes: ReadonlyArray<unknown> = [absent, null, "", "x", 1, "12", true, [], ["x"], {}]

/** Of every type, and at the edges of what texts and numbers may be. */
export const everyType: ReadonlyArray<unknown> = [
  absent,
  null,
  "",
  " ",
  "x",
  "a b",
  0,
  1,
  -1,
  1.5,
  "12",
  "1.5",
  true,
  "yes",
  "maybe",
  [],
  [null],
  ["x"],
  [""],
  [1],
  [true],
  [{}],
  [["x"]],
  {},
  { a: [1] }
]

/** Every schema in a schema that a value may be of. */
const alternatives = (schema: JsonSchema): ReadonlyArray<JsonSchema> => {
  const inner = Array.isArray(schema["anyOf"]) ? schema["anyOf"].filter(isJsonRecord) : []
  return [schema, ...inner.flatMap(alternatives)]
}

/** At the limits that a schema names, and one beyond. */
const atLimits = (schema: JsonSchema): ReadonlyArray<unknown> => {
  const { enum: values, items, maxItems, maxLength } = schema
  return [
    ...(typeof maxLength === "number"
      ? ["x".repeat(maxLength), "x".repeat(maxLength + 1), "😀".repeat(maxLength)]
      : []),
    ...(typeof maxItems === "number" && maxItems <= 1000
      ? [Array.from({ length: maxItems }, (_, at) => at + 1), Array.from({ length: maxItems + 1 }, (_, at) => at + 1)]
      : []),
    ...(Array.isArray(values)
      ? [...values.slice(0, 4), ...values.slice(-2), ...values.slice(0, 1).map((value) => `${String(value)}?`)]
      : []),
    ...(isJsonRecord(items) ? alternatives(items).flatMap(atLimits).map((item) => [item]) : [])
  ]
}

const withField = (body: JsonRecord, field: string, value: unknown): JsonRecord => {
  const { [field]: _, ...rest } = body
  return value === absent ? rest : { ...rest, [field]: value }
}

/** The body with one field as an example, as each of `more`, and at every limit. */
export const changedBodies = (
  described: FieldTable[string] | undefined,
  field: string,
  more: ReadonlyArray<unknown>,
  body: () => JsonRecord
): ReadonlyArray<JsonRecord> => {
  const schema = described?.jsonSchema ?? {}
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : []
  const values = [...examples, ...more, ...alternatives(schema).flatMap(atLimits)]
  return values.map((value) => withField(body(), field, value))
}

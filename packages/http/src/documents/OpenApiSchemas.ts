import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { intParamFormat } from "../requests/IntParam.ts"

const isNumberInText = (schema: JsonRecord): boolean => schema["format"] === intParamFormat

/** Said of objects whose further fields may be anything: so may those of all others. */
const isAnyFields = (part: unknown): boolean =>
  JSON.stringify(part) === JSON.stringify({ type: "object", additionalProperties: {} })

const isNoise = (key: string, value: unknown): boolean =>
  (key === "additionalProperties" && value === false)
  || ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)

/** Whether a schema holds nothing but a text, or a reference to another. */
const isPlain = (part: unknown): part is JsonRecord =>
  isJsonRecord(part) && Object.keys(part).every((key) => key === "description" || key === "$ref")

/** Alternatives that are the same are one, and one alternative is none. */
const withDistinct = ({ anyOf, ...schema }: JsonRecord): JsonRecord => {
  if (!Array.isArray(anyOf)) return { ...schema, ...(anyOf === undefined ? undefined : { anyOf }) }
  const distinct = [...new Map(anyOf.map((one: unknown) => [JSON.stringify(one), one])).values()]
  return distinct.length === 1 ? { ...recordOrEmpty(distinct[0]), ...schema } : { anyOf: distinct, ...schema }
}

/** The parts that a schema is all of, as far as they can stand in the schema itself. */
const flatten = ({ allOf, ...schema }: JsonRecord): JsonRecord => {
  if (!Array.isArray(allOf)) return { ...schema, ...(allOf === undefined ? undefined : { allOf }) }
  const parts = allOf.filter((part) => !isAnyFields(part))
  const rest = parts.filter((part) => !isPlain(part))
  return Object.assign({}, schema, ...parts.filter(isPlain), rest.length === 0 ? {} : { allOf: rest })
}

/** Says what a client needs to know: unknown fields are allowed, and number parameters are numbers. */
export const simplify = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplify)
  if (!isJsonRecord(value)) return value
  if (isNumberInText(value)) return { type: "integer", description: value["description"] }
  const kept = Object.entries(withDistinct(flatten(value))).filter(([key, field]) => !isNoise(key, field))
  return Object.fromEntries(kept.map(([key, field]) => [key, simplify(field)]))
}

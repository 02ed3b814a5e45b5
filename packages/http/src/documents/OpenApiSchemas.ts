import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { intParamFormat } from "../requests/IntParam.ts"

const isNumberInText = (schema: JsonRecord): boolean => schema["format"] === intParamFormat

/** Said of objects whose further fields may be anything: so may those of all others. */
const isAnyFields = (part: unknown): boolean =>
  JSON.stringify(part) === JSON.stringify({ type: "object", additionalProperties: {} })

const isNoise = (key: string, value: unknown, { isClosed }: Reading): boolean =>
  (key === "additionalProperties" && value === false && !isClosed)
  || ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)

interface Reading {
  /** Whether objects that allow no further fields refuse them: those of the contract ignore them. */
  readonly isClosed: boolean
}

const inner = ["properties", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"]

/** A list says that its items, and an object that its fields, may be any where none are named; nothing is said of further ones. */
const withFields = (schema: JsonRecord): JsonRecord => {
  if (schema["type"] === "array" && !Object.hasOwn(schema, "items")) return { ...schema, items: {} }
  const { additionalProperties: further, ...rest } = schema
  const isAny = further === undefined || further === true || JSON.stringify(further) === "{}"
  if (schema["type"] !== "object" || !isAny) return schema
  return inner.some((key) => Object.hasOwn(schema, key)) ? rest : { ...rest, additionalProperties: true }
}

/** Alternatives that are the same are one, and one alternative is none. */
const withDistinct = ({ anyOf, ...schema }: JsonRecord): JsonRecord => {
  if (!Array.isArray(anyOf)) return { ...schema, ...(anyOf === undefined ? undefined : { anyOf }) }
  const distinct = [...new Map(anyOf.map((one: unknown) => [JSON.stringify(one), one])).values()]
  return distinct.length === 1 ? { ...recordOrEmpty(distinct[0]), ...schema } : { anyOf: distinct, ...schema }
}

/** Whether a part can stand in the schema itself: nothing is said twice. */
const fits = (part: unknown, schema: JsonRecord): part is JsonRecord =>
  isJsonRecord(part) && Object.keys(part).every((key) => key === "description" || !Object.hasOwn(schema, key))

/** The parts that a schema is all of, as far as they can stand in the schema itself. */
const flatten = ({ allOf, ...schema }: JsonRecord): JsonRecord => {
  if (!Array.isArray(allOf)) return { ...schema, ...(allOf === undefined ? undefined : { allOf }) }
  const flat: Record<string, unknown> = { ...schema }
  const rest: Array<unknown> = []
  for (const part of allOf.filter((one) => !isAnyFields(one))) {
    if (fits(part, flat)) Object.assign(flat, part)
    else rest.push(part)
  }
  return rest.length === 0 ? flat : { ...flat, allOf: rest }
}

/** A record that is described by a component is that component. */
const withoutShell = (schema: JsonRecord): JsonRecord => {
  const { $ref, additionalProperties: _, type, ...rest } = schema
  return typeof $ref === "string" && type === "object" ? { $ref, ...rest } : schema
}

/** Says what a client needs to know: unknown fields are allowed, and number parameters are numbers. */
export const simplify = (value: unknown, reading: Reading = { isClosed: false }): unknown => {
  if (Array.isArray(value)) return value.map((part) => simplify(part, reading))
  if (!isJsonRecord(value)) return value
  if (isNumberInText(value)) return { type: "integer", description: value["description"] }
  const plain = withoutShell(withDistinct(flatten(value)))
  const kept = Object.entries(withFields(plain)).filter(([key, field]) => !isNoise(key, field, reading))
  return Object.fromEntries(kept.map(([key, field]) => [key, simplifyField(key, field, reading)]))
}

/** Examples and defaults are values, and stay as they are. */
const values: ReadonlySet<string> = new Set(["default", "enum", "example", "examples"])

const simplifyField = (key: string, field: unknown, reading: Reading): unknown =>
  values.has(key)
    ? field
    : key === "properties" && isJsonRecord(field)
    ? Object.fromEntries(Object.entries(field).map(([name, schema]) => [name, simplify(schema, reading)]))
    : simplify(field, reading)

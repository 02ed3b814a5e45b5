/** Parts of schemas that have names: the components of the document. */
import type { Variant, Variants } from "@hedgerow/core/shared/DocumentedSchema"
import { componentRef, type JsonSchema } from "@hedgerow/core/shared/FieldSchema"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"

const definitionPrefix = "#/$defs/"
const componentPrefix = "#/components/schemas/"

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

/** The schema with references to definitions as references to components. */
export const toComponents = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toComponents)
  if (!isJsonRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === "$ref" && typeof part === "string"
        ? [key, part.replace(definitionPrefix, componentPrefix)]
        : [key, toComponents(part)]
    )
  )
}

/** One of several components, by the value of a field. */
export const unionBy = (
  field: string,
  names: Readonly<Record<string, string>>,
  description: string
): JsonSchema => ({
  description,
  oneOf: [...new Set(Object.values(names))].map(componentRef),
  discriminator: {
    propertyName: field,
    mapping: Object.fromEntries(Object.entries(names).map(([value, name]) => [value, `${componentPrefix}${name}`]))
  }
})

const isNullable = (schema: unknown): boolean =>
  listOf(recordOrEmpty(schema)["anyOf"]).some((one) => recordOrEmpty(one)["type"] === "null")

/** A field that must be there, and not null. */
const asRequired = (schema: unknown): JsonSchema => {
  const { anyOf, ...rest } = recordOrEmpty(schema)
  const some = listOf(anyOf).filter((one) => recordOrEmpty(one)["type"] !== "null")
  if (some.length === 1) return { ...recordOrEmpty(some[0]), ...rest }
  return some.length === 0 ? recordOrEmpty(schema) : { anyOf: some, ...rest }
}

const asVariant = (schema: JsonRecord, by: string, variant: Variant): JsonSchema => {
  const { description, examples, omits = [], required = [], values } = variant
  const { "x-variants": _, examples: own, properties, required: needed, ...rest } = schema
  const isNeeded = (name: string) => required.includes(name) || listOf(needed).includes(name)
  const fields = Object.entries(recordOrEmpty(properties)).filter(([name]) => !omits.includes(name))
  const shown = examples ?? listOf(own).filter((example) => values.includes(String(recordOrEmpty(example)[by])))
  return {
    ...rest,
    description,
    properties: Object.fromEntries(fields.map(([name, field]) => {
      if (name !== by) return [name, required.includes(name) ? asRequired(field) : field]
      const { description: text } = recordOrEmpty(field)
      const chosen = { type: "string", enum: values }
      return [name, {
        ...(isNullable(field) && !isNeeded(by) ? { anyOf: [chosen, { type: "null" }] } : chosen),
        description: text
      }]
    })),
    required: fields.map(([name]) => name).filter(isNeeded),
    ...(shown.length === 0 ? undefined : { examples: shown })
  }
}

/** The union that a component is by the value of a field: without a value it is the first that does not ask for one. */
const unionOf = ({ also = {}, by, of }: Variants, { description }: JsonRecord, isNamed: boolean): JsonSchema => {
  const entries = [...of.flatMap(({ name, values }) => values.map((value) => [value, name])), ...Object.entries(also)]
  const names: Readonly<Record<string, string>> = Object.fromEntries(entries)
  const union = unionBy(by, names, String(description))
  return isNamed ? union : { description, anyOf: union["oneOf"] }
}

/** The components of a definition: one, or those that it is by the value of a field, and their union. */
export const componentsOf = (name: string, schema: JsonRecord): ReadonlyArray<readonly [string, JsonSchema]> => {
  const variants = schema["x-variants"] as Variants | undefined
  if (variants === undefined) return [[name, schema]]
  const isNamed = listOf(schema["required"]).includes(variants.by)
  return [
    [name, unionOf(variants, schema, isNamed)],
    ...variants.of.map((one) => [one.name, asVariant(schema, variants.by, one)] as const)
  ]
}

/** Moves the parts of a value that have names to the components, and leaves references to them. */
export const hoist = (value: unknown, found: Map<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((part) => hoist(part, found))
  if (!isJsonRecord(value)) return value
  const { "x-component": name, ...schema } = value
  const moved = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key === "x-discriminator" ? "discriminator" : key, hoist(part, found)])
  )
  if (typeof name !== "string") return moved
  found.set(name, moved)
  return componentRef(name)
}

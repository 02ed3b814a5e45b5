/** The JSON Schema (2020-12) of what a request may have in one place. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The schema of what a request may have in the places of an object. */
export interface ObjectSchema extends JsonSchema {
  readonly type: "object"
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: ReadonlyArray<string>
}

const alternatives = (schema: JsonSchema): ReadonlyArray<unknown> =>
  Object.keys(schema).length === 1 && Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema]

/** As the schema, and null. */
export const orNullSchema = (schema: JsonSchema): JsonSchema =>
  Object.keys(schema).length === 0 || schema["type"] === "null"
    ? schema
    : { anyOf: [...alternatives(schema), { type: "null" }] }

/** Said of a rule that no schema states: of two fields, of what is stored, of what can be stored. */
export const beyondSchema: JsonSchema = {}

/** The schema of a component of the description of the API, by its name. */
export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A schema that has a name of its own in the description of the API. */
export const namedSchema = (name: string, schema: JsonSchema): JsonSchema => ({
  allOf: [{ "x-component": name, ...schema }]
})

import { type FieldTable, jsonSchemaOf, type SentChanges, type SentFields } from "@hedgerow/core/shared/Fields"
import type { JsonSchema } from "@hedgerow/core/shared/FieldSchema"
import { Schema } from "effect"

/** The notes on a body in a document, besides its fields. */
export interface BodyNotes {
  /** The name of its schema in the document. */
  readonly identifier: string
  readonly description: string
  /** Made of the fields' examples if it is not given. */
  readonly example?: Readonly<Record<string, unknown>>
  /** Schemas with more detail than the field's row in the table. */
  readonly detailed?: Readonly<Record<string, Schema.Codec<unknown>>>
}

const always = () => true

/** A schema that is known by its JSON Schema alone: the handler reads the value. */
const documented = (schema: JsonSchema): Schema.Codec<unknown> =>
  Schema.Json.check(Schema.makeFilter(always, { toJsonSchema: () => schema }))

const exampleOf = (properties: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) => Array.isArray(examples) ? [[name, examples[0]]] : [])
  )

const bodySchema = (table: FieldTable, reading: "create" | "change", notes: BodyNotes): Schema.Codec<unknown> => {
  const { description, detailed = {}, example, identifier } = notes
  const { properties, required } = jsonSchemaOf(table, reading)
  const fields = Object.entries(properties).map(([name, schema]) => {
    const field = detailed[name] ?? documented(schema)
    return [name, required.includes(name) ? field : Schema.optionalKey(field)] as const
  })
  return Schema.Struct(Object.fromEntries(fields)).annotate({
    identifier,
    description,
    examples: [example ?? exampleOf(properties)]
  })
}

/**
 * The documented schema of a body that a handler reads with `readFields` and this table: the two cannot disagree. It is not
 * decoded; errors are those of the table.
 */
export const createBody = <T extends FieldTable>(table: T, notes: BodyNotes) =>
  bodySchema(table, "create", notes) as Schema.Codec<SentFields<T>>

/** As `createBody`, of a body that a handler reads with `readChanges`. */
export const changeBody = <T extends FieldTable>(table: T, notes: BodyNotes) =>
  bodySchema(table, "change", notes) as Schema.Codec<SentChanges<T>>

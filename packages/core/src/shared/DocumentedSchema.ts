/** Schemas of structured values with what the description of the API says of them; errors show none of it. */
import { Schema } from "effect"
import { componentRef, type JsonSchema } from "./FieldSchema.ts"

/** The part of a component whose nodes have some values of a field. */
export interface Variant {
  readonly name: string
  readonly description: string
  readonly values: ReadonlyArray<string>
  /** The fields that it must have beside those that all have. */
  readonly required?: ReadonlyArray<string>
  /** The fields that mean nothing for it. */
  readonly omits?: ReadonlyArray<string>
  readonly examples?: ReadonlyArray<JsonSchema>
}

/** A component that is one of several by the value of a field. */
export interface Variants {
  readonly by: string
  readonly of: ReadonlyArray<Variant>
  /** Further components that it may be, by that value. */
  readonly also?: Readonly<Record<string, string>>
}

export interface ComponentNotes {
  readonly examples?: ReadonlyArray<JsonSchema>
  readonly variants?: Variants
}

/** The notes on a schema that has a name of its own in the description of the API. */
export const component = (name: string, description: string, { examples, variants }: ComponentNotes = {}) => ({
  component: name,
  description,
  ...(examples === undefined ? undefined : { examples: examples as ReadonlyArray<never> }),
  ...(variants === undefined ? undefined : { "x-variants": variants })
})

/** A field with its text. */
export const field = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotateKey({ description })

/** A field that may be left out, or null, with its text. */
export const optional = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotateKey({ description })

/** A field that is taken and means nothing. */
export const ignored = Schema.optionalKey(Schema.Unknown).annotateKey({
  description: "Accepted and without effect: clients keep it for themselves."
})

/** A rule of a check, and its form in a JSON Schema. */
export const stated = <A>(rule: (value: A) => Schema.FilterOutput, schema: JsonSchema) =>
  Schema.makeFilter<A>(rule, { toJsonSchema: () => schema })

/** A record that is read later, as a component of the description. */
export const recordOf = (name: string) =>
  Schema.Record(Schema.String, Schema.Unknown).check(stated(() => true, componentRef(name)))

import { Effect, Equal, Result, Struct } from "effect"
import { below, type Field, typeName } from "./Field.ts"
import type { JsonSchema, ObjectSchema } from "./FieldSchema.ts"
import { type InputIssue, InvalidInput } from "./InvalidInput.ts"
import { isJsonRecord } from "./JsonRecord.ts"

export { Field } from "./Field.ts"
export * from "./FieldKinds.ts"

/** The fields of a request by name, in the order they are checked and reported. */
export type FieldTable = Readonly<Record<string, Field<unknown, boolean>>>

type Named<T extends FieldTable, Always extends boolean> = {
  [K in keyof T]: T[K] extends Field<unknown, Always> ? K : never
}[keyof T]

type ValueOf<F> = F extends Field<infer A, boolean> ? A : never

/** The values that a table reads: optional fields that were not sent are absent. */
export type FieldValues<T extends FieldTable> =
  & { readonly [K in Named<T, true>]: ValueOf<T[K]> }
  & { readonly [K in Named<T, false>]?: ValueOf<T[K]> }

/** The values that a table reads of a change: only those that were sent. */
export type ChangedFields<T extends FieldTable> = { readonly [K in keyof T]?: ValueOf<T[K]> }

type SentOf<F> = F extends Field<unknown, boolean, infer S> ? S : never

type LeftOut<T extends FieldTable> = { [K in keyof T]: undefined extends SentOf<T[K]> ? K : never }[keyof T]

/** A change as a client sends it, for a table to read. */
export type SentChanges<T extends FieldTable> = { readonly [K in keyof T]?: Exclude<SentOf<T[K]>, undefined> }

/** A new record as a client sends it, for a table to read. */
export type SentFields<T extends FieldTable> =
  & { readonly [K in Exclude<keyof T, LeftOut<T>>]: SentOf<T[K]> }
  & { readonly [K in LeftOut<T>]?: Exclude<SentOf<T[K]>, undefined> }

const ofChange = (schema: JsonSchema): JsonSchema => Struct.omit(schema, ["default"])

/** The JSON Schema of a body that `readFields` ("create") or `readChanges` ("change") takes. */
export const jsonSchemaOf = (table: FieldTable, reading: "create" | "change"): ObjectSchema => {
  const fields = Object.entries(table)
  const isNew = reading === "create"
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(([name, { jsonSchema }]) => [name, isNew ? jsonSchema : ofChange(jsonSchema)])
    ),
    required: isNew ? fields.filter(([, field]) => field.isRequired).map(([name]) => name) : []
  }
}

const notAnObject = (body: unknown) =>
  InvalidInput.at([], "invalid_input", `Invalid data. Expected a dictionary, but got ${typeName(body)}.`)

const readTable = (
  table: FieldTable,
  body: unknown,
  skips: (field: Field<unknown, boolean>) => boolean
): Effect.Effect<Readonly<Record<string, unknown>>, InvalidInput> => {
  if (!isJsonRecord(body)) return Effect.fail(notAnObject(body))
  const values: Record<string, unknown> = {}
  const issues: Array<InputIssue> = []
  for (const [name, field] of Object.entries(table)) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined
    if (sent === undefined && skips(field)) continue
    const reading = field.read(sent)
    if (Result.isSuccess(reading)) values[name] = reading.success
    else issues.push(...below(name, reading.failure))
  }
  const [first, ...rest] = issues
  return first === undefined ? Effect.succeed(values) : Effect.fail(new InvalidInput({ issues: [first, ...rest] }))
}

/** Reads a whole object: every wrong field is reported, in the table's order; fields the table lacks are ignored. */
export const readFields = <T extends FieldTable>(
  table: T,
  body: unknown
): Effect.Effect<FieldValues<T>, InvalidInput> =>
  readTable(table, body, (field) => !field.always) as Effect.Effect<FieldValues<T>, InvalidInput>

/** Reads a change: as `readFields`, but any field may be left out, and what was not sent gets no default. */
export const readChanges = <T extends FieldTable>(
  table: T,
  body: unknown
): Effect.Effect<ChangedFields<T>, InvalidInput> =>
  readTable(table, body, () => true) as Effect.Effect<ChangedFields<T>, InvalidInput>

/** The record after a change; fields that the change leaves out stay. */
export const withChanges = <A extends object>(before: A, changes: { readonly [K in keyof A]?: A[K] }): A =>
  Object.assign({}, before, changes)

/** Whether a change would change a record; values are compared by their contents. */
export const differs = <A extends object>(before: A, changes: { readonly [K in keyof A]?: A[K] }): boolean =>
  Object.entries(changes).some(([name, value]) => !Equal.equals(Reflect.get(before, name), value))

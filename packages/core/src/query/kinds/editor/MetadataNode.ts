import { Schema } from "effect"
import { QueryModifiers } from "../../QueryModifiers.ts"
import { SqlNode } from "../sql/SqlNode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A statement, or one expression over the tables of `sourceQuery`, which are events without it. */
export const editorLanguages = ["hogQL", "hogQLExpr"] as const

/** Text that an editor asks about. */
export const MetadataNode = Schema.Struct({
  kind: Schema.Literal("HogQLMetadata"),
  language: Schema.Literals(editorLanguages),
  query: Schema.String,
  filters: SqlNode.fields.filters,
  /** Values of placeholders. */
  globals: optional(Schema.Record(Schema.String, Schema.Unknown)),
  variables: SqlNode.fields.variables,
  sourceQuery: optional(SqlNode),
  modifiers: optional(QueryModifiers),
  debug: optional(Schema.Boolean),
  version: optional(Schema.Finite),
  response: Schema.optionalKey(Schema.Unknown),
  tags: Schema.optionalKey(Schema.Unknown)
})
export type MetadataNode = typeof MetadataNode.Type

import { Effect, Schema } from "effect"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { QueryModifiers } from "../../QueryModifiers.ts"
import { schemaOf, type TableSchema } from "./TableSchema.ts"

const SchemaNode = Schema.Struct({
  kind: Schema.Literal("DatabaseSchemaQuery"),
  modifiers: Schema.optionalKey(Schema.NullOr(QueryModifiers)),
  version: Schema.optionalKey(Schema.NullOr(Schema.Finite)),
  response: Schema.optionalKey(Schema.Unknown),
  tags: Schema.optionalKey(Schema.Unknown)
})
type SchemaNode = typeof SchemaNode.Type

type Tables = Readonly<Record<string, TableSchema>>

/** The tables that SQL may name, with their fields. */
export const databaseSchema: QueryKind<SchemaNode, Tables> = {
  kind: "DatabaseSchemaQuery",
  ...plainKind,
  node: SchemaNode,
  freshness: () => ({ interval: "none", until: undefined }),
  decode: decodeNode(SchemaNode),
  significant: () => ({}),
  run: (_node, { project, now }) => Effect.sync(() => schemaOf({ project, now })),
  encode: (tables, { envelope }) => ({ ...envelope, tables, joins: [] }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, tables: {}, joins: [], error: detail })
}

import { Effect, Schema } from "effect"
import { component, field, ignored } from "../../../shared/DocumentedSchema.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { modifiersField } from "../../QueryModifiers.ts"
import { versionField } from "../sql/SqlNode.ts"
import { SchemaAnswer } from "./EditorAnswers.ts"
import { schemaOf, type TableSchema } from "./TableSchema.ts"

const SchemaNode = Schema.Struct({
  kind: field(Schema.Literal("DatabaseSchemaQuery"), "The kind of the query."),
  modifiers: modifiersField,
  version: versionField,
  response: ignored,
  tags: ignored
}).annotate(component("DatabaseSchemaQuery", "The tables that SQL may name, with their fields.", {
  examples: [{ kind: "DatabaseSchemaQuery" }]
}))
type SchemaNode = typeof SchemaNode.Type

type Tables = Readonly<Record<string, TableSchema>>

/** The tables that SQL may name, with their fields. */
export const databaseSchema: QueryKind<SchemaNode, Tables> = {
  kind: "DatabaseSchemaQuery",
  ...plainKind,
  node: SchemaNode,
  answer: SchemaAnswer,
  freshness: () => ({ interval: "none", until: undefined }),
  decode: decodeNode(SchemaNode),
  significant: () => ({}),
  run: (_node, { project, now }) => Effect.sync(() => schemaOf({ project, now })),
  encode: (tables, { envelope }) => ({ ...envelope, tables, joins: [] }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, tables: {}, joins: [], error: detail })
}

import { Schema } from "effect"
import { component, field, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { modifiersField } from "../../QueryModifiers.ts"
import { SqlNode, valuesField, versionField } from "../sql/SqlNode.ts"

/** A statement, or one expression over the tables of `sourceQuery`, which are events without it. */
export const editorLanguages = ["hogQL", "hogQLExpr"] as const

/** The field that says which it is. */
export const languageField = field(
  Schema.Literals(editorLanguages),
  "`hogQL` for a whole statement, `hogQLExpr` for one expression."
)

/** Text that an editor asks about. */
export const MetadataNode = Schema.Struct({
  kind: field(Schema.Literal("HogQLMetadata"), "The kind of the query."),
  language: languageField,
  query: field(Schema.String, "The text."),
  filters: SqlNode.fields.filters,
  globals: valuesField,
  variables: SqlNode.fields.variables,
  sourceQuery: optional(SqlNode, "The query whose tables an expression reads; events without it."),
  modifiers: modifiersField,
  debug: optional(Schema.Boolean, "Accepted and without effect."),
  version: versionField,
  response: ignored,
  tags: ignored
}).annotate(component("HogQLMetadata", "The errors, the tables and the types of an SQL text, for editors.", {
  examples: [{ kind: "HogQLMetadata", language: "hogQL", query: "SELECT event FROM events" }]
}))
export type MetadataNode = typeof MetadataNode.Type

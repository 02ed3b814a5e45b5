/** The forms of the answers for editors of SQL. */
import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { answerOf, envelopeFields } from "../../AnswerFields.ts"

const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

const Notice = Schema.Struct({
  message: field(Schema.String, "The message, in words."),
  start: perhaps(Schema.Int, "The start of the place in the text, in characters from 0."),
  end: perhaps(Schema.Int, "The end of the place."),
  fix: perhaps(Schema.String, "The text to write there.")
}).annotate(component("SqlNotice", "A message about a place of a text of SQL."))

/** The answer of a check. */
export const MetadataAnswer = answerOf("HogQLMetadata", "Whether a text of SQL is a query.", {
  ...envelopeFields,
  isValid: field(Schema.Boolean, "Whether it is one."),
  errors: field(Schema.Array(Notice), "The errors; none where it is one."),
  warnings: field(Schema.Array(Notice), "The warnings about what it does."),
  notices: field(Schema.Array(Notice), "Remarks, such as another name of a cohort."),
  query: field(Schema.String, "The text."),
  table_names: field(Schema.Array(Schema.String), "The tables that it names."),
  isUsingIndices: field(
    Schema.Literals(["yes", "no", "partial", "undecisive"]),
    "Whether it is narrowed to a time, and so reads a part of the events."
  ),
  estimated_rows: field(Schema.NullOr(Schema.Finite), "The rows of tables that it would read, where that is known.")
})

const FieldOfTable = Schema.Struct({
  name: field(Schema.String, "The name of the field."),
  hogql_value: field(Schema.String, "The field as SQL."),
  type: field(Schema.String, "The type: `string`, `integer`, `float`, `datetime`, `json`, `lazy_table`, …."),
  schema_valid: field(Schema.Literal(true), "Always true."),
  table: perhaps(Schema.String, "The table that its fields come from."),
  fields: perhaps(Schema.Array(Schema.String), "The names of its fields.")
}).annotate(component("SqlTableField", "A field of a table that SQL may name."))

const Table = Schema.Struct({
  id: field(Schema.String, "The name of the table."),
  name: field(Schema.String, "The name of the table."),
  type: field(Schema.Literal("posthog"), "Always `posthog`."),
  fields: field(Schema.Record(Schema.String, FieldOfTable), "The fields by their names.")
}).annotate(component("SqlTable", "A table that SQL may name."))

/** The answer with the tables. */
export const SchemaAnswer = answerOf("DatabaseSchemaQuery", "The tables that SQL may name, with their fields.", {
  ...envelopeFields,
  tables: field(Schema.Record(Schema.String, Table), "The tables by their names."),
  joins: field(Schema.Array(Schema.String), "Always empty."),
  error: perhaps(Schema.String, "The error of a query that asked for it with `debug`.")
})

const Suggested = Schema.Struct({
  label: field(Schema.String, "The name, as it is shown."),
  insertText: field(Schema.String, "The text to write."),
  kind: field(Schema.Literals(["Class", "Field", "Function", "Property"]), "A word of editors for its icon."),
  detail: field(Schema.String, "The type, or the place that it is from."),
  documentation: field(Schema.String, "The meaning, in words.")
}).annotate(component("SqlSuggestion", "Something that may be written at a cursor."))

/** The answer with suggestions. */
export const AutocompleteAnswer = answerOf("HogQLAutocomplete", "Suggestions at a cursor of an SQL text.", {
  ...envelopeFields,
  suggestions: field(Schema.Array(Suggested), "The suggestions, at most 100."),
  incomplete_list: field(Schema.Boolean, "Whether there are more.")
})

import { Schema } from "effect"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { component, field, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { modifiersField } from "../../QueryModifiers.ts"
import { DateRange } from "../../structured/DateRange.ts"

/** The names of the kind; the first is the contract's. */
export const sqlKindNames = ["ServiceSqlQuery", "HogQLQuery"] as const
export type SqlKindName = (typeof sqlKindNames)[number]

const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const Variable = Schema.Struct({
  variableId: field(Schema.String, "The id of the stored variable."),
  code_name: field(Schema.String, "Its name in the text: `{variables.name}`."),
  value: field(Schema.optionalKey(Schema.Unknown), "The value, in place of the stored default."),
  isNull: optional(Schema.Boolean, "Whether the value is null.")
}).annotate(component("SqlVariableValue", "The value of a variable of a statement."))

const Filters = Schema.Struct({
  dateRange: optional(DateRange, "The time of the events."),
  properties: optional(PropertyFilters, "Conditions on the events."),
  filterTestAccounts: optional(Schema.Boolean, "Whether the project's own tests are left out.")
}).annotate(component("SqlFilters", "The dates and conditions of `{filters}` in a statement."))

/** The values of placeholders. */
export const valuesField = optional(AnyRecord, "The values of placeholders: `{name}` in the text. Any value.")

/** The version of a node's form. */
export const versionField = optional(Schema.Finite, "The version of the node's form; older ones are upgraded.")

/** A query given as SQL text. */
export const SqlNode = Schema.Struct({
  kind: field(Schema.Literals(sqlKindNames), "The kind of the query; `HogQLQuery` is the reference's name of it."),
  query: field(Schema.String, "The SQL text."),
  values: valuesField,
  filters: optional(Filters, "The dates and conditions of `{filters}` in the text."),
  variables: optional(
    Schema.Record(Schema.String, Variable),
    "The values of `{variables.name}` in the text, by the ids of the variables."
  ),
  modifiers: modifiersField,
  name: optional(Schema.String, "A name for the query in the log; it changes nothing."),
  explain: optional(Schema.Boolean, "Accepted and without effect."),
  after: optional(Schema.String, "Pages: null for the first one, then the `after` of each answer."),
  connectionId: field(Schema.optionalKey(Schema.Null), "Always null: there are no other databases to ask."),
  sendRawQuery: optional(Schema.Literal(false), "Always false: statements are of the dialect."),
  version: versionField,
  response: ignored,
  tags: ignored
}).annotate(component("ServiceSqlQuery", "The rows of an SQL statement.", {
  examples: [{
    kind: "ServiceSqlQuery",
    query: "SELECT event, count() FROM events WHERE event != {left_out} GROUP BY event",
    values: { left_out: "$pageview" }
  }]
}))
export type SqlNode = typeof SqlNode.Type

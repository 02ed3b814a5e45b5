import { Schema } from "effect"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { QueryModifiers } from "../../QueryModifiers.ts"
import { DateRange } from "../../structured/DateRange.ts"

/** The names of the kind; the first is the contract's. */
export const sqlKindNames = ["ServiceSqlQuery", "HogQLQuery"] as const
export type SqlKindName = (typeof sqlKindNames)[number]

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const Variable = Schema.Struct({
  variableId: Schema.String,
  code_name: Schema.String,
  value: Schema.optionalKey(Schema.Unknown),
  isNull: optional(Schema.Boolean)
})

/** A query given as SQL text. */
export const SqlNode = Schema.Struct({
  kind: Schema.Literals(sqlKindNames),
  query: Schema.String,
  values: optional(AnyRecord),
  filters: optional(
    Schema.Struct({
      dateRange: optional(DateRange),
      properties: optional(PropertyFilters),
      filterTestAccounts: optional(Schema.Boolean)
    })
  ),
  variables: optional(Schema.Record(Schema.String, Variable)),
  modifiers: optional(QueryModifiers),
  name: optional(Schema.String),
  explain: optional(Schema.Boolean),
  after: optional(Schema.String),
  connectionId: Schema.optionalKey(Schema.Null),
  sendRawQuery: optional(Schema.Literal(false)),
  version: optional(Schema.Finite),
  response: Schema.optionalKey(Schema.Unknown),
  tags: Schema.optionalKey(Schema.Unknown)
})
export type SqlNode = typeof SqlNode.Type

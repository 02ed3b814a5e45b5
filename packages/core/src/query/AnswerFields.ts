/** The forms of answers, for the description of the API: kinds encode them, and nothing checks them again. */
import { Schema } from "effect"
import { component, field, recordOf } from "../shared/DocumentedSchema.ts"

/** A value in a row: any value of JSON. */
export const cell = Schema.Unknown

const text = (description: string) => field(Schema.String, description)
const orNull = <S extends Schema.Top>(schema: S, description: string) => field(Schema.NullOr(schema), description)

const ResolvedRange = Schema.Struct({
  date_from: text("The first instant."),
  date_to: text("The last instant.")
}).annotate(component("ResolvedDateRange", "The time that a query asked about."))

const Timing = Schema.Struct({
  k: text("The step; `.` is all of them."),
  t: field(Schema.Finite, "The seconds that it took.")
}).annotate(component("QueryTiming", "The time that a step of a query took."))

const timingsText = "The time of each step, with the modifier `timings`."

/** The fields about the run, which the answer of every kind has. */
export const envelopeFields = {
  modifiers: field(Schema.Record(Schema.String, cell), "The options of the run that decide the result."),
  query_status: orNull(recordOf("QueryStatus"), "The run of the same query in the background, if there is one."),
  resolved_date_range: orNull(ResolvedRange, "The time that was asked about, where the query names one."),
  is_cached: field(Schema.Boolean, "Whether it is a cached answer."),
  last_refresh: text("The time at which the answer was computed."),
  next_allowed_client_refresh: text("The earliest time to request a new one."),
  cache_key: text("The name of the answer: equal for queries that must have equal answers."),
  cache_target_age: orNull(Schema.String, "The time until which it is fresh; null: it never changes."),
  timezone: text("The time zone of the project."),
  calculation_trigger: field(Schema.Null, "Always null."),
  timings: Schema.optionalKey(Schema.NullOr(Schema.Array(Timing))).annotateKey({ description: timingsText })
}

/** The fields about the statement of an answer. */
export const statementAnswerFields = {
  hogql: orNull(Schema.String, "The statement as it was understood."),
  error: orNull(Schema.String, "The error of a query that asked for it with `debug`; otherwise empty or null."),
  warnings: field(Schema.Array(Schema.String), "Warnings about what was left out, in words.")
}

/** The times in the answer of a kind that always has the field. */
export const timingsField = orNull(Schema.Array(Timing), timingsText)

/** The statement that the engine ran, under the name that a kind gives it. */
export const engineStatementField = orNull(Schema.String, "The statement of the engine, with the modifier `debug`.")

/** The fields of an insight's answer beside its results. */
export const insightAnswerFields = {
  ...envelopeFields,
  ...statementAnswerFields,
  clickhouse_sql: engineStatementField,
  timings: timingsField
}

/** The fields of a page of rows. */
export const pageFields = {
  results: field(
    Schema.Array(Schema.Array(cell)),
    "The rows, each a list of its cells in the order of `columns`."
  ),
  columns: field(Schema.Array(Schema.String), "The names of the columns."),
  hasMore: orNull(Schema.Boolean, "Whether there are more rows; null where the query sets its own limit."),
  limit: orNull(Schema.Int, "The most rows that are returned; null where the query sets its own."),
  offset: orNull(Schema.Int, "The number of rows that were left out before them.")
}

/** The fields of the answer of a list. */
export const listAnswerFields = {
  ...envelopeFields,
  ...statementAnswerFields,
  ...pageFields,
  types: field(Schema.Array(Schema.String), "The types of the columns."),
  clickhouse: engineStatementField,
  timings: timingsField
}

/** The form of a kind's answers. */
export const answerOf = <Fields extends Schema.Struct.Fields>(kind: string, description: string, fields: Fields) =>
  Schema.Struct(fields).annotate(component(`${kind}Response`, description))

/** The series that a result is of. */
export const ResultEntity = Schema.Struct({
  id: orNull(Schema.Union([Schema.String, Schema.Int]), "The event's name or the action's id; null for all events."),
  type: field(Schema.Literals(["actions", "events"]), "Whether it is of an action or of events."),
  order: field(Schema.Int, "The place of the series in the query, from 0."),
  name: text("The name of the event or the action."),
  custom_name: orNull(Schema.String, "The name that the query gives it.")
}).annotate(component("ResultSeries", "The series that a result is of."))

/** A value that results are cut by: that of a property, the id of a cohort, or one for each of several properties. */
export const BreakdownValueField = Schema.Union([Schema.String, Schema.Int, Schema.Array(Schema.String)])

/** The fields of a result that is compared with the time before. */
export const comparedFields = {
  compare: Schema.optionalKey(Schema.Literal(true)).annotateKey({
    description: "Whether it is compared with an earlier time; absent where not."
  }),
  compare_label: Schema.optionalKey(Schema.Literals(["current", "previous"])).annotateKey({
    description: "The time that it is of."
  })
}

/** The intervals of a result over time. */
export const intervalFields = {
  days: field(Schema.Array(Schema.String), "The intervals: `2026-01-05`, or `2026-01-05 10:00:00` of shorter ones."),
  labels: field(Schema.Array(Schema.String), "The intervals as charts name them: `5-Jan-2026`.")
}

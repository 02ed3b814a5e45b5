import { Schema } from "effect"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import {
  answerOf,
  BreakdownValueField,
  comparedFields,
  insightAnswerFields,
  intervalFields,
  ResultEntity
} from "../../AnswerFields.ts"

const orNull = <S extends Schema.Top>(schema: S, description: string) => field(Schema.NullOr(schema), description)
const perhaps = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

const MeasuredSeries = Schema.Struct({
  ...ResultEntity.fields,
  math: orNull(Schema.String, "The measure; null: the number of events."),
  math_property: orNull(Schema.String, "The property that is measured."),
  math_hogql: orNull(Schema.String, "The expression that is measured."),
  math_group_type_index: orNull(Schema.Int, "The type of the groups that are counted."),
  properties: field(Schema.Struct({}), "Always empty."),
  days: field(Schema.Array(Schema.String), "The first instant of each interval.")
}).annotate(component("MeasuredSeries", "A series of trends, and what is measured of it."))

const Filter = Schema.Struct({
  insight: field(Schema.Literal("TRENDS"), "Always `TRENDS`."),
  display: field(Schema.String, "The form in which it is drawn."),
  interval: field(Schema.String, "The unit of time that it is cut into."),
  date_from: orNull(Schema.String, "The start, as the query has it."),
  date_to: orNull(Schema.String, "The end, as the query has it.")
}).annotate(component("TrendsResultFilter", "The query that a result is of, in short."))

/** A curve, or its total. */
export const TrendsResult = Schema.Struct({
  data: orNull(
    Schema.Array(Schema.Finite),
    "The number of each interval; of a total it is empty, or null where it is that of a formula."
  ),
  count: field(Schema.Finite, "The sum of the numbers; the last one where they are added up."),
  aggregated_value: perhaps(Schema.Finite, "The total, where the query asks for one number."),
  days: intervalFields.days,
  labels: perhaps(Schema.Array(Schema.String), "The intervals as charts name them: `5-Jan-2026`; absent for a total."),
  label: field(Schema.String, "The name of the series, of its breakdown value, or of both."),
  action: orNull(MeasuredSeries, "The series; null for a formula."),
  filter: field(Filter, "The query in short."),
  breakdown_value: perhaps(BreakdownValueField, "The value that it is cut by: a list where the query has a list."),
  ...comparedFields
}).annotate(component("TrendsResult", "A series or a formula over time, or its total."))
export type TrendsResult = typeof TrendsResult.Type

/** The form of the answers. */
export const TrendsAnswer = answerOf("TrendsQuery", "The number of events, or another measure of them, over time.", {
  ...insightAnswerFields,
  results: field(Schema.Array(TrendsResult), "The series or formulas of the time, then those of the time before."),
  hasMore: field(Schema.Boolean, "Whether values to cut by were left out.")
})

import { Schema } from "effect"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { component, field, ignored, optional, recordOf } from "../../../shared/DocumentedSchema.ts"
import { clientFields, modifiersField } from "../../QueryModifiers.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"

const Expression = Schema.String.check(Schema.isMaxLength(4_000))
const Expressions = Schema.Array(Expression).check(Schema.isMaxLength(50))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const common = { modifiers: modifiersField, ...clientFields }

/** A list of persons, or of groups: everybody, or those behind the result of an insight. */
export const ActorsNode = Schema.Struct({
  kind: field(Schema.Literal("ActorsQuery"), "The kind of the query."),
  select: optional(
    Expressions,
    "The columns: names such as `person` and `created_at`, or expressions of the dialect. At most 50."
  ),
  search: optional(
    Schema.String.check(Schema.isMaxLength(400)),
    "A part of the e-mail address, the name or a distinct id, or the whole id."
  ),
  properties: optional(PropertyFilters, "Conditions of the types `person`, `group`, `cohort` and `hogql`."),
  fixedProperties: optional(PropertyFilters, "Further conditions, which clients do not offer to change."),
  orderBy: optional(Expressions, "The order of rows: expressions, each with ASC or DESC."),
  limit: optional(Count, "The most rows of the answer, 100 by default."),
  offset: optional(Count, "The rows that are left out before the first one."),
  source: optional(recordOf("ActorsSource"), "Where the actors come from; without it everybody."),
  ...common
}).annotate(component("ActorsQuery", "A list of persons, or of groups: everybody, or those behind a result.", {
  examples: [{ kind: "ActorsQuery", select: ["person", "created_at"], orderBy: ["created_at DESC"], limit: 10 }]
}))
export type ActorsNode = typeof ActorsNode.Type

const Value = Schema.Union([Schema.String, Schema.Finite])
const Breakdown = Schema.Union([Value, Schema.Array(Value)])

/** The part of an insight's result that actors are behind. */
export const SelectionNode = Schema.Struct({
  kind: field(
    Schema.Literals([
      "InsightActorsQuery",
      "FunnelsActorsQuery",
      "StickinessActorsQuery",
      "FunnelCorrelationActorsQuery"
    ]),
    "The kind of the selection."
  ),
  source: field(recordOf("SourceOfActors"), "The query behind whose result the actors are."),
  day: optional(Value, "The day, as `days` of the result has it; of stickiness the number of intervals."),
  series: optional(Count, "The place of the series, from 0."),
  breakdown: optional(Breakdown, "The value that the result is cut by."),
  compare: optional(Schema.Literals(["current", "previous"]), "Which of two compared periods."),
  status: optional(Schema.String, "The state, of a lifecycle."),
  interval: optional(Count, "The row, of retention."),
  operator: optional(Schema.Literals(["exact", "gte", "lte"]), "Of stickiness: exactly, at least or at most `day`."),
  funnelStep: optional(Schema.Int, "Those who did the step, from 1; negative: who did the one before, and not this."),
  funnelCustomSteps: optional(Schema.Array(Schema.Int), "Those whose last step is one of these, from 1."),
  funnelStepBreakdown: optional(Breakdown, "Of a funnel that is cut: only those with this value."),
  funnelTrendsDropOff: optional(
    Schema.Boolean,
    "Of a funnel over time: those who did not convert (`true`), or who did."
  ),
  funnelTrendsEntrancePeriodStart: optional(
    Schema.String,
    "Of a funnel over time: the beginning of the interval in which they entered."
  ),
  funnelCorrelationPersonConverted: optional(Schema.Boolean, "Of a correlation: those who converted, or did not."),
  funnelCorrelationPersonEntity: optional(SeriesNode, "Of a correlation: those with this event while it counts."),
  funnelCorrelationPropertyValues: optional(PropertyFilters, "Of a correlation: those who meet these conditions."),
  includeRecordings: ignored,
  ...common
}).annotate(component("ActorsSelection", "The part of an insight's result that actors are behind.", {
  variants: {
    by: "kind",
    of: [
      {
        name: "InsightActorsQuery",
        values: ["InsightActorsQuery"],
        description: "The actors behind a part of the result of an insight."
      },
      {
        name: "FunnelsActorsQuery",
        values: ["FunnelsActorsQuery"],
        description: "The actors of a step of a funnel."
      },
      {
        name: "StickinessActorsQuery",
        values: ["StickinessActorsQuery"],
        description: "The actors of a number of intervals of stickiness."
      },
      {
        name: "FunnelCorrelationActorsQuery",
        values: ["FunnelCorrelationActorsQuery"],
        description: "The actors behind a row of a correlation."
      }
    ]
  }
}))

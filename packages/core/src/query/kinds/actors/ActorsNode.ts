import { Schema } from "effect"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { QueryModifiers } from "../../QueryModifiers.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

const Expression = Schema.String.check(Schema.isMaxLength(4_000))
const Expressions = Schema.Array(Expression).check(Schema.isMaxLength(50))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const common = {
  modifiers: optional(QueryModifiers),
  name: ignored,
  response: ignored,
  tags: ignored,
  version: ignored
}

/** A list of persons, or of groups: everybody, or those behind the result of an insight. */
export const ActorsNode = Schema.Struct({
  kind: Schema.Literal("ActorsQuery"),
  select: optional(Expressions),
  search: optional(Schema.String.check(Schema.isMaxLength(400))),
  properties: optional(PropertyFilters),
  fixedProperties: optional(PropertyFilters),
  orderBy: optional(Expressions),
  limit: optional(Count),
  offset: optional(Count),
  source: optional(AnyRecord),
  ...common
})
export type ActorsNode = typeof ActorsNode.Type

const Value = Schema.Union([Schema.String, Schema.Finite])
const Breakdown = Schema.Union([Value, Schema.Array(Value)])

/** The part of an insight's result that actors are behind. */
export const SelectionNode = Schema.Struct({
  kind: Schema.Literals([
    "InsightActorsQuery",
    "FunnelsActorsQuery",
    "StickinessActorsQuery",
    "FunnelCorrelationActorsQuery"
  ]),
  source: AnyRecord,
  day: optional(Value),
  series: optional(Count),
  breakdown: optional(Breakdown),
  compare: optional(Schema.Literals(["current", "previous"])),
  status: optional(Schema.String),
  interval: optional(Count),
  operator: optional(Schema.Literals(["exact", "gte", "lte"])),
  funnelStep: optional(Schema.Int),
  funnelCustomSteps: optional(Schema.Array(Schema.Int)),
  funnelStepBreakdown: optional(Breakdown),
  funnelTrendsDropOff: optional(Schema.Boolean),
  funnelTrendsEntrancePeriodStart: optional(Schema.String),
  funnelCorrelationPersonConverted: optional(Schema.Boolean),
  funnelCorrelationPersonEntity: optional(SeriesNode),
  funnelCorrelationPropertyValues: optional(PropertyFilters),
  includeRecordings: ignored,
  ...common
})

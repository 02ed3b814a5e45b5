import { Schema } from "effect"
import { CompareFilter } from "../../structured/CompareFilter.ts"
import { insightFields, intervalField, significantFields } from "../../structured/InsightFields.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"
import { decodeSeriesQuery, type ReadSeries } from "../../structured/SeriesQuery.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** The number of times that the event must happen in an interval for the interval to count. */
const Criteria = Schema.Struct({
  operator: Schema.Literals(["gte", "lte", "exact"]),
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))
})
export type Criteria = typeof Criteria.Type

/** The form of a `StickinessQuery`. */
export const StickinessQuery = Schema.Struct({
  kind: Schema.Literal("StickinessQuery"),
  ...insightFields,
  interval: intervalField,
  intervalCount: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  series: Schema.Array(SeriesNode).check(Schema.isMaxLength(50)),
  compareFilter: optional(CompareFilter),
  stickinessFilter: optional(Schema.Struct({
    computedAs: optional(Schema.Literals(["non_cumulative", "cumulative"])),
    stickinessCriteria: optional(Criteria),
    display: ignored,
    hiddenLegendIndexes: ignored,
    legendPosition: ignored,
    resultCustomizationBy: ignored,
    resultCustomizations: ignored,
    showLegend: ignored,
    showMultipleYAxes: ignored,
    showValuesOnSeries: ignored
  }))
})

/** A query that was read. */
export interface StickinessNode extends Schema.Schema.Type<typeof StickinessQuery>, ReadSeries {}

/** Reads a query, as a dashboard changes it. */
export const decodeStickiness = decodeSeriesQuery(StickinessQuery)

/** The fields of a query that decide its result. */
export const significantStickiness = (node: StickinessNode) => ({
  ...significantFields(node),
  interval: node.interval,
  intervalCount: node.intervalCount,
  series: node.series,
  compareFilter: node.compareFilter,
  computedAs: node.stickinessFilter?.computedAs,
  stickinessCriteria: node.stickinessFilter?.stickinessCriteria,
  actions: [...node.actions.values()]
})

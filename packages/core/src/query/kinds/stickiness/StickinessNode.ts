import { Schema } from "effect"
import { component, field, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { CompareFilter } from "../../structured/CompareFilter.ts"
import { insightFields, intervalField, significantFields } from "../../structured/InsightFields.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"
import { decodeSeriesQuery, type ReadSeries } from "../../structured/SeriesQuery.ts"

/** The number of times that the event must happen in an interval for the interval to count. */
const Criteria = Schema.Struct({
  operator: field(Schema.Literals(["gte", "lte", "exact"]), "At least, at most, or exactly."),
  value: field(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 })), "The number of times.")
}).annotate(component("StickinessCriteria", "Only intervals count in which an actor did it that number of times.", {
  examples: [{ operator: "gte", value: 3 }]
}))
export type Criteria = typeof Criteria.Type

const StickinessFilter = Schema.Struct({
  computedAs: optional(
    Schema.Literals(["non_cumulative", "cumulative"]),
    "Whether an actor counts for exactly their number of intervals (by default), or for all smaller ones too."
  ),
  stickinessCriteria: optional(Criteria, "The number of times that makes an interval count."),
  display: ignored,
  hiddenLegendIndexes: ignored,
  legendPosition: ignored,
  resultCustomizationBy: ignored,
  resultCustomizations: ignored,
  showLegend: ignored,
  showMultipleYAxes: ignored,
  showValuesOnSeries: ignored
}).annotate(component("StickinessFilter", "The activity that makes an interval count, and whether intervals add up."))

/** The form of a `StickinessQuery`. */
export const StickinessQuery = Schema.Struct({
  kind: field(Schema.Literal("StickinessQuery"), "The kind of the query."),
  ...insightFields,
  interval: intervalField,
  intervalCount: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
    "The number of intervals that count as one."
  ),
  series: field(Schema.Array(SeriesNode).check(Schema.isMaxLength(50)), "The events whose actors are meant."),
  compareFilter: optional(CompareFilter, "The earlier period that is beside the result."),
  stickinessFilter: optional(StickinessFilter, "The activity that makes an interval count.")
}).annotate(
  component("StickinessQuery", "The number of actors by the number of intervals in which they did something.", {
    examples: [{ kind: "StickinessQuery", series: [{ kind: "EventsNode", event: "$pageview" }], interval: "day" }]
  })
)

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

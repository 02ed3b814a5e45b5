import { Schema } from "effect"
import { component, field, ignored, optional, stated } from "../../../shared/DocumentedSchema.ts"
import { insightFields, intervalField, significantFields } from "../../structured/InsightFields.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"
import { decodeSeriesQuery, type ReadSeries } from "../../structured/SeriesQuery.ts"

/** The states of an actor in an interval, in the order of the results. */
export const lifecycles = ["new", "returning", "resurrecting", "dormant"] as const
export type Lifecycle = (typeof lifecycles)[number]

/** The number of actors of each state in each interval. */
export type LifecycleCounts = Readonly<Record<Lifecycle, ReadonlyArray<number>>>

const LifecycleFilter = Schema.Struct({
  toggledLifecycles: optional(Schema.Array(Schema.Literals(lifecycles)), "The states that clients show."),
  legendPosition: ignored,
  showLegend: ignored,
  showPercentagesOnSeries: ignored,
  showValuesOnSeries: ignored,
  stacked: ignored
}).annotate(component("LifecycleFilter", "How a lifecycle is drawn."))

/** The form of a `LifecycleQuery`. */
export const LifecycleQuery = Schema.Struct({
  kind: field(Schema.Literal("LifecycleQuery"), "The kind of the query."),
  ...insightFields,
  interval: intervalField,
  series: field(
    Schema.Array(SeriesNode).check(
      stated((series) => series.length === 1 || "A lifecycle is of one series.", { minItems: 1, maxItems: 1 })
    ),
    "The event whose actors are meant: one."
  ),
  lifecycleFilter: optional(LifecycleFilter, "The parts that are shown; the result has all of them.")
}).annotate(component("LifecycleQuery", "The number of actors who are new, stay, come back and leave, over time.", {
  examples: [{ kind: "LifecycleQuery", series: [{ kind: "EventsNode", event: "$pageview" }], interval: "week" }]
}))

/** A query that was read. */
export interface LifecycleNode extends Schema.Schema.Type<typeof LifecycleQuery>, ReadSeries {}

/** Reads a query, as a dashboard changes it. */
export const decodeLifecycle = decodeSeriesQuery(LifecycleQuery)

/** The fields of a query that decide its result. */
export const significantLifecycle = (node: LifecycleNode) => ({
  ...significantFields(node),
  interval: node.interval,
  series: node.series,
  actions: [...node.actions.values()]
})

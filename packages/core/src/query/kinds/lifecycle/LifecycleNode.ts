import { Schema } from "effect"
import { insightFields, intervalField, significantFields } from "../../structured/InsightFields.ts"
import { SeriesNode } from "../../structured/SeriesNode.ts"
import { decodeSeriesQuery, type ReadSeries } from "../../structured/SeriesQuery.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** The states of an actor in an interval, in the order of the results. */
export const lifecycles = ["new", "returning", "resurrecting", "dormant"] as const
export type Lifecycle = (typeof lifecycles)[number]

/** The number of actors of each state in each interval. */
export type LifecycleCounts = Readonly<Record<Lifecycle, ReadonlyArray<number>>>

/** The form of a `LifecycleQuery`. */
export const LifecycleQuery = Schema.Struct({
  kind: Schema.Literal("LifecycleQuery"),
  ...insightFields,
  interval: intervalField,
  series: Schema.Array(SeriesNode).check(
    Schema.makeFilter((series) => series.length === 1 || "A lifecycle is of one series.")
  ),
  lifecycleFilter: optional(Schema.Struct({
    toggledLifecycles: optional(Schema.Array(Schema.Literals(lifecycles))),
    legendPosition: ignored,
    showLegend: ignored,
    showPercentagesOnSeries: ignored,
    showValuesOnSeries: ignored,
    stacked: ignored
  }))
})

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

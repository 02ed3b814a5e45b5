import { Effect, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { insightFields, intervalField, overridden, significantFields } from "../../structured/InsightFields.ts"
import { actionIds, SeriesNode } from "../../structured/SeriesNode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** What an actor is in an interval, in the order of the results. */
export const lifecycles = ["new", "returning", "resurrecting", "dormant"] as const
export type Lifecycle = (typeof lifecycles)[number]

/** How many actors are what in each interval. */
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
    showLegend: ignored,
    showValuesOnSeries: ignored,
    stacked: ignored
  }))
})

/** A query that was read. */
export interface LifecycleNode extends Schema.Schema.Type<typeof LifecycleQuery> {
  /** Where it stands in the request. */
  readonly path: ReadonlyArray<string>
  readonly actions: ReadonlyMap<number, KnownAction>
}

const decode = decodeNode(LifecycleQuery)

/** Reads a query, as a dashboard changes it. */
export const decodeLifecycle = Effect.fnUntraced(
  function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const read = overridden(yield* decode(sent, path), asked.overrides)
    const node: LifecycleNode = { ...read, path, actions: yield* namedActions(actionIds(read.series), asked) }
    return node
  }
)

/** What of a query decides its result. */
export const significantLifecycle = (node: LifecycleNode) => ({
  ...significantFields(node),
  interval: node.interval,
  series: node.series,
  actions: [...node.actions.values()]
})

import { Effect, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { CompareFilter } from "../../structured/CompareFilter.ts"
import { insightFields, intervalField, overridden, significantFields } from "../../structured/InsightFields.ts"
import { actionIds, SeriesNode } from "../../structured/SeriesNode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** How often something must happen in an interval for it to count. */
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
    resultCustomizationBy: ignored,
    resultCustomizations: ignored,
    showLegend: ignored,
    showMultipleYAxes: ignored,
    showValuesOnSeries: ignored
  }))
})

/** A query that was read. */
export interface StickinessNode extends Schema.Schema.Type<typeof StickinessQuery> {
  /** Where it stands in the request. */
  readonly path: ReadonlyArray<string>
  readonly actions: ReadonlyMap<number, KnownAction>
}

const decode = decodeNode(StickinessQuery)

/** Reads a query, as a dashboard changes it. */
export const decodeStickiness = Effect.fnUntraced(
  function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const read = overridden(yield* decode(sent, path), asked.overrides)
    const node: StickinessNode = { ...read, path, actions: yield* namedActions(actionIds(read.series), asked) }
    return node
  }
)

/** What of a query decides its result. */
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

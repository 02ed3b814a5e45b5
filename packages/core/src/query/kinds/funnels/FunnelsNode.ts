import { Effect, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import { component, field, optional } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { BreakdownFilter } from "../../structured/BreakdownFilter.ts"
import { insightFields, intervalField, overridden, significantFields } from "../../structured/InsightFields.ts"
import { actionIds } from "../../structured/SeriesNode.ts"
import { funnelRefusal, maxSteps } from "./FunnelRefusals.ts"
import { FunnelsFilter, resultFields } from "./FunnelsFilter.ts"
import { FunnelStep } from "./FunnelStep.ts"

/** The form of a `FunnelsQuery`. */
export const FunnelsQuery = Schema.Struct({
  kind: field(Schema.Literal("FunnelsQuery"), "The kind of the query."),
  ...insightFields,
  interval: intervalField,
  series: field(Schema.Array(FunnelStep).check(Schema.isMaxLength(maxSteps)), `The steps, 2 to ${maxSteps}.`),
  breakdownFilter: optional(BreakdownFilter, "The properties that actors are cut by."),
  funnelsFilter: optional(FunnelsFilter, "The order of steps, the time for a conversion, and the form of the answer.")
}).annotate(component("FunnelsQuery", "The number of actors who reach each of some steps.", {
  examples: [{
    kind: "FunnelsQuery",
    series: [{ kind: "EventsNode", event: "$pageview" }, { kind: "EventsNode", event: "signed up" }],
    funnelsFilter: { funnelWindowInterval: 7, funnelWindowIntervalUnit: "day" }
  }]
}))
type Sent = typeof FunnelsQuery.Type

/** A funnel that was read. */
export interface FunnelsNode extends Sent {
  /** The place of the node in the request. */
  readonly path: ReadonlyArray<string>
  readonly filter: FunnelsFilter
  /** The actions that steps and exclusions name and that exist. */
  readonly actions: ReadonlyMap<number, KnownAction>
}

const noTables = "Data warehouse tables are not supported in funnels just yet. For now, please try this funnel without "
  + "the data warehouse-based step."

/** A step of a data warehouse, which the reference refuses in its own words. */
const tableStep = ({ series }: JsonRecord, path: ReadonlyArray<string>): InvalidInput | undefined => {
  const at = Array.isArray(series)
    ? series.findIndex((step) => isJsonRecord(step) && String(step["kind"]).endsWith("DataWarehouseNode"))
    : -1
  return at < 0 ? undefined : InvalidInput.at([...path, "series", at, "kind"], "invalid_input", noTables)
}

const decode = decodeNode(FunnelsQuery)
const decodeBreakdown = decodeNode(BreakdownFilter)

/** Reads a funnel, as a dashboard changes it. */
export const decodeFunnels = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const refused = tableStep(sent, path)
  if (refused !== undefined) return yield* refused
  const read = overridden(yield* decode(sent, path), asked.overrides)
  const filter = read.funnelsFilter ?? {}
  const refusal = funnelRefusal(filter, read.series, path)
  if (refusal !== undefined) return yield* refusal
  const breakdown = asked.overrides.filtersOverride?.breakdown_filter ?? undefined
  const node: FunnelsNode = {
    ...read,
    ...(breakdown === undefined ? undefined : {
      breakdownFilter: yield* decodeBreakdown(breakdown, ["filters_override", "breakdown_filter"])
    }),
    path,
    filter,
    actions: yield* namedActions(actionIds([...read.series, ...filter.exclusions ?? []]), asked)
  }
  return node
})

/** The fields of a funnel that decide its result. */
export const significantFunnels = (node: FunnelsNode) => ({
  ...significantFields(node),
  interval: node.interval,
  series: node.series,
  actions: [...node.actions.values()],
  breakdownFilter: node.breakdownFilter,
  filter: resultFields(node.filter)
})

import { Effect, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { component, field, ignored, optional, stated } from "../../../shared/DocumentedSchema.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { BreakdownFilter, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { insightFields, overridden, significantFields } from "../../structured/InsightFields.ts"
import { periodNames } from "./RetentionPeriods.ts"

/** The events by which actors begin, or return: of one name, or what an action means. */
const RetentionEntity = Schema.Struct({
  id: optional(
    Schema.Union([Schema.String, Schema.Int]),
    "The name of the event, null for any; of `actions` the id of the action."
  ),
  type: optional(Schema.Literals(["events", "actions"]), "Whether it is an event (by default) or an action."),
  kind: optional(Schema.Literals(["EventsNode", "ActionsNode"]), "The same as `type`, as series have it."),
  properties: optional(PropertyFilters, "Conditions on the events."),
  name: ignored,
  custom_name: ignored,
  order: ignored,
  uuid: ignored
}).annotate(component("RetentionEntity", "The events by which actors begin, or return.", {
  examples: [{ id: "signed up", type: "events" }]
}))
export type RetentionEntity = typeof RetentionEntity.Type

/** More periods than these are refused. */
const maxPeriods = 180
/** More numbers than these are refused: rows times columns, of every value that the result is cut by. */
const maxCells = 50_000

const defaultPeriods = 7

const RetentionFilter = Schema.Struct({
  targetEntity: optional(RetentionEntity, "The event that begins; `$pageview` by default."),
  returningEntity: optional(RetentionEntity, "The event that returns; `$pageview` by default."),
  period: optional(Schema.Literals(periodNames), "The length of a period, `Day` by default."),
  totalIntervals: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxPeriods })),
    `The number of periods, ${defaultPeriods} by default.`
  ),
  retentionType: optional(
    Schema.Literals(["retention_recurring", "retention_first_time", "retention_first_ever_occurrence"]),
    "Whether an actor belongs to every period with a target event (by default), to that of the first one ever, or to that "
      + "of the first event of that name ever."
  ),
  cumulative: optional(Schema.Boolean, "Whether a cell counts those who returned in its period or a later one."),
  minimumOccurrences: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 })),
    "The number of returning events in a period from which it counts as a return, 1 by default."
  ),
  retentionReference: optional(Schema.Literals(["total", "previous"]), "Changes the picture only."),
  meanRetentionCalculation: optional(Schema.Literals(["simple", "weighted", "none"]), "Changes the picture only."),
  aggregationType: optional(Schema.Literal("count"), "Always `count`."),
  timeWindowMode: optional(Schema.Literal("strict_calendar_dates"), "Always `strict_calendar_dates`."),
  retentionCustomBrackets: optional(
    Schema.Array(Schema.Finite).check(
      stated((all) => all.length === 0 || "Periods are of one length here.", { maxItems: 0 })
    ),
    "Always none: periods are of one length."
  ),
  cohortLabelStartIndex: ignored,
  customAggregationTarget: ignored,
  dashboardDisplay: ignored,
  display: ignored,
  goalLines: ignored,
  selectedInterval: ignored,
  showTrendLines: ignored
}).annotate(component("RetentionFilter", "The event that begins, the one that returns, and the periods.", {
  examples: [{ targetEntity: { id: "signed up" }, returningEntity: { id: "$pageview" }, period: "Week" }]
}))

/** The number of periods. */
export const periodCount = ({ totalIntervals }: typeof RetentionFilter.Type): number => totalIntervals ?? defaultPeriods

const Fields = Schema.Struct({
  kind: field(Schema.Literal("RetentionQuery"), "The kind of the query."),
  retentionFilter: field(RetentionFilter, "The event that begins, the one that returns, and the periods."),
  breakdownFilter: optional(BreakdownFilter, "The properties that the result is cut by."),
  ...insightFields
}).annotate(component("RetentionQuery", "The actors who come back after a number of periods.", {
  examples: [{ kind: "RetentionQuery", retentionFilter: { period: "Week", totalIntervals: 8 } }]
}))

type Problem = { readonly path: ReadonlyArray<string>; readonly issue: string }

const cellProblem = ({ breakdownFilter, retentionFilter }: typeof Fields.Type): Problem | undefined => {
  const breakdowns = breakdownsOf(breakdownFilter)
  const values = breakdowns === undefined
    ? 1
    : Math.max(1, breakdowns.cohorts.length) * (breakdowns.by.length === 0 ? 1 : breakdowns.limit + 2)
  const most = Math.floor(Math.sqrt(maxCells / values))
  return periodCount(retentionFilter) <= most ? undefined : {
    path: ["retentionFilter", "totalIntervals"],
    issue: `At most ${most} periods can be shown for ${values} values.`
  }
}

/** The form of a `RetentionQuery`. */
export const RetentionQuery = Fields.check(Schema.makeFilter(cellProblem))

/** A `RetentionQuery` with the actions that it names. */
export interface RetentionNode extends Schema.Schema.Type<typeof RetentionQuery> {
  readonly path: ReadonlyArray<string>
  readonly actions: ReadonlyMap<number, KnownAction>
}

/** The id of the action that an entity is; undefined: it is an event. */
export const actionOf = (entity: RetentionEntity | null | undefined): number | undefined => {
  if (entity?.type !== "actions" && entity?.kind !== "ActionsNode") return undefined
  const id = Number(entity.id ?? undefined)
  return Number.isSafeInteger(id) ? id : 0
}

const decode = decodeNode(RetentionQuery)

/** Reads a query, as a dashboard changes it. */
export const decodeRetention = Effect.fnUntraced(
  function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const { breakdown_filter: breakdown } = asked.overrides.filtersOverride ?? {}
    const read = overridden(
      yield* decode(
        breakdown === undefined || breakdown === null ? sent : { ...sent, breakdownFilter: breakdown },
        path
      ),
      asked.overrides
    )
    const { returningEntity, targetEntity } = read.retentionFilter
    const ids = [targetEntity, returningEntity].flatMap((entity) => actionOf(entity) ?? [])
    const node: RetentionNode = { ...read, path, actions: yield* namedActions(ids, asked) }
    return node
  }
)

/** The fields of a query that decide its result. */
export const significantRetention = (node: RetentionNode) => {
  const { cumulative, minimumOccurrences, period, retentionType, returningEntity, targetEntity, totalIntervals } =
    node.retentionFilter
  return {
    ...significantFields(node),
    actions: [...node.actions.values()],
    breakdownFilter: node.breakdownFilter,
    retention: { cumulative, minimumOccurrences, period, retentionType, returningEntity, targetEntity, totalIntervals }
  }
}

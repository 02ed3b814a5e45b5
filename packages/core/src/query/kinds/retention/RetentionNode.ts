import { Effect, Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { BreakdownFilter, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { insightFields, overridden, significantFields } from "../../structured/InsightFields.ts"
import { periodNames } from "./RetentionPeriods.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** The events by which actors begin, or return: of one name, or what an action means. */
const RetentionEntity = Schema.Struct({
  id: optional(Schema.Union([Schema.String, Schema.Int])),
  type: optional(Schema.Literals(["events", "actions"])),
  kind: optional(Schema.Literals(["EventsNode", "ActionsNode"])),
  properties: optional(PropertyFilters),
  name: ignored,
  custom_name: ignored,
  order: ignored,
  uuid: ignored
})
export type RetentionEntity = typeof RetentionEntity.Type

/** More periods than these are refused. */
const maxPeriods = 180
/** More numbers than these are refused: rows times columns, of every value that the result is cut by. */
const maxCells = 50_000

const RetentionFilter = Schema.Struct({
  targetEntity: optional(RetentionEntity),
  returningEntity: optional(RetentionEntity),
  period: optional(Schema.Literals(periodNames)),
  totalIntervals: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxPeriods }))),
  retentionType: optional(
    Schema.Literals(["retention_recurring", "retention_first_time", "retention_first_ever_occurrence"])
  ),
  cumulative: optional(Schema.Boolean),
  minimumOccurrences: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
  retentionReference: optional(Schema.Literals(["total", "previous"])),
  meanRetentionCalculation: optional(Schema.Literals(["simple", "weighted", "none"])),
  aggregationType: optional(Schema.Literal("count")),
  timeWindowMode: optional(Schema.Literal("strict_calendar_dates")),
  retentionCustomBrackets: optional(
    Schema.Array(Schema.Finite).check(Schema.makeFilter((all) => all.length === 0 || "Periods are of one length here."))
  ),
  cohortLabelStartIndex: ignored,
  customAggregationTarget: ignored,
  dashboardDisplay: ignored,
  display: ignored,
  goalLines: ignored,
  selectedInterval: ignored,
  showTrendLines: ignored
})

const defaultPeriods = 7

/** The number of periods. */
export const periodCount = ({ totalIntervals }: typeof RetentionFilter.Type): number => totalIntervals ?? defaultPeriods

const Fields = Schema.Struct({
  kind: Schema.Literal("RetentionQuery"),
  retentionFilter: RetentionFilter,
  breakdownFilter: optional(BreakdownFilter),
  ...insightFields
})

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

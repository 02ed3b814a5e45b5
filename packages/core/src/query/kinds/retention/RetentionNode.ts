import { Schema } from "effect"
import { BreakdownFilter, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { insightFields } from "../../structured/InsightFields.ts"
import { PropertyFilters } from "../../structured/PropertyFilter.ts"
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
  dashboardDisplay: ignored,
  display: ignored,
  showTrendLines: ignored
})

const defaultPeriods = 7

/** How many periods there are. */
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
    : breakdowns.cohorts.length > 0
    ? breakdowns.cohorts.length
    : breakdowns.limit + 2
  const most = Math.floor(Math.sqrt(maxCells / values))
  return periodCount(retentionFilter) <= most ? undefined : {
    path: ["retentionFilter", "totalIntervals"],
    issue: `At most ${most} periods can be shown for ${values} values.`
  }
}

/** Who comes back after so many periods. */
export const RetentionQuery = Fields.check(Schema.makeFilter(cellProblem))
export type RetentionQuery = typeof RetentionQuery.Type

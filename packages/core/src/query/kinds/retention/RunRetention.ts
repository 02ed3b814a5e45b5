/** Runs retention queries: the periods that the engine finds for each actor become a matrix for each value. */
import { compareCodePoints } from "@hedgerow/sql/types/CanonicalJson"
import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import {
  type Breakdowns,
  breakdownsOf,
  noBreakdownValue,
  otherBreakdownValue
} from "../../structured/BreakdownFilter.ts"
import { type CohortPart, cohortParts, isMember, withCohort } from "../../structured/CohortParts.ts"
import { type ClosedSpan, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import {
  eachRow,
  joinedRuns,
  type RanStatement,
  runStatement,
  type StatementRun
} from "../../structured/RunStatement.ts"
import { zonedIso } from "../../structured/ZonedIso.ts"
import { periodsIn, wordsFor } from "./PeriodBits.ts"
import { planOf } from "./PlanRetention.ts"
import type { RetentionRow } from "./RetentionAnswer.ts"
import type { RetentionPlan } from "./RetentionEvents.ts"
import { makeMatrix, type Matrix } from "./RetentionMatrix.ts"
import type { RetentionNode } from "./RetentionNode.ts"
import { type Periods, startOfPeriod } from "./RetentionPeriods.ts"
import { allValuesSql, periodsSql, valuesSql } from "./RetentionSql.ts"

/** The answer, the statement that it came from, and the time that it is about. */
export interface FoundRetention {
  readonly results: ReadonlyArray<RetentionRow>
  readonly ran: RanStatement
  readonly span: ClosedSpan
}

interface Part {
  readonly value: string | number | undefined
  readonly matrix: Matrix
}

interface CutPart extends Part {
  readonly value: string
}

/** The matrices of a plan, by the value that actors are cut by. */
const matricesOf = Effect.fnUntraced(function*(plan: RetentionPlan, isCumulative: boolean, run: QueryRun) {
  const words = wordsFor(plan.periods.count).length
  const place = plan.value === undefined ? 0 : 1
  const begin = () => makeMatrix({ periods: plan.periods.count, isCumulative })
  const matrices = new Map<string, ReturnType<typeof begin>>()
  const see = (row: Row) => {
    const key = place === 0 ? "" : String(row[0])
    const matrix = matrices.get(key) ?? begin()
    matrices.set(key, matrix)
    matrix.see({
      began: periodsIn(row.slice(place, place + words)),
      returned: periodsIn(row.slice(place + words, place + 2 * words)),
      actors: Number(row[place + 2 * words])
    })
  }
  const ran = yield* eachRow(periodsSql(plan), run, see)
  const found = new Map([...matrices].map(([key, { matrix }]) => [key, matrix()]))
  return { ran, found, nothing: begin().matrix() }
})

/** A value that stands for several or for none, within a cohort with the cohort. */
const specialValue = (value: string, part: CohortPart): string => withCohort(part, [value], (id) => id).join("::")

/** The value of all others. */
export const otherValue = (part: CohortPart): string => specialValue(otherBreakdownValue, part)

/** The values that have rows of their own, and how every value is shown; only where there are too many they are ranked. */
export const shownValues = Effect.fnUntraced(
  function*(plan: RetentionPlan, part: CohortPart, run: StatementRun) {
    const { limit } = part.breakdowns
    const none = specialValue(noBreakdownValue, part)
    const ownOf = (rows: ReadonlyArray<Row>) => rows.map(([value]) => String(value)).filter((value) => value !== none)
    const { rows: all, ...ran } = yield* runStatement(allValuesSql(plan, limit + 2), run)
    const values = ownOf(all)
    if (values.length <= limit) return { none, ran, values, shown: plan.shown }
    const { rows, ...ranked } = yield* runStatement(valuesSql(plan, limit + 1), run)
    const top = ownOf(rows).slice(0, limit)
    const kept = [...top, none]
    const shown = (value: Sql): Sql => sql`if(${value} IN ${kept}, ${value}, ${otherValue(part)})`
    return { none, ran: joinedRuns([ran, ranked]), values: top, shown }
  }
)

const begunOf = (matrix: Matrix): number => matrix.reduce((sum, [begun = 0]) => sum + begun, 0)

/** The one with which more actors began is first. */
const bySize = (one: CutPart, other: CutPart): number =>
  begunOf(other.matrix) - begunOf(one.matrix) || compareCodePoints(one.value, other.value)

const byValue = Effect.fnUntraced(
  function*(plan: RetentionPlan, part: CohortPart, isCumulative: boolean, run: QueryRun) {
    const { none, ran: first, shown, values } = yield* shownValues(plan, part, run)
    const { found, ran } = yield* matricesOf({ ...plan, shown }, isCumulative, run)
    const partsOf = (values: ReadonlyArray<string>) =>
      values.flatMap((value): ReadonlyArray<CutPart> => {
        const matrix = found.get(value)
        return matrix === undefined ? [] : [{ value, matrix }]
      })
    const last = part.breakdowns.hidesOther ? [none] : [none, otherValue(part)]
    return { ran: joinedRuns([first, ran]), parts: [...partsOf(values).toSorted(bySize), ...partsOf(last)] }
  }
)

const byCohort = Effect.fnUntraced(
  function*(plan: RetentionPlan, { cohorts }: Breakdowns, isCumulative: boolean, run: QueryRun) {
    const found = yield* Effect.forEach(cohorts, (id) => {
      return Effect.map(
        matricesOf({ ...plan, hasActor: allOf([plan.hasActor, isMember(id)]) }, isCumulative, run),
        ({ found, nothing, ran }) => ({ ran, part: { value: id, matrix: found.get("") ?? nothing } })
      )
    })
    return { ran: joinedRuns(found.map(({ ran }) => ran)), parts: found.map(({ part }): Part => part) }
  }
)

const whole = Effect.fnUntraced(function*(plan: RetentionPlan, isCumulative: boolean, run: QueryRun) {
  const { found, nothing, ran } = yield* matricesOf(plan, isCumulative, run)
  const parts: ReadonlyArray<Part> = [{ value: undefined, matrix: found.get("") ?? nothing }]
  return { ran, parts }
})

const rowsOf = (
  { matrix, value }: Part,
  periods: Periods,
  scale: number,
  moment: Moment
): ReadonlyArray<RetentionRow> =>
  matrix.map((counts, row) => ({
    date: zonedIso(startOfPeriod(periods, row, moment), moment.timezone),
    label: `${periods.name} ${row}`,
    values: counts.map((count, column) => ({ count: count * scale, label: `${periods.name} ${column}` })),
    ...(value === undefined ? undefined : { breakdown_value: value })
  }))

const runPart = Effect.fnUntraced(function*(node: RetentionNode, run: QueryRun, part: CohortPart | undefined) {
  const plan = yield* planOf({ node, moment: momentOf(run, node.modifiers) }, run, part)
  const isCumulative = node.retentionFilter.cumulative === true
  const timed = { ...run, modifiers: node.modifiers }
  const { parts, ran } = part === undefined
    ? yield* whole(plan, isCumulative, timed)
    : part.breakdowns.by.length === 0
    ? yield* byCohort(plan, part.breakdowns, isCumulative, timed)
    : yield* byValue(plan, part, isCumulative, timed)
  return { periods: plan.periods, parts, ran }
})

/** Runs a node. */
export const runRetention = Effect.fnUntraced(function*(node: RetentionNode, run: QueryRun) {
  const breakdowns = breakdownsOf(node.breakdownFilter)
  const asked = breakdowns === undefined ? [undefined] : cohortParts(breakdowns)
  const all = yield* Effect.forEach(asked, (part) => runPart(node, run, part))
  const [first] = all
  if (first === undefined) return yield* Effect.die(new Error("Retention has a part."))
  const { periods } = first
  const [scale, moment] = [sampleScale(node), momentOf(run, node.modifiers)]
  const found: FoundRetention = {
    results: all.flatMap(({ parts }) => parts.flatMap((part) => rowsOf(part, periods, scale, moment))),
    ran: joinedRuns(all.map(({ ran }) => ran)),
    span: { from: periods.start, to: periods.end - 1 as EventTime }
  }
  return found
})

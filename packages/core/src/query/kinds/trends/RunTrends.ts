import { Effect } from "effect"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actionCondition } from "../../structured/ActionsNode.ts"
import { type Breakdowns, breakdownsOf } from "../../structured/BreakdownFilter.ts"
import { type Buckets, bucketsOf } from "../../structured/Buckets.ts"
import { previousPeriod } from "../../structured/CompareFilter.ts"
import { type ClosedSpan, closedSpan, insightCondition, timeCondition } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import type { Moment } from "../../structured/PropertyOperators.ts"
import { joinedRuns, type RanStatement } from "../../structured/RunStatement.ts"
import { type Series, seriesOf } from "../../structured/SeriesNode.ts"
import { allOf, always, anyOf, type Sql, sql } from "../../structured/SqlFragment.ts"
import type { Curve } from "./Curves.ts"
import { type ReadValue, readValues } from "./Histogram.ts"
import { measureCohorts, measureCut } from "./MeasureCut.ts"
import { atOnce, measureSeries, type Measuring } from "./MeasureSeries.ts"
import { isTotal, type TrendsNode } from "./TrendsNode.ts"

/** A period, and what was found in it. */
export interface MeasuredPeriod {
  readonly buckets: Buckets
  readonly label: "current" | "previous" | undefined
  readonly curves: ReadonlyArray<Curve>
}

/** What was found. */
export interface TrendsOutcome {
  readonly series: ReadonlyArray<Series>
  readonly periods: ReadonlyArray<MeasuredPeriod>
  readonly breakdowns: Breakdowns | undefined
  /** The names of the cohorts by which the series are cut. */
  readonly cohortNames: ReadonlyMap<string, string>
  readonly hasMore: boolean
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

/** More numbers than these are no picture: each has a day and a label. */
const maxNumbers = 500_000

/** Holds on the events of sessions in which the goal was reached. */
const goalCondition = ({ actions, conversionGoal }: TrendsNode, span: ClosedSpan, moment: Moment): Sql => {
  const { actionId, customEventName } = conversionGoal ?? {}
  const action = actionId === undefined || actionId === null ? undefined : actions.get(actionId) ?? { steps: [] }
  const goals = [
    ...(customEventName ?? "") === "" ? [] : [sql`event = ${customEventName ?? ""}`],
    ...action === undefined ? [] : [actionCondition(action, moment)]
  ]
  if (goals.length === 0) return always
  const sessions = allOf([timeCondition(span), anyOf(goals), sql`$session_id != ''`])
  return sql`$session_id IN (SELECT $session_id FROM events WHERE ${sessions})`
}

interface Cutting {
  readonly breakdowns: Breakdowns | undefined
  readonly values: ReadonlyArray<ReadValue>
}

const shownCurve = (curve: Curve, values: ReadonlyArray<ReadValue>): Curve => ({
  ...curve,
  values: curve.values?.map((text, index) => values[index]?.shown(text) ?? text)
})

/** The curves of all series in a period. */
const measurePeriod = Effect.fnUntraced(function*(
  measuring: Measuring,
  all: ReadonlyArray<Series>,
  { breakdowns, values }: Cutting,
  run: QueryRun
) {
  if (breakdowns === undefined) {
    return yield* measureSeries(measuring, all, run)
  }
  const { cohorts, hidesOther, limit } = breakdowns
  return yield* Effect.forEach(all, (series) =>
    cohorts.length > 0
      ? measureCohorts(measuring, series, cohorts, run)
      : Effect.map(
        measureCut(measuring, series, { cut: { values: values.map(({ value }) => value) }, hidesOther, limit }, run),
        (found) => ({ ...found, curves: found.curves.map((curve) => shownCurve(curve, values)) })
      ), atOnce)
})

const namesOf = Effect.fnUntraced(function*({ cohorts }: Pick<Breakdowns, "cohorts">, run: QueryRun) {
  const known = cohorts.some((cohort) => cohort !== "all") ? yield* run.cohorts : []
  return new Map<string, string>([["all", "all users"], ...known.map(({ id, name }) => [String(id), name] as const)])
})

/** Finds the numbers of the series, in one period or in two. */
export const runTrends = Effect.fnUntraced(function*(node: TrendsNode, run: QueryRun) {
  const moment = momentOf(run, node.modifiers)
  const interval = node.interval ?? "day"
  const series = seriesOf(node.series, node.actions, moment)
  const own = insightCondition(node, run.project, moment)
  const ofSeries = anyOf(series.map(({ condition }) => condition))
  const asked = { ...run, modifiers: node.modifiers }
  const span = yield* closedSpan(node, interval, allOf([own, ofSeries]), { ...asked, moment })
  const buckets = yield* Effect.fromResult(bucketsOf(span, interval, moment, node.path))
  const before = previousPeriod(node.compareFilter, node.dateRange, { ...span, buckets }, moment)
  const compared = before === undefined ? undefined : {
    ...before,
    buckets: yield* Effect.fromResult(bucketsOf(before, interval, moment, node.path)),
    label: "previous" as const
  }
  const current = { ...span, buckets, label: compared === undefined ? undefined : "current" as const }
  const measuringOf = (period: ClosedSpan & { readonly buckets: Buckets }): Measuring => ({
    ...period,
    insight: node,
    where: allOf([own, goalCondition(node, period, moment)]),
    interval: isTotal(node) ? undefined : interval,
    moment
  })
  const breakdowns = breakdownsOf(node.breakdownFilter)
  const values = breakdowns === undefined ? [] : yield* readValues(breakdowns.by, measuringOf(current), ofSeries, asked)
  const periods = yield* Effect.forEach(
    compared === undefined ? [current] : [current, compared],
    (period) =>
      Effect.map(
        measurePeriod(measuringOf(period), series, { breakdowns, values }, { ...asked, ...run }),
        (found) => ({ buckets: period.buckets, label: period.label, found })
      )
  )
  const curves = periods.flatMap(({ found }) => found.flatMap((one) => one.curves))
  if (curves.reduce((sum, { numbers }) => sum + numbers.length, 0) > maxNumbers) {
    return yield* new QueryTooLarge({ limit: "answer" })
  }
  const outcome: TrendsOutcome = {
    series,
    periods: periods.map(({ found, ...period }) => ({ ...period, curves: found.flatMap((one) => one.curves) })),
    breakdowns,
    cohortNames: yield* namesOf(breakdowns ?? { cohorts: [] }, run),
    hasMore: periods.some(({ found }) => found.some(({ hasMore }) => hasMore === true)),
    span,
    ran: joinedRuns(periods.flatMap(({ found }) => found.flatMap(({ ran }) => ran)))
  }
  return outcome
})

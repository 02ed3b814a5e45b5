/** The series, periods and breakdown values of a trends query. */
import { Effect } from "effect"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, always, anyOf, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actionCondition } from "../../structured/ActionsNode.ts"
import { breakdownsOf, mapLimit } from "../../structured/BreakdownFilter.ts"
import { readValues } from "../../structured/BreakdownValues.ts"
import { bucketsOf } from "../../structured/Buckets.ts"
import { previousPeriod } from "../../structured/CompareFilter.ts"
import { type ClosedSpan, closedSpan, insightCondition, timeCondition } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { seriesOf } from "../../structured/SeriesNode.ts"
import type { Measuring } from "./MeasureSeries.ts"
import { isTotal, type TrendsNode } from "./TrendsNode.ts"

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

/** A period that is asked about. */
export interface AskedPeriod {
  readonly label: "current" | "previous" | undefined
  readonly measuring: Measuring
}

/** Reads from the events what the question leaves open: when `all` began, and how wide bins are. */
export const trendsQuestion = Effect.fnUntraced(function*(node: TrendsNode, run: QueryRun) {
  const moment = momentOf(run, node.modifiers)
  const interval = node.interval ?? "day"
  const series = seriesOf(node.series, node.actions, moment)
  const own = insightCondition(node, run.project, moment)
  const ofSeries = anyOf(series.map(({ condition }) => condition))
  const asked = { ...run, modifiers: node.modifiers }
  const periodOf = Effect.fnUntraced(function*(span: ClosedSpan, label: AskedPeriod["label"]) {
    const measuring: Measuring = {
      ...span,
      buckets: yield* Effect.fromResult(bucketsOf(span, interval, moment, node.path)),
      insight: node,
      where: allOf([own, goalCondition(node, span, moment)]),
      interval: isTotal(node) ? undefined : interval,
      moment
    }
    return { label, measuring } satisfies AskedPeriod
  })
  const span = yield* closedSpan(node, interval, allOf([own, ofSeries]), { ...asked, moment })
  const isCompared = node.compareFilter?.compare === true
  const current = yield* periodOf(span, isCompared ? "current" : undefined)
  const before = previousPeriod(
    node.compareFilter,
    node.dateRange,
    { ...span, buckets: current.measuring.buckets },
    moment
  )
  const periods = before === undefined ? [current] : [current, yield* periodOf(before, "previous")]
  const breakdowns = breakdownsOf(
    node.breakdownFilter,
    node.trendsFilter?.display === "WorldMap" ? mapLimit : undefined
  )
  const values = yield* readValues(
    breakdowns?.by ?? [],
    { insight: node, span, where: allOf([current.measuring.where, ofSeries]) },
    asked
  )
  return { series, span, periods, breakdowns, values, run: asked }
})

import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { moved, startOf } from "../../../filters/RelativeDate.ts"
import { allOf } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { type Buckets, bucketsOf } from "../../structured/Buckets.ts"
import { type ClosedSpan, closedSpan, insightCondition, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { joinedRuns, type RanStatement, runStatement } from "../../structured/RunStatement.ts"
import { type Series, seriesEntity, seriesOf } from "../../structured/SeriesNode.ts"
import { sumOf } from "../trends/Curves.ts"
import type { LifecycleResult } from "./LifecycleAnswer.ts"
import { areBits, lifecycleBitsSql } from "./LifecycleBits.ts"
import { type Lifecycle, type LifecycleCounts, type LifecycleNode, lifecycles } from "./LifecycleNode.ts"
import { activitySql, lifecycleSql } from "./LifecycleSql.ts"

/** The outcome of a lifecycle query; without a series it is empty. */
export interface LifecycleOutcome {
  readonly series: Series | undefined
  readonly buckets: Buckets
  readonly counts: LifecycleCounts
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

const isTrue = (cell: unknown): boolean => cell === true || cell === 1

/** Adds up rows whose intervals begin one before those that are shown. */
const countsOf = (
  buckets: Buckets,
  placeOf: Buckets["indexOf"],
  rows: ReadonlyArray<Row>,
  scale: number
): LifecycleCounts => {
  const none = () => buckets.starts.map(() => 0)
  const counts: Record<Lifecycle, Array<number>> = {
    new: none(),
    returning: none(),
    resurrecting: none(),
    dormant: none()
  }
  const add = (status: Lifecycle, place: number, count: number) => {
    const numbers = counts[status]
    if (place >= 0 && place < numbers.length) numbers[place] = (numbers[place] ?? 0) + count
  }
  for (const [period, isNew, wasActive, staysActive, cell] of rows) {
    const place = placeOf(period)
    if (place === undefined) continue
    const count = Number(cell) * scale
    add(isTrue(isNew) ? "new" : isTrue(wasActive) ? "returning" : "resurrecting", place - 1, count)
    if (!isTrue(staysActive)) add("dormant", place, -count)
  }
  return counts
}

/** The question of a lifecycle: its series, intervals, and the events from one interval before. */
export const lifecycleQuestion = Effect.fnUntraced(function*(node: LifecycleNode, run: QueryRun) {
  const moment = momentOf(run, node.modifiers)
  const interval = node.interval ?? "day"
  const [series] = seriesOf(node.series, node.actions, moment)
  const own = insightCondition(node, run.project, moment)
  const condition = series === undefined ? own : allOf([own, series.condition])
  const asked = { ...run, modifiers: node.modifiers }
  const span = yield* closedSpan(node, interval, condition, { ...asked, moment })
  const from = moved(startOf(interval, span.from, moment), -1, interval, moment)
  const fetched = { from: startOf(interval, from, moment), to: span.to }
  const intervals = yield* Effect.fromResult(bucketsOf(fetched, interval, moment, node.path))
  const activity = activitySql(node, condition, fetched, interval)
  const isOfBits = areBits(intervals)
  return {
    series,
    span,
    buckets: yield* Effect.fromResult(bucketsOf(span, interval, moment, node.path)),
    fetched: intervals,
    activity,
    ...isOfBits
      ? { counting: lifecycleBitsSql(node, condition, fetched, intervals, moment), placeOf: Number }
      : { counting: lifecycleSql(activity), placeOf: intervals.indexOf },
    run: asked
  }
})

/** Finds how many actors are new, stay, come back and leave. */
export const runLifecycle = Effect.fnUntraced(function*(node: LifecycleNode, run: QueryRun) {
  const { buckets, counting, placeOf, run: asked, series, span } = yield* lifecycleQuestion(node, run)
  const found = series === undefined ? undefined : yield* runStatement(counting, asked)
  const outcome: LifecycleOutcome = {
    series,
    buckets,
    span,
    counts: countsOf(buckets, placeOf, found?.rows ?? [], sampleScale(node)),
    ran: joinedRuns(found === undefined ? [] : [found])
  }
  return outcome
})

/** The results: one for each status. */
export const lifecycleResults = (
  { buckets: { days, labels }, counts, series }: LifecycleOutcome
): ReadonlyArray<LifecycleResult> =>
  series === undefined ? [] : lifecycles.map((status) => ({
    action: { ...seriesEntity(series), math: "total" },
    label: `${series.name} - ${status}`,
    status,
    data: counts[status],
    count: sumOf(counts[status]),
    days,
    labels
  }))

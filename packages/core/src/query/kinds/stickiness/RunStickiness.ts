import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import { allOf, anyOf } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { bucketsOf } from "../../structured/Buckets.ts"
import { previousPeriod } from "../../structured/CompareFilter.ts"
import type { Interval } from "../../structured/DateRange.ts"
import { type ClosedSpan, closedSpan, insightCondition, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { joinedRuns, type RanStatement, runStatement } from "../../structured/RunStatement.ts"
import { type Series, seriesEntity, seriesOf } from "../../structured/SeriesNode.ts"
import { sumOf } from "../trends/Curves.ts"
import type { StickinessResult } from "./StickinessAnswer.ts"
import type { StickinessNode } from "./StickinessNode.ts"
import { stickinessSql } from "./StickinessSql.ts"

/** A series in a period: the number of actors active in one interval, in two, …. */
interface Counted {
  readonly series: Series
  readonly label: "current" | "previous" | undefined
  readonly counts: ReadonlyArray<number>
}

/** The outcome of a stickiness query. */
export interface StickinessOutcome {
  readonly counted: ReadonlyArray<Counted>
  readonly interval: Interval
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

/** A period that is asked about, and how many intervals it has. */
export interface StickinessPeriod extends ClosedSpan {
  readonly label: "current" | "previous" | undefined
  readonly intervals: number
}

/** The question of stickiness: its series and periods. */
export const stickinessQuestion = Effect.fnUntraced(function*(node: StickinessNode, run: QueryRun) {
  const moment = momentOf(run, node.modifiers)
  const interval = node.interval ?? "day"
  const all = seriesOf(node.series, node.actions, moment)
  const asked = { ...run, modifiers: node.modifiers }
  const condition = allOf([
    insightCondition(node, run.project, moment),
    anyOf(all.map((series) => series.condition))
  ])
  const span = yield* closedSpan(node, interval, condition, { ...asked, moment })
  const bucketsIn = (period: ClosedSpan) => Effect.fromResult(bucketsOf(period, interval, moment, node.path))
  const buckets = yield* bucketsIn(span)
  const before = previousPeriod(node.compareFilter, node.dateRange, { ...span, buckets }, moment)
  const intervalsOf = (starts: ReadonlyArray<unknown>) => Math.ceil(starts.length / (node.intervalCount ?? 1))
  const current: StickinessPeriod = {
    ...span,
    label: before === undefined ? undefined : "current",
    intervals: intervalsOf(buckets.starts)
  }
  const previous: ReadonlyArray<StickinessPeriod> = before === undefined ? [] : [
    { ...before, label: "previous", intervals: intervalsOf((yield* bucketsIn(before)).starts) }
  ]
  return { moment, interval, all, span, periods: [current, ...previous], run: asked }
})

const countsOf = (rows: ReadonlyArray<Row>, intervals: number, scale: number): ReadonlyArray<number> => {
  const counts = Array.from({ length: intervals }, () => 0)
  for (const [periods, actors] of rows) {
    const place = Number(periods) - 1
    if (place in counts) counts[place] = Number(actors) * scale
  }
  return counts
}

/** Finds in how many intervals actors did something. */
export const runStickiness = Effect.fnUntraced(function*(node: StickinessNode, run: QueryRun) {
  const { all, interval, moment, periods, run: asked, span } = yield* stickinessQuestion(node, run)
  const questions = periods.flatMap((period) => all.map((series) => ({ period, series })))
  const found = yield* Effect.forEach(questions, ({ period, series }) =>
    Effect.map(
      runStatement(stickinessSql({ node, series, span: period, project: run.project, moment }), asked),
      ({ rows, ...ran }) => ({
        ran,
        counted: { series, label: period.label, counts: countsOf(rows, period.intervals, sampleScale(node)) }
      })
    ), { concurrency: 2 })
  const outcome: StickinessOutcome = {
    counted: found.map(({ counted }) => counted),
    interval,
    span,
    ran: joinedRuns(found.map(({ ran }) => ran))
  }
  return outcome
})

/** Each number and those after it. */
const orMore = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  let sum = 0
  return counts.toReversed().map((count) => sum += count).toReversed()
}

/** The label of a number of intervals. */
export const intervalsLabel = (count: number, interval: Interval, { stickinessFilter }: StickinessNode): string =>
  `${count} ${interval}${count === 1 ? "" : "s"}${stickinessFilter?.computedAs === "cumulative" ? " or more" : ""}`

/** The results: each series in the current period, then in the one before. */
export const stickinessResults = (
  node: StickinessNode,
  { counted, interval }: StickinessOutcome
): ReadonlyArray<StickinessResult> => {
  const isCumulative = node.stickinessFilter?.computedAs === "cumulative"
  return counted.map(({ counts, label, series }) => {
    const days = counts.map((_, index) => index + 1)
    return {
      count: sumOf(counts),
      data: isCumulative ? orMore(counts) : counts,
      days,
      labels: days.map((day) => intervalsLabel(day, interval, node)),
      label: series.name,
      action: seriesEntity(series),
      ...(label === undefined ? undefined : { compare: true, compare_label: label })
    }
  })
}

import { Effect } from "effect"
import { allOf } from "../../../filters/SqlFragment.ts"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { Breakdowns } from "../../structured/BreakdownFilter.ts"
import type { ReadValue } from "../../structured/BreakdownValues.ts"
import type { Buckets } from "../../structured/Buckets.ts"
import { type CohortPart, cohortParts, isInPart, withCohort } from "../../structured/CohortParts.ts"
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import { joinedRuns, type RanStatement, type StatementRun } from "../../structured/RunStatement.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import type { Curve } from "./Curves.ts"
import { measureCohorts, measureCut } from "./MeasureCut.ts"
import { atOnce, measureSeries, type Measuring } from "./MeasureSeries.ts"
import type { TrendsNode } from "./TrendsNode.ts"
import { type AskedPeriod, trendsQuestion } from "./TrendsQuestion.ts"

/** A period, and what was found in it. */
export interface MeasuredPeriod {
  readonly buckets: Buckets
  readonly label: AskedPeriod["label"]
  readonly curves: ReadonlyArray<Curve>
}

/** The outcome of a trends query. */
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

/** More numbers than these are no picture: each has a day and a label, and each formula makes as many again. */
const maxNumbers = 200_000

interface Cutting {
  readonly breakdowns: Breakdowns | undefined
  readonly values: ReadonlyArray<ReadValue>
}

const shownCurve = (
  { values: found = [], ...curve }: Curve,
  values: ReadonlyArray<ReadValue>,
  part: CohortPart
): Curve => ({
  ...curve,
  values: withCohort(part, found.map((text, index) => values[index]?.shown(text) ?? text), (id) => id)
})

/** The curves of all series in a period. */
const measurePeriod = Effect.fnUntraced(function*(
  measuring: Measuring,
  all: ReadonlyArray<Series>,
  { breakdowns, values }: Cutting,
  run: StatementRun
) {
  if (breakdowns === undefined) {
    return yield* measureSeries(measuring, all, run)
  }
  const { by, cohorts, hidesOther, limit } = breakdowns
  if (by.length === 0) {
    return yield* Effect.forEach(all, (series) => measureCohorts(measuring, series, cohorts, run), atOnce)
  }
  const cutting = { cut: { values: values.map(({ value }) => value) }, hidesOther, limit }
  const parts = cohortParts(breakdowns).flatMap((part) => all.map((series) => ({ part, series })))
  return yield* Effect.forEach(parts, ({ part, series }) => {
    const asked = { ...measuring, where: allOf([measuring.where, isInPart(part)]) }
    return Effect.map(measureCut(asked, series, cutting, run), (found) => ({
      ...found,
      curves: found.curves.map((curve) => shownCurve(curve, values, part))
    }))
  }, atOnce)
})

const namesOf = Effect.fnUntraced(function*({ cohorts }: Pick<Breakdowns, "cohorts">, run: QueryRun) {
  const known = cohorts.some((cohort) => cohort !== "all") ? yield* run.cohorts : []
  return new Map<string, string>([["all", "all users"], ...known.map(({ id, name }) => [String(id), name] as const)])
})

/** Finds the numbers of the series, in one period or in two. */
export const runTrends = Effect.fnUntraced(function*(node: TrendsNode, run: QueryRun) {
  const { breakdowns, periods, run: asked, series, span, values } = yield* trendsQuestion(node, run)
  const found = yield* Effect.forEach(
    periods,
    ({ label, measuring }) =>
      Effect.map(measurePeriod(measuring, series, { breakdowns, values }, asked), (parts) => ({
        label,
        buckets: measuring.buckets,
        parts
      }))
  )
  const parts = found.flatMap((period) => period.parts)
  const numbers = parts.flatMap(({ curves }) => curves).reduce((sum, curve) => sum + curve.numbers.length, 0)
  if (numbers * Math.max(1, node.formulas.length) > maxNumbers) return yield* new QueryTooLarge({ limit: "answer" })
  const outcome: TrendsOutcome = {
    series,
    periods: found.map(({ buckets, label, parts }) => ({
      buckets,
      label,
      curves: parts.flatMap(({ curves }) => curves)
    })),
    breakdowns,
    cohortNames: yield* namesOf(breakdowns ?? { cohorts: [] }, run),
    hasMore: parts.some(({ hasMore }) => hasMore === true),
    span,
    ran: joinedRuns(parts.flatMap(({ ran }) => ran))
  }
  return outcome
})

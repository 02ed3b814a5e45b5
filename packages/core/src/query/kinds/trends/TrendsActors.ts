/** The actors behind a number of trends. */
import { Effect } from "effect"
import { allOf, always, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError } from "../../QueryKind.ts"
import { otherBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { bucketIndex, bucketSpan } from "../../structured/Buckets.ts"
import { isMember } from "../../structured/CohortParts.ts"
import { hasActor } from "../../structured/InsightFields.ts"
import type { StatementRun } from "../../structured/RunStatement.ts"
import type { Series } from "../../structured/SeriesNode.ts"
import { comparedOptions, distinctOptions, type FoundOptions, namedOptions } from "../actors/ActorOptions.ts"
import { type Actors, type ActorSelection, actorSource } from "../actors/ActorSource.ts"
import { among, leadingValues } from "./MeasureCut.ts"
import { measureOf } from "./Measures.ts"
import { inTotal, type Measuring } from "./MeasureSeries.ts"
import { runTrends, type TrendsOutcome } from "./RunTrends.ts"
import { trendsQuery } from "./TrendsKind.ts"
import { isTotal, type TrendsNode } from "./TrendsNode.ts"
import { trendsQuestion } from "./TrendsQuestion.ts"
import { valueOf } from "./TrendsResults.ts"
import { actorEventsSql, firstActorsSql, trailingFrom, trailingTo, valueNames } from "./TrendsSql.ts"

type Question = Effect.Success<ReturnType<typeof trendsQuestion>>

/** The groups that the series of a query are counts of, where they are. */
const groupOf = ({ aggregation_group_type_index: group, series }: TrendsNode) => {
  if (group !== undefined && group !== null) return group
  const [first, ...others] = series.map((one) => one.math === "unique_group" ? one.math_group_type_index : undefined)
  return others.every((one) => one === first) ? first : undefined
}

const selectedSeries = (series: ReadonlyArray<Series>, { path, series: place }: ActorSelection) => {
  const found = series.find(({ order }) => order === (place ?? 0))
  return found === undefined
    ? Effect.fail(InvalidInput.at([...path, "series"], "invalid_choice", "There is no such series."))
    : Effect.succeed(found)
}

/** The time of the selection: an interval, or the whole period. */
const selectedTime = (node: TrendsNode, measuring: Measuring, { day, path }: ActorSelection) => {
  const { buckets, from, moment, to } = measuring
  if (day === undefined || day === null || isTotal(node)) return Effect.succeed({ from, to })
  const place = bucketIndex(buckets, String(day))
  if (place === undefined) {
    return Effect.fail(InvalidInput.at([...path, "day"], "invalid_choice", "The result has no such day."))
  }
  const { from: begin, to: end } = bucketSpan(buckets, place, moment)
  const isCumulative = node.trendsFilter?.display === "ActionsLineGraphCumulative"
  const first = isCumulative || begin < from ? from : begin
  return Effect.succeed({ from: first, to: end > to ? to : end })
}

const selectedTexts = ({ breakdown }: ActorSelection): ReadonlyArray<string> | undefined =>
  breakdown === undefined || breakdown === null
    ? undefined
    : (typeof breakdown === "object" ? breakdown : [breakdown]).map(String)

/** Holds on the events of the members of the selected cohort. */
const selectedMembers = ({ breakdowns }: Pick<Question, "breakdowns">, selection: ActorSelection): Sql => {
  const texts = selectedTexts(selection)
  if (texts === undefined || breakdowns === undefined || breakdowns.cohorts.length === 0) return always
  const cohort = texts[breakdowns.isList ? breakdowns.cohortIndex : 0]
  return isMember(cohort === "all" ? "all" : Number(cohort))
}

/** Holds on the events that have the selected value; of those without a value of their own, on all others. */
const selectedValues = Effect.fnUntraced(function*(
  { breakdowns, run, values: read }: Omit<Question, "run"> & { readonly run: StatementRun },
  measuring: Measuring,
  series: Series,
  selection: ActorSelection
) {
  const all = selectedTexts(selection)
  if (breakdowns === undefined || all === undefined || breakdowns.by.length === 0) return always
  const selected = breakdowns.cohorts.length > 0 ? all.toSpliced(breakdowns.cohortIndex, 1) : all
  const cut = { values: read.map(({ value }) => value) }
  const names = measureOf(series.node, measuring)._tag === "First" ? valueNames(cut) : cut.values
  const texts = selected.map((text, index) => read[index]?.textOf(text) ?? text)
  if (!texts.every((text) => text === otherBreakdownValue)) {
    return among(names, [names.map((_, index) => texts[index] ?? "")])
  }
  const { known } = yield* leadingValues(measuring, series, { cut, limit: breakdowns.limit }, run)
  return known.length === 0 ? always : sql`NOT (${among(names, known)})`
})

const statementOf = (
  measuring: Measuring,
  series: Series,
  read: Question["values"],
  only: Sql,
  isWhole: boolean
): Sql => {
  const [asking, measure] = inTotal(measuring, measureOf(series.node, measuring))
  const { insight } = asking
  if (measure._tag === "First") {
    return firstActorsSql(asking, series, measure.isMatching, { values: read.map(({ value }) => value) }, only)
  }
  const isGroup = series.node.math === "unique_group"
  const actors = isGroup ? { aggregation_group_type_index: series.node.math_group_type_index ?? 0 } : insight
  const condition = allOf([series.condition, only, hasActor(actors)])
  if (measure._tag !== "Trailing") return actorEventsSql(asking, condition, actors)
  const window = { from: trailingFrom(asking, measure.days), to: isWhole ? asking.to : trailingTo(asking) }
  return actorEventsSql({ ...asking, ...window }, condition, actors)
}

/** The days, series and values that a result has. */
const trendsOptions = (node: TrendsNode, outcome: TrendsOutcome): FoundOptions => {
  const { breakdowns, periods, ran, series, span } = outcome
  const { days = [], labels = [] } = periods[0]?.buckets ?? {}
  const values = periods.flatMap(({ curves }) => curves).flatMap((curve) => valueOf(outcome, curve.values) ?? [])
  return {
    span,
    ran,
    options: {
      day: isTotal(node) ? undefined : namedOptions(days, labels),
      series: series.map(({ name, order }) => ({ label: name, value: order })),
      breakdown: breakdowns === undefined
        ? undefined
        : distinctOptions(values.map(({ field, label }) => ({ label, value: field }))),
      compare: comparedOptions(periods.length > 1)
    }
  }
}

/** Trends as a source of actors. */
export const trendsActors = actorSource(trendsQuery, {
  group: groupOf,
  actors: Effect.fnUntraced(function*(node, selection, run): Effect.fn.Return<Actors, QueryError> {
    const question = yield* trendsQuestion(node, run)
    const { periods, series: all, values } = question
    const period = periods.find(({ label }) => label === selection.compare) ?? periods[0]
    if (period === undefined) return yield* Effect.die(new Error("no period"))
    const series = yield* selectedSeries(all, selection)
    const time = yield* selectedTime(node, period.measuring, selection)
    const where = allOf([period.measuring.where, selectedMembers(question, selection)])
    const only = yield* selectedValues(question, { ...period.measuring, where }, series, selection)
    const measuring: Measuring = { ...period.measuring, where, ...time }
    return {
      _tag: "Statement",
      statement: statementOf(measuring, series, values, only, (selection.day ?? undefined) === undefined)
    }
  }),
  options: (node, run) => Effect.map(runTrends(node, run), (outcome) => trendsOptions(node, outcome))
})

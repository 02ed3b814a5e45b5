/** The results of trends, as the wire shows them. */
import { noBreakdownValue, otherBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { type Series, seriesEntity } from "../../structured/SeriesNode.ts"
import { type Curve, runningTotals, smoothed, sumOf } from "./Curves.ts"
import type { MeasuredPeriod, TrendsOutcome } from "./RunTrends.ts"
import type { TrendsResult } from "./TrendsAnswer.ts"
import { isTotal, type TrendsNode } from "./TrendsNode.ts"

/** Curves are ordered by their totals, those without one of their values and the rest last. */
const rankOf = ({ values }: Curve): number => {
  if (values === undefined || values.length === 0) return 0
  if (values.every((value) => value === otherBreakdownValue)) return 2
  return values.includes(noBreakdownValue) ? 1 : 0
}

const byTotal = (one: Curve, other: Curve): number => {
  const rank = rankOf(one) - rankOf(other)
  if (rank !== 0) return rank
  const total = sumOf(other.numbers) - sumOf(one.numbers)
  if (total !== 0) return total
  const [a, b] = [JSON.stringify(one.values), JSON.stringify(other.values)]
  return a < b ? -1 : a > b ? 1 : 0
}

const mathOf = ({ node }: Series) => ({
  math: node.math ?? null,
  math_property: node.math_property ?? null,
  math_hogql: node.math_hogql ?? null,
  math_group_type_index: node.math_group_type_index ?? null
})

const actionOf = (series: Series, { instants }: MeasuredPeriod["buckets"]): TrendsResult["action"] => ({
  ...seriesEntity(series),
  ...mathOf(series),
  properties: {},
  days: instants
})

/** The description of the query in each of its results. */
const filterOf = ({ dateRange, interval, trendsFilter }: TrendsNode): TrendsResult["filter"] => ({
  insight: "TRENDS",
  display: trendsFilter?.display ?? "ActionsLineGraph",
  interval: interval ?? "day",
  date_from: dateRange?.date_from ?? null,
  date_to: dateRange?.date_to ?? null
})

const numbersOf = (node: TrendsNode, numbers: ReadonlyArray<number>): Pick<TrendsResult, "count" | "data"> => {
  const { display, smoothingIntervals } = node.trendsFilter ?? {}
  const smooth = smoothed(numbers, smoothingIntervals ?? 1)
  if (display === "ActionsLineGraphCumulative") {
    const data = runningTotals(smooth)
    return { data, count: data.at(-1) ?? 0 }
  }
  return { data: smooth, count: sumOf(smooth) }
}

/** The fields of the numbers of a curve in its period. */
const curveFields = (
  node: TrendsNode,
  { buckets, label }: MeasuredPeriod,
  numbers: ReadonlyArray<number>
): Omit<TrendsResult, "action" | "breakdown_value" | "label"> => ({
  ...(isTotal(node)
    ? { data: [], days: buckets.days, count: 0, aggregated_value: numbers[0] ?? 0 }
    : { ...numbersOf(node, numbers), days: buckets.days, labels: buckets.labels }),
  filter: filterOf(node),
  ...(label === undefined ? undefined : { compare: true, compare_label: label })
})

/** The breakdown value of a curve and its label. */
export const valueOf = ({ breakdowns, cohortNames }: TrendsOutcome, values: Curve["values"]) => {
  if (breakdowns === undefined || values === undefined) return undefined
  const [first = ""] = values
  const { cohortIndex, cohorts, isList } = breakdowns
  const named = (text: string) => cohortNames.get(text) ?? text
  if (isList) {
    const labels = values.map((text, place) => cohorts.length > 0 && place === cohortIndex ? named(text) : text)
    return { label: labels.join("::"), field: values }
  }
  return cohorts.length > 0
    ? { label: named(first), field: first === "all" ? first : Number(first) }
    : { label: first, field: first }
}

const seriesItem = (
  node: TrendsNode,
  outcome: TrendsOutcome,
  period: MeasuredPeriod,
  curve: Curve
): ReadonlyArray<TrendsResult> => {
  const series = outcome.series.find(({ order }) => order === curve.order)
  if (series === undefined) return []
  const value = valueOf(outcome, curve.values)
  const { name } = series
  const label = value === undefined ? name : outcome.series.length > 1 ? `${name} - ${value.label}` : value.label
  return [{
    ...curveFields(node, period, curve.numbers),
    label,
    action: actionOf(series, period.buckets),
    ...(value === undefined ? undefined : { breakdown_value: value.field })
  }]
}

const seriesItems = (node: TrendsNode, outcome: TrendsOutcome, period: MeasuredPeriod): ReadonlyArray<TrendsResult> =>
  outcome.series.flatMap(({ order }) => {
    const own = period.curves.filter((curve) => curve.order === order)
    const sorted = outcome.breakdowns === undefined ? own : own.toSorted(byTotal)
    return sorted.flatMap((curve) => seriesItem(node, outcome, period, curve))
  })

const formulaItem = (
  node: TrendsNode,
  outcome: TrendsOutcome,
  period: MeasuredPeriod,
  label: string,
  curve: Curve
): TrendsResult => {
  const value = valueOf(outcome, curve.values)
  return {
    ...curveFields(node, period, curve.numbers),
    ...(isTotal(node) ? { data: null } : undefined),
    label,
    action: null,
    ...(value === undefined ? undefined : { breakdown_value: value.field })
  }
}

/** Each formula over the series, for each value that one of them has. */
const formulaItems = (
  node: TrendsNode,
  outcome: TrendsOutcome,
  period: MeasuredPeriod
): ReadonlyArray<TrendsResult> => {
  const byValue = Map.groupBy(period.curves, ({ values }) => JSON.stringify(values ?? null))
  const length = isTotal(node) ? 1 : period.buckets.starts.length
  return node.formulas.flatMap(({ evaluate, label }) =>
    [...byValue.values()].map((curves): Curve => {
      const bySeries = new Map(curves.map(({ numbers, order }) => [order, numbers]))
      const numbers = Array.from({ length }, (_, index) => evaluate((order) => bySeries.get(order)?.[index] ?? 0))
      return { order: 0, values: curves[0]?.values, numbers }
    }).toSorted(byTotal).map((curve) => formulaItem(node, outcome, period, label, curve))
  )
}

/** The results: those of the current period, then those of the one before. */
export const trendsResults = (node: TrendsNode, outcome: TrendsOutcome): ReadonlyArray<TrendsResult> =>
  outcome.periods.flatMap((period) =>
    node.formulas.length > 0 ? formulaItems(node, outcome, period) : seriesItems(node, outcome, period)
  )

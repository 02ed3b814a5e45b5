import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Chart } from "../drawing/Chart.ts"
import { changeText, label, shownName } from "../drawing/Labels.ts"
import { earlierOf, signAt } from "../drawing/Signs.ts"
import { type Drawable, numberOf, numbersOf, recordsOf, settingOf, settings, textOf, textsOf } from "./Answers.ts"
import { goalLinesOf } from "./GoalLines.ts"
import { numberChart } from "./NumberChart.ts"
import { pieChart } from "./PieChart.ts"
import { rankedChart, type RankedValue } from "./RankedChart.ts"
import { type DrawnSeries, seriesChart, type SeriesForm } from "./SeriesChart.ts"
import { type Writing, writingOf } from "./Values.ts"

const forms: Readonly<Record<string, SeriesForm>> = {
  ActionsAreaGraph: "areas",
  ActionsBar: "stacked",
  ActionsStackedBar: "stacked",
  ActionsUnstackedBar: "bars",
  CalendarHeatmap: "bars"
}

const isPrevious = (item: JsonRecord): boolean => item["compare_label"] === "previous"

/** The label of a formula does not say the value that its series were cut by. */
const cutOf = ({ action, breakdown_value: value }: JsonRecord): string =>
  action === null && value !== undefined ? ` - ${textOf(value)}` : ""

const nameOf = (item: JsonRecord): string =>
  `${shownName(textOf(item["label"]))}${cutOf(item)}${isPrevious(item) ? " (previous period)" : ""}`

/** The series of items; one of the period before has the sign of its own, without marks. */
export const seriesOfItems = (items: ReadonlyArray<JsonRecord>): ReadonlyArray<DrawnSeries> => {
  const current = items.filter((item) => !isPrevious(item))
  const keyOf = (item: JsonRecord): string => JSON.stringify([item["label"], item["breakdown_value"]])
  const places = new Map(current.map((item, place) => [keyOf(item), place]))
  const isCompared = current.length < items.length
  return items.map((item, index) => {
    const place = (isCompared ? places.get(keyOf(item)) : undefined) ?? index
    return {
      name: nameOf(item),
      values: numbersOf(item["data"]),
      sign: isCompared && isPrevious(item) ? earlierOf(signAt(place)) : signAt(place)
    }
  })
}

/** The names of the points that the longest of some items has. */
export const pointsOf = (items: ReadonlyArray<JsonRecord>): ReadonlyArray<string> => {
  const named = items.filter((item) => !isPrevious(item)).map(({ days, labels }) =>
    Array.isArray(labels) ? labels : days
  )
  const lists = named.filter((one): one is ReadonlyArray<unknown> => Array.isArray(one))
  return textsOf(lists.reduce((longest, one) => one.length > longest.length ? one : longest, []))
}

const bigNumber = (title: string, items: ReadonlyArray<JsonRecord>, { full }: Writing): Chart => {
  const [current, previous] = items
  const value = numberOf(current?.["aggregated_value"])
  const before = previous === undefined || !isPrevious(previous) ? undefined : numberOf(previous["aggregated_value"])
  const name = current === undefined ? "" : label(textOf(current["label"]), 40)
  const under = before === undefined
    ? name
    : `${before === 0 ? "" : `${changeText(value / before - 1)} from `}${full(before)} in the period before`
  return numberChart(title, full(value), under)
}

const ranked = (items: ReadonlyArray<JsonRecord>, { full }: Writing): ReadonlyArray<RankedValue> =>
  items.map((item) => {
    const value = numberOf(item["aggregated_value"])
    return { name: nameOf(item), value, text: full(value) }
  })

/** Trends in the form of their `display`. */
export const trendsChart = (drawable: Drawable): Chart => {
  const { answer, title } = drawable
  const filter = settings(drawable, "trendsFilter")
  const display = settingOf(filter, "display", "ActionsLineGraph")
  const items = recordsOf(answer["results"])
  const writing = writingOf(filter)
  switch (display) {
    case "BoldNumber":
      return bigNumber(title, items, writing)
    case "ActionsPie":
      return pieChart(title, ranked(items, writing))
    case "ActionsBarValue":
    case "ActionsTable":
    case "WorldMap":
      return rankedChart(title, ranked(items, writing).toSorted((one, other) => other.value - one.value))
    default:
      return seriesChart({
        title,
        points: pointsOf(items),
        series: seriesOfItems(items),
        form: forms[display] ?? "lines",
        writing,
        goals: goalLinesOf(filter)
      })
  }
}

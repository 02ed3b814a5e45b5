/** Rows of SQL as a chart: a time and numbers, names and numbers, or one number. */
import { Result } from "effect"
import type { Chart } from "../drawing/Chart.ts"
import { label } from "../drawing/Labels.ts"
import { legendItems } from "../drawing/Layout.ts"
import { type Drawable, settings, textOf } from "./Answers.ts"
import { goalLinesOf } from "./GoalLines.ts"
import { numberChart } from "./NumberChart.ts"
import { rankedChart } from "./RankedChart.ts"
import { columnsOf, isNumber, isText, number, rowSeries, rowsOf } from "./RowSeries.ts"
import { seriesChart } from "./SeriesChart.ts"
import { plainNumbers } from "./Values.ts"

/** The error for rows that cannot be drawn. */
export const nothingToDraw = "A chart needs a column with a date or a time, or one with names, and one with numbers."

/** Rows as a chart; a text with the reason where there is none. */
export const sqlChart = (drawable: Drawable): Result.Result<Chart, string> => {
  const { answer, title } = drawable
  const over = rowSeries(drawable)
  if (over !== undefined) {
    const marks = legendItems(over.series.map(({ name }) => name))
    const series = over.series.flatMap(({ values }, place) => {
      const mark = marks[place]
      return mark === undefined ? [] : [{ ...mark, values }]
    })
    const goals = goalLinesOf(settings(drawable, "chartSettings"))
    const { points, shown } = over
    return Result.succeed(seriesChart({ title, points, shown, series, form: "lines", writing: plainNumbers, goals }))
  }
  const columns = columnsOf(answer["types"])
  const rows = rowsOf(answer["results"])
  const [value, name] = [columns.find(isNumber), columns.find(isText)]
  if (value === undefined) return Result.fail(nothingToDraw)
  const found = (row: ReadonlyArray<unknown> | undefined): number => number(row?.[value.place]) ?? 0
  if (name === undefined) {
    return rows.length === 1
      ? Result.succeed(numberChart(title, plainNumbers.full(found(rows[0])), label(value.name, 60)))
      : Result.fail(nothingToDraw)
  }
  return Result.succeed(rankedChart(
    title,
    rows.map((row) => ({ name: textOf(row[name.place]), value: found(row), text: plainNumbers.full(found(row)) })),
    [label(value.name, 60)]
  ))
}

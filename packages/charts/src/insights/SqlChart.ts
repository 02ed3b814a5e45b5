/** Rows of SQL as a chart: a time and numbers, names and numbers, or one number. */
import { Result } from "effect"
import type { Chart } from "../drawing/Chart.ts"
import { label } from "../drawing/Labels.ts"
import { legendItems } from "../drawing/Layout.ts"
import { type Drawable, textOf } from "./Answers.ts"
import { numberChart } from "./NumberChart.ts"
import { rankedChart } from "./RankedChart.ts"
import { seriesChart } from "./SeriesChart.ts"
import { plainNumbers } from "./Values.ts"

type Cells = ReadonlyArray<unknown>

/** A column of an answer. */
interface Column {
  readonly place: number
  readonly name: string
  readonly type: string
}

/** What a table of rows shows over time. */
export interface RowSeries {
  readonly points: ReadonlyArray<string>
  readonly series: ReadonlyArray<{ readonly name: string; readonly values: ReadonlyArray<number | null> }>
}

const bare = (type: string): string => type.replace(/^(?:Nullable|LowCardinality)\((.*)\)$/, "$1")

const columnsOf = (types: unknown): ReadonlyArray<Column> =>
  (Array.isArray(types) ? types : []).map((entry: unknown, place) => {
    const [name, type] = Array.isArray(entry) ? entry : []
    return { place, name: textOf(name), type: bare(typeof type === "string" ? type : "") }
  })

const isTime = ({ type }: Column): boolean => /^Date/.test(type)
const isNumber = ({ type }: Column): boolean => /^(?:U?Int|Float|Decimal)/.test(type)
const isText = ({ type }: Column): boolean => /^(?:String|FixedString|UUID|Bool|Enum)/.test(type)

const rowsOf = (results: unknown): ReadonlyArray<Cells> =>
  Array.isArray(results) ? results.filter((row): row is Cells => Array.isArray(row)) : []

/** 64-bit integers may come as text. */
const number = (cell: unknown): number | null => {
  const value = typeof cell === "string" && cell !== "" ? Number(cell) : cell
  return typeof value === "number" && Number.isFinite(value) ? value : null
}

/** A day without its midnight. */
const time = (cell: unknown): string => textOf(cell).replace(/[T ]00:00:00(?:\.0+)?Z?$/, "").replace("T", " ")

/** A column of names beside a time and one number cuts the number into series. */
const cut = (rows: ReadonlyArray<Cells>, at: Column, by: Column, value: Column): RowSeries => {
  const points = [...new Set(rows.map((row) => time(row[at.place])))].toSorted()
  const places = new Map(points.map((point, place) => [point, place]))
  const found = new Map<string, Array<number | null>>()
  for (const row of rows) {
    const name = textOf(row[by.place])
    const values = found.get(name) ?? points.map(() => null)
    values[places.get(time(row[at.place])) ?? 0] = number(row[value.place])
    found.set(name, values)
  }
  return { points, series: [...found].map(([name, values]) => ({ name, values })) }
}

/** The rows of an answer as series over its time; undefined where it has no time, or no numbers. */
export const rowSeries = ({ answer }: Pick<Drawable, "answer">): RowSeries | undefined => {
  const columns = columnsOf(answer["types"])
  const rows = rowsOf(answer["results"])
  const at = columns.find(isTime)
  const numbers = columns.filter(isNumber)
  const [value] = numbers
  if (at === undefined || value === undefined) return undefined
  const by = columns.find(isText)
  if (by !== undefined && numbers.length === 1 && rows.length <= mostCutRows) return cut(rows, at, by, value)
  const ordered = rows.toSorted((one, other) => time(one[at.place]) < time(other[at.place]) ? -1 : 1)
  return {
    points: ordered.map((row) => time(row[at.place])),
    series: numbers.map(({ name, place }) => ({ name, values: ordered.map((row) => number(row[place])) }))
  }
}

/** More rows would make a wide table of gaps. */
const mostCutRows = 5_000

/** Why rows are not drawn. */
export const nothingToDraw = "A chart needs a column with a date or a time, or one with names, and one with numbers."

/** Rows as a chart; a text says why there is none. */
export const sqlChart = (drawable: Drawable): Result.Result<Chart, string> => {
  const { answer, title } = drawable
  const over = rowSeries(drawable)
  if (over !== undefined) {
    const marks = legendItems(over.series.map(({ name }) => name))
    const series = over.series.flatMap(({ values }, place) => {
      const mark = marks[place]
      return mark === undefined ? [] : [{ ...mark, values }]
    })
    return Result.succeed(seriesChart({ title, points: over.points, series, form: "lines", writing: plainNumbers }))
  }
  const columns = columnsOf(answer["types"])
  const rows = rowsOf(answer["results"])
  const [value, name] = [columns.find(isNumber), columns.find(isText)]
  if (value === undefined) return Result.fail(nothingToDraw)
  const found = (row: Cells | undefined): number => number(row?.[value.place]) ?? 0
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

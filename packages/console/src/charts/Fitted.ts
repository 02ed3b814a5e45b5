import type { Chart } from "@hedgerow/charts"
import type { EChartsType } from "echarts/core"

type Json = Readonly<Record<string, unknown>>

/** A point of a chart that was picked: the places of its series and of its point. */
export interface Picked {
  readonly series: number
  readonly point: number
}

/** A series in the legend. */
export interface Mark {
  readonly id: string
  readonly name: string
  readonly colour: string
  readonly isDashed: boolean
}

const record = (value: unknown): Json => typeof value === "object" && value !== null ? value as Json : {}

const list = (value: unknown): ReadonlyArray<Json> =>
  Array.isArray(value) ? value.map(record) : value === undefined ? [] : [record(value)]

type Write = (value: number) => string

const bodyOf = (chart: Chart): Json => chart.body

/** The series that have a place in the legend; lines of goals have none. */
const named = (chart: Chart): ReadonlyArray<Json> =>
  list(bodyOf(chart)["series"]).filter(({ name }) => typeof name === "string" && name.startsWith("series "))

const colourOf = (style: unknown): string | undefined => {
  const { color } = record(style)
  return typeof color === "string" ? color : undefined
}

/** The series of a chart as rows for its legend, by the names that the description gave them. */
export const legendOf = (chart: Chart): ReadonlyArray<Mark> => {
  const legend = record(bodyOf(chart)["legend"])
  const { formatter } = legend
  if (typeof formatter !== "function") return []
  return named(chart).map(({ itemStyle, lineStyle, name }) => ({
    id: String(name),
    name: String(formatter(name)),
    colour: colourOf(lineStyle) ?? colourOf(itemStyle) ?? "#888888",
    isDashed: (record(lineStyle)["type"] ?? "solid") !== "solid"
  }))
}

const valueOf = (item: unknown): number | null => {
  const value = typeof item === "object" && item !== null && !Array.isArray(item) ? record(item)["value"] : item
  const one: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof one === "number" ? one : null
}

/** The values of each series, in the order of the chart. */
export const seriesOf = (chart: Chart): ReadonlyArray<ReadonlyArray<number | null>> =>
  named(chart).map(({ data }) => Array.isArray(data) ? data.map(valueOf) : [])

const points = (chart: Chart): ReadonlyArray<string> => {
  const { data } = record(bodyOf(chart)["xAxis"])
  return Array.isArray(data) ? data.map(String) : []
}

const writer = (chart: Chart): Write => {
  const { formatter } = record(record(bodyOf(chart)["yAxis"])["axisLabel"])
  return typeof formatter === "function"
    ? (value) => Number.isInteger(value) ? value.toLocaleString("en") : String(formatter(value))
    : (value) => value.toLocaleString("en")
}

/** A point in words. */
export const pointText = (chart: Chart, { point, series }: Picked): string => {
  const value = seriesOf(chart)[series]?.[point] ?? null
  const name = legendOf(chart)[series]?.name
  const at = points(chart)[point] ?? `point ${point + 1}`
  return `${at}${name === undefined ? "" : `, ${name}`}: ${value === null ? "no value" : writer(chart)(value)}`
}

const line = (name: string, value: string): HTMLElement => {
  const row = document.createElement("div")
  for (const text of [name, value]) row.append(Object.assign(document.createElement("span"), { textContent: text }))
  return row
}

/** The values at a point, as elements: texts of users are never read as HTML. */
const tipOf = (chart: Chart, hidden: ReadonlySet<string>, point: number): HTMLElement => {
  const tip = document.createElement("div")
  tip.className = "chart-tip"
  const title = document.createElement("strong")
  title.textContent = points(chart)[point] ?? ""
  tip.append(title)
  const marks = legendOf(chart)
  const write = writer(chart)
  const rows = seriesOf(chart)
    .map((values, place) => ({ mark: marks[place], value: values[point] ?? null }))
    .filter(({ mark, value }) => value !== null && !(mark !== undefined && hidden.has(mark.id)))
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
  for (const { mark, value } of rows.slice(0, 12)) tip.append(line(mark?.name ?? "", write(value ?? 0)))
  return tip
}

const plotHeight = 300

/** Whether a chart has series over points that stand for themselves at any width. */
const isFluid = (chart: Chart): boolean =>
  record(bodyOf(chart)["yAxis"])["type"] === "value"
  && record(bodyOf(chart)["xAxis"])["show"] !== false
  && points(chart).length > 0

/** The options of a chart for a box of the browser: its title, notes and legend are elements of the page there. */
export const fitted = (chart: Chart) => {
  const body = bodyOf(chart)
  const fluid = isFluid(chart)
  const top = Number(record(body["grid"])["top"] ?? 0)
  const cut = fluid ? 0 : Math.max(0, 42 + chart.notes.length * 17 - 12)
  const option = (hidden: ReadonlySet<string>): Record<string, unknown> => ({
    animation: false,
    ...body,
    legend: fluid
      ? {
        ...record(body["legend"]),
        show: false,
        selected: Object.fromEntries([...hidden].map((id) => [id, false]))
      }
      : body["legend"],
    ...body["grid"] === undefined
      ? {}
      : { grid: { ...record(body["grid"]), top: fluid ? 14 : Math.max(4, top - cut) } },
    ...fluid
      ? {
        tooltip: {
          trigger: "axis",
          confine: true,
          transitionDuration: 0,
          formatter: (found: unknown) => tipOf(chart, hidden, Number(list(found)[0]?.["dataIndex"] ?? 0))
        }
      }
      : {}
  })
  /** The point under a place of the box, and of the series there the nearest one. */
  const pick = (
    drawn: EChartsType,
    place: readonly [number, number],
    hidden: ReadonlySet<string>
  ): Picked | undefined => {
    const grid = { gridIndex: 0 }
    if (!drawn.containPixel(grid, [...place])) return undefined
    const [x = 0, y = 0] = drawn.convertFromPixel(grid, [...place]) as ReadonlyArray<number>
    if (!fluid) return { series: 0, point: Math.round(y) }
    const marks = legendOf(chart)
    const point = Math.round(x)
    const distance = (values: ReadonlyArray<number | null>) => Math.abs((values[point] ?? Infinity) - y)
    const found = seriesOf(chart)
      .map((values, series) => ({ series, distance: distance(values) }))
      .filter(({ series }) => !hidden.has(marks[series]?.id ?? ""))
      .toSorted((one, other) => one.distance - other.distance)[0]
    return found === undefined ? undefined : { series: found.series, point }
  }
  return { isFluid: fluid, height: fluid ? plotHeight : chart.height - cut, option, pick }
}

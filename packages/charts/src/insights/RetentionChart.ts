import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from "echarts/types/dist/shared"
import { categoryAxis } from "../drawing/Axes.ts"
import type { Chart } from "../drawing/Chart.ts"
import { label, numberText, percentText } from "../drawing/Labels.ts"
import { fontFamily, topUnder, usualWidth, widestText } from "../drawing/Layout.ts"
import { colourAt, ink } from "../drawing/Palette.ts"
import { type Drawable, numberOf, recordsOf, settings, textOf } from "./Answers.ts"
import { localTime } from "./LocalTimes.ts"

/** At most this many cohorts and periods are drawn. */
const [mostRows, mostColumns] = [32, 31] as const

const [cellHeight, narrowest] = [26, 46] as const

/** Texts can be read on the deepest cell, by day and by night. */
const deepest = 0.44

/** The share of a cohort that came back in a period; undefined for a future period. */
interface Cell {
  readonly row: number
  readonly column: number
  readonly share: number
}

interface Cohort {
  readonly name: string
  readonly size: number
  readonly counts: ReadonlyArray<number>
}

const dayOf = (item: JsonRecord, zone: unknown): string => {
  const { breakdown_value: cut, date, label: name } = item
  const day = localTime(date ?? name, zone)
  return cut === undefined ? day : `${label(textOf(cut), 16)} ${day}`
}

/** The cohorts, each with the periods that have begun: the last cohort has one, the one before it two. */
const cohortsOf = (items: ReadonlyArray<JsonRecord>, zone: unknown): ReadonlyArray<Cohort> => {
  const periods = Math.max(0, ...items.map(({ values }) => recordsOf(values).length))
  const places = new Map<string, number>()
  return items.map((item) => {
    const key = JSON.stringify(item["breakdown_value"] ?? null)
    const place = places.get(key) ?? 0
    places.set(key, place + 1)
    const counts = recordsOf(item["values"]).slice(0, Math.max(1, periods - place)).map(({ count }) => numberOf(count))
    return { name: dayOf(item, zone), size: counts[0] ?? 0, counts }
  })
}

const sharesOf = ({ counts, size }: Cohort, row: number, isOfPrevious: boolean): ReadonlyArray<Cell> =>
  counts.slice(0, mostColumns).flatMap((count, column) => {
    const base = isOfPrevious && column > 0 ? counts[column - 1] ?? 0 : size
    return base === 0 ? [] : [{ row, column, share: count / base }]
  })

/** A cell in the colour of its share, and the share in words. */
const drawn = (cell: Cell | undefined, api: CustomSeriesRenderItemAPI) => {
  if (cell === undefined) return null
  const [width = 0, height = 0] = api.size?.([1, 1]) as ReadonlyArray<number> | undefined ?? []
  const [x = 0, y = 0] = api.coord([cell.column, cell.row])
  const strength = 0.06 + deepest * Math.min(1, cell.share)
  return {
    type: "group",
    silent: true,
    children: [
      {
        type: "rect",
        silent: true,
        shape: { x: x - width / 2 + 1, y: y - height / 2 + 1, width: width - 2, height: height - 2, r: 3 },
        style: { fill: colourAt(0).light, opacity: strength }
      },
      {
        type: "text",
        silent: true,
        style: {
          text: percentText(Math.round(cell.share * 1000) / 1000),
          x,
          y,
          align: "center",
          verticalAlign: "middle",
          font: `11px ${fontFamily}`,
          fill: ink.light
        }
      }
    ]
  } satisfies CustomSeriesRenderItemReturn
}

/** The share of each cohort that came back, period by period. */
export const retentionChart = (drawable: Drawable): Chart => {
  const items = recordsOf(drawable.answer["results"])
  const isOfPrevious = settings(drawable, "retentionFilter")["retentionReference"] === "previous"
  const all = cohortsOf(items, drawable.answer["timezone"])
  const cohorts = all.slice(0, mostRows)
  const cells = cohorts.flatMap((cohort, row) => sharesOf(cohort, row, isOfPrevious))
  const periods = recordsOf(items[0]?.["values"])
  const columns = periods.slice(0, mostColumns).map(({ label: name }, place) => label(textOf(name ?? place), 10))
  const names = cohorts.map(({ name, size }) => `${label(name, 36)} · ${numberText(size)}`)
  const notes = [
    cohorts.length === 0
      ? "There is nothing to draw."
      : `Beside each date how many began then; in each cell which share of ${
        isOfPrevious ? "the period before" : "them"
      } came back.`,
    ...cohorts.length < all.length ? [`${cohorts.length} of ${all.length} rows are shown.`] : [],
    ...columns.length < periods.length ? [`${columns.length} of ${periods.length} periods are shown.`] : []
  ]
  const top = topUnder(notes) + 30
  const left = 28 + widestText(names)
  const described = cohorts.slice(0, 12).map(({ counts, name, size }) =>
    `${label(name, 60)}: ${numberText(size)} began, then ${counts.slice(1, 8).map(numberText).join(", ") || "none"}.`
  )
  return {
    title: drawable.title,
    notes,
    description: described.join(" "),
    width: Math.max(usualWidth, left + columns.length * narrowest + 24),
    height: top + Math.max(1, cohorts.length) * cellHeight + 16,
    body: {
      grid: { left, right: 16, top, bottom: 12 },
      xAxis: { ...categoryAxis(columns, 10), position: "top", axisLine: { show: false } },
      yAxis: { ...categoryAxis(names, 56), inverse: true, axisLine: { show: false } },
      series: [{
        type: "custom",
        silent: true,
        renderItem: ({ dataIndex }, api) => drawn(cells[dataIndex], api),
        data: cells.map(({ column, row, share }) => [column, row, share]),
        encode: { x: 0, y: 1 }
      }]
    }
  }
}

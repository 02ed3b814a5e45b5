/** The layout of a chart: title, notes, legend, and the drawing in the rest. */
import { format } from "echarts/core"
import { label } from "./Labels.ts"
import { type Colour, colourAt, type Dash, dashAt, muted } from "./Palette.ts"

/** The size of letters but in titles. */
export const letterSize = 12

export const fontFamily = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"

/** The usual width of a chart; smaller screens shrink it little. */
export const usualWidth = 720

const titleHeight = 42
const noteHeight = 17
const legendRow = 22
const [markWidth, markGap, itemGap] = [22, 6, 22] as const
/** The library has one gap for both directions: that between lines. The rest of the one between items is their own. */
const [legendLine, lineGap] = [14, legendRow - 14] as const
const textPadding = [0, itemGap - lineGap, 0, 0]

/** The width of a text. A little is added as the reader's letters are not known. */
export const textWidth = (text: string): number =>
  Math.ceil(format.getTextRect(text, `${letterSize}px sans-serif`).width * 1.14)

/** The widest of some texts. */
export const widestText = (texts: ReadonlyArray<string>): number =>
  texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0)

/** The height of the title and its notes, below which the drawing begins. */
export const topUnder = (notes: ReadonlyArray<string>): number => titleHeight + notes.length * noteHeight

const rowsOf = (texts: ReadonlyArray<string>, width: number): number => {
  let [rows, left] = [1, width]
  for (const text of texts) {
    const needed = markWidth + markGap + textWidth(text)
    if (needed > left && left < width) {
      rows += 1
      left = width
    }
    left -= needed + itemGap
  }
  return rows
}

/** A series in a legend. Its name for the charting library is its place, as texts of users may be equal. */
export interface LegendItem {
  readonly name: string
  readonly colour: Colour
  readonly dash: Dash
}

/** The name of a series inside a chart. */
export const seriesName = (place: number): string => `series ${place}`

/** The marks of series in their order. */
export const legendItems = (names: ReadonlyArray<string>): ReadonlyArray<LegendItem> =>
  names.map((name, place) => ({ name, colour: colourAt(place), dash: dashAt(place) }))

/** The legend under the title, and the height that it takes; none for a single series. */
export const legendOf = (items: ReadonlyArray<LegendItem>, top: number, width: number, mark?: "line") => {
  if (items.length < 2) return { height: 0, legend: { show: false } }
  const texts = new Map(items.map(({ name }, place) => [seriesName(place), label(name, 40)]))
  const height = rowsOf([...texts.values()], width - 32) * legendRow
  const legend = {
    show: true,
    selectedMode: false,
    left: 16,
    right: 16,
    top,
    align: "left",
    itemWidth: markWidth,
    itemHeight: 10,
    itemGap: lineGap,
    padding: 0,
    ...(mark === undefined ? { icon: "roundRect" } : {}),
    textStyle: { color: muted.light, fontSize: letterSize, fontFamily, lineHeight: legendLine, padding: textPadding },
    data: items.map(({ colour, dash }, place) => ({
      name: seriesName(place),
      itemStyle: { color: colour.light },
      lineStyle: { color: colour.light, type: dash, width: 2 }
    })),
    formatter: (name: string) => texts.get(name) ?? ""
  } as const
  return { height: height + 2, legend }
}

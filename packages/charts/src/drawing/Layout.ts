/** The layout of a chart: title, notes, legend, and the drawing in the rest. */
import { format } from "echarts/core"
import { label, pageNames, shownName } from "./Labels.ts"
import { muted } from "./Palette.ts"
import { barOf, lineOf, markOf, type Sign, signAt } from "./Signs.ts"

/** The size of letters but in titles. */
export const letterSize = 12

export const fontFamily = "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif"

/** The usual width of a chart; smaller screens shrink it little. */
export const usualWidth = 720

/** Charts with names and texts beside their bars are so much wider that the bars have this room. */
const leastBars = 240

/** The width of a chart with texts on both sides of its drawing. */
export const widthAround = (left: number, right: number, least = usualWidth): number =>
  Math.max(least, Math.ceil(left + right + leastBars))

const titleHeight = 42
const noteHeight = 17
const legendRow = 22
const [markWidth, markGap, itemGap] = [34, 5, 18] as const

/** The widest name in a legend: two of them stand beside each other. */
const widestItem = 290
/** The library has one gap for both directions: that between lines. The rest of the one between items is their own. */
const [legendLine, lineGap] = [14, legendRow - 14] as const

/** What the library does not know of the width of an item: the letters of readers, and the gap after it. */
const paddingOf = (text: string) => [0, itemGap - lineGap + textWidth(text) - measured(text), 0, 0]

/** The letters of readers are not known: those of the widest usual font are so much wider than the measured ones. */
const widestFont = 1.25

const measured = (text: string): number => format.getTextRect(text, `${letterSize}px sans-serif`).width

/** The width of a text in the widest usual font. */
export const textWidth = (text: string): number => Math.ceil(measured(text) * widestFont)

const cut = (letters: ReadonlyArray<string>, kept: number, tail: number): string => {
  const end = Math.floor(kept * tail)
  return `${letters.slice(0, kept - end).join("").trimEnd()}…${
    letters.slice(letters.length - end).join("").trimStart()
  }`
}

/** A text in one line of some width; what is too long is cut, and a part of what is kept is its end. */
const inLine = (text: string, width: number, tail: number): string => {
  const shown = label(text, 400)
  if (textWidth(shown) <= width) return shown
  const letters = [...shown]
  let [low, high] = [1, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (textWidth(cut(letters, middle, tail)) <= width) low = middle
    else high = middle - 1
  }
  return label(cut(letters, low, tail), 400)
}

/** A name in one line of some width: a long one is cut in its middle, as names often differ in their ends. */
export const fittedName = (name: string, width: number): string => inLine(shownName(name), width, 0.45)

/** A sentence in one line of some width: a long one loses its end. */
export const fittedText = (text: string, width: number): string => inLine(text, width, 0)

/** The widest of some texts. */
export const widestText = (texts: ReadonlyArray<string>): number =>
  texts.reduce((widest, text) => Math.max(widest, textWidth(text)), 0)

/** The height of the title and its notes, below which the drawing begins. */
export const topUnder = (notes: ReadonlyArray<string>): number => titleHeight + notes.length * noteHeight

const rowsOf = (texts: ReadonlyArray<string>, width: number): number => {
  let [rows, left] = [1, width]
  for (const text of texts) {
    const needed = markWidth + markGap + textWidth(text) + itemGap - lineGap
    if (needed > left && left < width) {
      rows += 1
      left = width
    }
    left -= needed + lineGap
  }
  return rows
}

/** A series in a legend. Its name for the charting library is its place, as texts of users may be equal. */
export interface LegendItem {
  readonly name: string
  readonly sign: Sign
}

/** The name of a series inside a chart. */
export const seriesName = (place: number): string => `series ${place}`

/** Series with the signs of their places. */
export const legendItems = (names: ReadonlyArray<string>): ReadonlyArray<LegendItem> =>
  names.map((name, place) => ({ name, sign: signAt(place) }))

/** The sign of a series in a legend: a line with its mark, or a bar. */
const signIn = (sign: Sign, mark: "line" | undefined) => {
  if (mark === undefined) return { itemStyle: barOf(sign) }
  const { itemStyle } = markOf(sign)
  return { lineStyle: lineOf(sign), itemStyle: sign.isEarlier ? { ...itemStyle, opacity: 0 } : itemStyle }
}

/** The legend under the title, and the height that it takes; none for a single series. */
export const legendOf = (items: ReadonlyArray<LegendItem>, top: number, width: number, mark?: "line") => {
  if (items.length < 2) return { height: 0, legend: { show: false } }
  const names = pageNames(items.map(({ name }) => name))
  const room = Math.min(widestItem, width - 32 - markWidth - markGap - itemGap)
  const texts = new Map(
    names.map((name, place) => [seriesName(place), fittedName(name, room)])
  )
  const height = rowsOf([...texts.values()], width - 32) * legendRow
  const legend = {
    show: true,
    selectedMode: false,
    left: 16,
    // Of a legend the library reads one of left and right: lines are broken by the width alone.
    width: width - 32,
    top,
    align: "left",
    itemWidth: markWidth,
    itemHeight: 11,
    itemGap: lineGap,
    padding: 0,
    ...(mark === undefined ? { icon: "roundRect" } : {}),
    textStyle: { color: muted.light, fontSize: letterSize, fontFamily, lineHeight: legendLine },
    data: items.map(({ sign }, place) => ({
      name: seriesName(place),
      ...signIn(sign, mark),
      textStyle: { padding: paddingOf(texts.get(seriesName(place)) ?? "") }
    })),
    formatter: (name: string) => texts.get(name) ?? ""
  } as const
  return { height: height + 2, legend }
}

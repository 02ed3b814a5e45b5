import type { Chart } from "@hedgerow/charts"
import { drawSvg } from "@hedgerow/charts"
import { Effect } from "effect"
import { SaxesParser } from "saxes"

/** An element of a drawing with the text that stands directly in it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** The elements of an SVG, which must be XML. */
export const elementsOf = (svg: string): ReadonlyArray<Element> => {
  const found: Array<{ name: string; attributes: Record<string, string>; text: string }> = []
  const open: Array<(typeof found)[number]> = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ attributes, name }) => {
    const element = { name, attributes, text: "" }
    found.push(element)
    open.push(element)
  })
  parser.on("closetag", () => void open.pop())
  parser.on("text", (text) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += text
  })
  parser.write(svg).close()
  return found
}

/** A chart's drawing, taken apart. */
export const draw = (chart: Chart): Effect.Effect<ReadonlyArray<Element>> => Effect.map(drawSvg(chart), elementsOf)

/** The texts that are drawn. */
export const textsOf = (elements: ReadonlyArray<Element>): ReadonlyArray<string> =>
  elements.flatMap(({ name, text }) => name === "text" ? [text] : [])

/** The translation of an element. */
export const placeOf = ({ attributes }: Element): readonly [x: number, y: number] => {
  const [, x, y] = /(?:translate\(|matrix\([^)]*?)(-?[\d.]+)[ ,]+(-?[\d.]+)\)/.exec(attributes["transform"] ?? "") ?? []
  return [Number(x ?? 0), Number(y ?? 0)]
}

/** The value of a place on an axis, computed from two of its labels. */
export const scaleOf = (
  elements: ReadonlyArray<Element>,
  axis: 0 | 1,
  labels: readonly [readonly [string, number], readonly [string, number]]
) => {
  const [[first, from], [second, to]] = labels
  const at = (text: string): number => {
    const label = elements.find((element) => element.name === "text" && element.text === text)
    return label === undefined ? Number.NaN : placeOf(label)[axis]
  }
  const [start, end] = [at(first), at(second)]
  return (place: number): number => from + (place - start) / (end - start) * (to - from)
}

/** The corners of a path of straight lines, with absolute numbers. */
export const cornersOf = ({ attributes }: Element): ReadonlyArray<readonly [x: number, y: number]> =>
  [...(attributes["d"] ?? "").matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

import { assert } from "@effect/vitest"
import type { Chart } from "@hedgerow/charts"
import { textWidth } from "@hedgerow/charts/drawing/Layout"
import { type Element, placeOf } from "./Svg.ts"

/** The place of a text in a drawing. */
export interface Box {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const sizeOf = ({ attributes: { style = "" } }: Element): number =>
  Number(/font-size:([\d.]+)px/.exec(style)?.[1] ?? 12)

/** The boxes of the texts, in the widest usual font. */
export const boxesOf = (elements: ReadonlyArray<Element>): ReadonlyArray<Box> =>
  elements.filter(({ name, text }) => name === "text" && text.trim() !== "").map((element) => {
    const { attributes, text } = element
    const [x, y] = placeOf(element)
    const [own, size] = [Number(attributes["x"] ?? 0), sizeOf(element)]
    const width = textWidth(text) * size / 12
    const before = { middle: width / 2, end: width }[attributes["text-anchor"] ?? ""] ?? 0
    const middle = y + Number(attributes["y"] ?? 0)
    return {
      text,
      left: x + own - before,
      right: x + own - before + width,
      top: middle - size / 2,
      bottom: middle + size / 2
    }
  })

/** No text leaves the picture. */
export const assertInside = ({ height, width }: Chart, boxes: ReadonlyArray<Box>): void => {
  for (const { bottom, left, right, text, top } of boxes) {
    assert.isAtLeast(left, 0, text)
    assert.isAtMost(right, width, text)
    assert.isAtLeast(top, 0, text)
    assert.isAtMost(bottom, height, text)
  }
}

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** No text touches another one. */
export const assertApart = (boxes: ReadonlyArray<Box>): void => {
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) assert.isFalse(isOver(one, other), `${one.text} | ${other.text}`)
  }
}

import { assert, describe, it } from "@effect/vitest"
import {
  axisLine,
  type Colour,
  ink,
  muted,
  paper,
  seriesColours,
  verdictColours
} from "@hedgerow/charts/drawing/Palette"

const channels = (hex: string): ReadonlyArray<number> =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

const linear = (hex: string): ReadonlyArray<number> =>
  channels(hex).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const luminance = (hex: string): number =>
  linear(hex).reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0)

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The vision of red-blind and green-blind people (Viénot, Brettel & Mollon 1999): red and green are one channel. */
const blindness = {
  protanopia: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deuteranopia: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
} as const

const seen = (hex: string, matrix: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  const light = linear(hex)
  return matrix.map((row) => row.reduce((sum, part, index) => sum + part * (light[index] ?? 0), 0) ** (1 / 2.2))
}

const distance = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number =>
  Math.hypot(...one.map((value, index) => (value || 0) - (other[index] || 0)))

describe("the colours of charts", () => {
  const modes = ["light", "dark"] as const

  it.each(modes)("can be seen and read on %s pages", (mode) => {
    const ground = paper[mode]
    for (const { [mode]: colour } of [...seriesColours, ...Object.values(verdictColours), axisLine]) {
      assert.isAtLeast(contrast(colour, ground), 3, colour)
    }
    for (const { [mode]: colour } of [ink, muted, ...Object.values(verdictColours)]) {
      assert.isAtLeast(contrast(colour, ground), 4.5, colour)
    }
  })

  it.each(modes)("of the first series differ for the colour-blind on %s pages", (mode) => {
    const first = seriesColours.slice(0, 4)
    for (const matrix of Object.values(blindness)) {
      for (const [index, one] of first.entries()) {
        for (const other of first.slice(index + 1)) {
          assert.isAbove(
            distance(seen(one[mode], matrix), seen(other[mode], matrix)),
            0.12,
            `${one[mode]} ${other[mode]}`
          )
        }
      }
    }
  })

  it("each have one meaning, so that a style sheet can exchange them", () => {
    const all: ReadonlyArray<Colour> = [
      paper,
      ink,
      muted,
      axisLine,
      ...seriesColours,
      ...Object.values(verdictColours)
    ]
    assert.strictEqual(new Set(all.map(({ light }) => light)).size, all.length)
  })
})

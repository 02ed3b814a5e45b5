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

/** Vision without one kind of cones (Machado, Oliveira & Fernandes 2009, severity 1), on linear light. */
const visions = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
} as const

type Matrix = ReadonlyArray<ReadonlyArray<number>>
type Lab = readonly [lightness: number, a: number, b: number]

const times = (matrix: Matrix, vector: ReadonlyArray<number>): ReadonlyArray<number> =>
  matrix.map((row) => row.reduce((sum, part, index) => sum + part * (vector[index] ?? 0), 0))

const toXyz: Matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [
  0.0193339,
  0.119192,
  0.9503041
]]

/** CIELAB under D65 of a colour as somebody sees it. */
const seen = (hex: string, matrix: Matrix): Lab => {
  const light = times(matrix, linear(hex)).map((value) => Math.min(1, Math.max(0, value)))
  const root = (value: number) => value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 * value + 16) / 116
  const [x = 0, y = 0, z = 0] = times(toXyz, light).map((value, axis) =>
    root(value / ([0.95047, 1, 1.08883][axis] ?? 1))
  )
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const turn = Math.PI / 180

/** CIEDE2000 (Sharma, Wu & Dalal 2005). */
const distance = ([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number => {
  const chroma7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const scale = 1.5 - 0.5 * Math.sqrt(chroma7 / (chroma7 + 25 ** 7))
  const [c1, c2] = [Math.hypot(a1 * scale, b1), Math.hypot(a2 * scale, b2)]
  const hue = (a: number, b: number) => (Math.atan2(b, a * scale) / turn + 360) % 360
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)]
  const isGrey = c1 * c2 === 0
  const apart = isGrey ? 0 : h2 - h1
  const turned = apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart
  const sum = h1 + h2
  const middle = isGrey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : (sum + (sum < 360 ? 360 : -360)) / 2
  const [lightness, chroma] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const cos = (factor: number, shift: number) => Math.cos((factor * middle + shift) * turn)
  const tone = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
  const around = 30 * Math.exp(-(((middle - 275) / 25) ** 2))
  const rotation = -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * Math.sin(2 * around * turn)
  const dl = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / Math.sqrt(20 + (lightness - 50) ** 2))
  const dc = (c2 - c1) / (1 + 0.045 * chroma)
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(turned / 2 * turn) / (1 + 0.015 * chroma * tone)
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh)
}

/** The least distance of some colours on a page, as somebody sees them. */
const least = (colours: ReadonlyArray<Colour>, mode: "light" | "dark", matrix: Matrix): number =>
  Math.min(
    ...colours.flatMap((one, index) =>
      colours.slice(index + 1).map((other) => distance(seen(one[mode], matrix), seen(other[mode], matrix)))
    )
  )

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

  it("are compared by CIEDE2000 as it was published", () => {
    const pairs: ReadonlyArray<readonly [Lab, Lab, number]> = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
      [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
      [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
      [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082]
    ]
    for (const [one, other, expected] of pairs) assert.approximately(distance(one, other), expected, 0.0001)
  })

  it.each(modes)("of series differ for everybody on %s pages, the first ones most", (mode) => {
    for (const [name, matrix] of Object.entries(visions)) {
      assert.isAtLeast(least(seriesColours, mode, matrix), name === "normal" ? 19 : 10.5, name)
      assert.isAtLeast(least(seriesColours.slice(0, 3), mode, matrix), 20, name)
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

import { assert, describe, it } from "@effect/vitest"
import { exposureChart, forestChart, liftOverTimeChart, type LiftRow, liftSeries } from "@hedgerow/charts"
import { drawSvg } from "@hedgerow/charts"
import { Effect } from "effect"
import { cornersOf, draw, scaleOf, textsOf } from "../Svg.ts"

const hostile = `</text><script>alert(1)</script><![CDATA[ ]]> {a|b} {b} & "quoted" ' \u0001\ud800\u202e`

const row = (lift: number, interval: readonly [number, number] | null, variant = "test"): LiftRow => ({
  metric: "Purchases",
  variant,
  lift,
  interval,
  verdict: "better"
})

describe("the forest plot", () => {
  it.effect("has each lift and interval at its place on the axis", () =>
    Effect.gen(function*() {
      const rows = [row(0.2, [0.1, 0.3]), row(-0.1, [-0.25, 0.05]), row(0.4, [0.1, 0.7])]
      const elements = yield* draw(forestChart("Checkout", rows, "control"))
      const valueAt = scaleOf(elements, 0, [["0 %", 0], ["40 %", 0.4]])
      const dots = elements.filter(({ name }) => name === "circle").map(({ attributes }) =>
        valueAt(Number(attributes["cx"]))
      )
      assert.strictEqual(dots.length, 3)
      for (const [index, { lift }] of rows.entries()) assert.approximately(dots[index] ?? 9, lift ?? 9, 0.005)
      const ranges = elements.filter(({ attributes, name }) => name === "path" && attributes["stroke-width"] === "2")
        .map(cornersOf).filter(([one, other]) => one?.[1] === other?.[1] && one !== undefined)
        .map((corners) => corners.map(([x]) => valueAt(x)))
      for (const [index, { interval }] of rows.entries()) {
        assert.approximately(ranges[index]?.[0] ?? 9, interval?.[0] ?? 9, 0.005)
        assert.approximately(ranges[index]?.[1] ?? 9, interval?.[1] ?? 9, 0.005)
      }
      assert.includeMembers([...textsOf(elements)], ["Checkout", "Purchases · test", "+20 % (+10 to +30 %), better"])
    }))

  it.effect("cuts an interval that would hide the others, and says its numbers", () =>
    Effect.gen(function*() {
      const elements = yield* draw(forestChart("Checkout", [row(0.2, [0.1, 0.3]), row(0.1, [-40, 60])], "control"))
      const texts = textsOf(elements)
      assert.isTrue(texts.some((text) => text.startsWith("+10 % (-4,000 to +6,000 %)")))
      const dots = elements.filter(({ name }) => name === "circle").map(({ attributes }) => Number(attributes["cx"]))
      assert.isAbove(Math.abs((dots[0] ?? 0) - (dots[1] ?? 0)), 3)
    }))

  it.effect("of no lifts, and of many, is a bounded drawing", () =>
    Effect.gen(function*() {
      assert.include(textsOf(yield* draw(forestChart("Checkout", [], "control"))), "Checkout")
      const many = Array.from({ length: 1_000 }, (_, index) => row(index / 1_000, [0, 1], hostile.repeat(50)))
      const chart = forestChart(hostile, many, hostile)
      assert.isBelow((yield* drawSvg(chart)).length, 60_000)
      assert.include(chart.notes.join(), "40 of 1000 lifts are shown.")
    }))
})

const days = Array.from({ length: 1_000 }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

describe("the lift over time", () => {
  it("is that of the daily results, with any other fields", () => {
    const found = liftSeries({
      "2026-01-05": null,
      "2026-01-06": {
        variant_results: [{ key: "test", lift: 0.5, lift_interval: [0.1, 0.9] }, { key: "b", lift: null }]
      },
      "2026-01-07": { variant_results: [{ key: "test", lift: "much", lift_interval: [1] }, 7] },
      "2026-01-08": { variant_results: "none" }
    })
    assert.deepStrictEqual(found, [
      { variant: "test", lifts: [null, 0.5, null, null], intervals: [null, [0.1, 0.9], null, null] },
      { variant: "b", lifts: [null, null, null, null], intervals: [null, null, null, null] }
    ])
  })

  it.effect("has each day's lift at its place, and a gap where there is none", () =>
    Effect.gen(function*() {
      const lifts = [null, 0.2, 0.1, null, 0.3, 0.25]
      const chart = liftOverTimeChart("Purchases", days.slice(0, 6), [
        {
          variant: "test",
          lifts,
          intervals: lifts.map((lift) => lift === null ? null : [lift - 0.1, lift + 0.1] as const)
        }
      ])
      const elements = yield* draw(chart)
      const valueAt = scaleOf(elements, 1, [["0 %", 0], ["20 %", 0.2]])
      const lines = elements.filter(({ attributes, name }) => name === "path" && attributes["stroke"] === "#bc662f")
        .map(cornersOf).filter((corners) => corners.length > 1)
      const drawn = lines.flat().map(([, y]) => valueAt(y))
      assert.strictEqual(drawn.length, 4)
      for (const [index, lift] of [0.2, 0.1, 0.3, 0.25].entries()) assert.approximately(drawn[index] ?? 9, lift, 0.004)
    }))

  it.effect("of many variants and days is a bounded drawing", () =>
    Effect.gen(function*() {
      const variants = Array.from({ length: 1_000 }, (_, index) => ({
        variant: `${index} ${hostile}`,
        lifts: days.map((_, day) => Math.sin(day)),
        intervals: days.map((_, day) => [Math.sin(day) - 1, Math.sin(day) + 1] as const)
      }))
      const svg = yield* drawSvg(liftOverTimeChart(hostile, days, variants))
      assert.isBelow(svg.length, 400_000)
      assert.include(svg, "24 of 1000 variants are shown.")
    }))
})

describe("exposures by day", () => {
  it.effect("are those that each day added", () =>
    Effect.gen(function*() {
      const chart = exposureChart({
        timeseries: [
          { variant: "control", days: days.slice(0, 3), exposure_counts: [10, 30, 40] },
          { variant: "test", days: days.slice(0, 3), exposure_counts: [20, 20, 60] }
        ],
        total_exposures: { control: 40, test: 60 }
      })
      const elements = yield* draw(chart)
      const valueAt = scaleOf(elements, 1, [["0", 0], ["40", 40]])
      const heights = (colour: string) =>
        elements.filter(({ attributes, name }) => name === "path" && attributes["fill"] === colour)
          .flatMap(({ attributes }) => /^M\S+ (\S+)l(?:\S+) 0l0 (\S+)l/.exec(attributes["d"] ?? "")?.slice(1) ?? [])
          .map(Number)
      const barsOf = (colour: string) => {
        const places = heights(colour)
        return places.flatMap((bottom, index) =>
          index % 2 === 0 ? [Math.round(valueAt(bottom + (places[index + 1] ?? 0)) - valueAt(bottom))] : []
        )
      }
      assert.deepStrictEqual(barsOf("#194f81"), [10, 20, 10])
      // A day without any has no bar, whose lines of paper would cut the axis.
      assert.deepStrictEqual(barsOf("#bc662f"), [20, 40])
      assert.includeMembers([...textsOf(elements)], ["control (40)", "test (60)"])
    }))

  it.effect("of 1,000 days and variants are gathered", () =>
    Effect.gen(function*() {
      const timeseries = Array.from({ length: 1_000 }, (_, index) => ({
        variant: `${index} ${hostile}`,
        days,
        exposure_counts: days.map((_, day) => day + 1)
      }))
      const chart = exposureChart({ timeseries, total_exposures: {} })
      assert.include(chart.notes.join(), "Each bar has 9 days.")
      assert.isBelow((yield* drawSvg(chart)).length, 700_000)
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { drawSvg } from "@hedgerow/charts"
import { Effect } from "effect"
import { cornersOf, draw, elementsOf, placeOf, scaleOf, textsOf } from "../Svg.ts"
import { barsOf, days, item, trends } from "./InsightChartTests.ts"

describe("trends", () => {
  it.effect("as lines have each value at its place over its day", () =>
    Effect.gen(function*() {
      const data = [1, 0, 1, 3, 1, 0, 2, 0, 1, 0, 1]
      const elements = yield* draw(trends([item("$pageview", data)]))
      const valueAt = scaleOf(elements, 1, [["0", 0], ["3", 3]])
      const line = elements.filter(({ attributes, name }) => name === "path" && attributes["stroke"] === "#194f81")
        .map(cornersOf).find((corners) => corners.length === data.length)
      assert.deepStrictEqual(line?.map(([, y]) => Math.round(valueAt(y) * 100) / 100), data)
      const first = elements.find(({ text }) => text === "1970-01-01")
      const last = elements.findLast(({ text }) => text === "1970-01-11")
      assert.approximately(line?.[0]?.[0] ?? 0, first === undefined ? 0 : placeOf(first)[0], 1)
      if (last !== undefined) assert.approximately(line?.at(-1)?.[0] ?? 0, placeOf(last)[0], 1)
    }))

  it.effect("as bars stand on each other", () =>
    Effect.gen(function*() {
      const elements = yield* draw(trends([item("a", [1, 2, 4]), item("b", [3, 2, 1])], "ActionsBar"))
      const valueAt = scaleOf(elements, 1, [["0", 0], ["5", 5]])
      const [first, second] = ["#194f81", "#bc662f"].map((colour) =>
        barsOf(elements, colour).filter(({ bottom }) => bottom > 90).map(({ bottom, height }) => [
          Math.round(valueAt(bottom) * 10) / 10,
          Math.round(valueAt(bottom + height) * 10) / 10
        ])
      )
      assert.deepStrictEqual(first, [[0, 1], [0, 2], [0, 4]])
      assert.deepStrictEqual(second, [[1, 4], [2, 4], [4, 5]])
    }))

  it.effect("have their goals as lines with names, which the axis reaches", () =>
    Effect.gen(function*() {
      const goalLines = [
        { label: "Plan <b>", value: 12 },
        { label: "Hidden", value: 6, displayLabel: false },
        { label: "Crossed", value: 2, displayIfCrossed: false },
        { label: "Ahead", value: 9, displayIfCrossed: false },
        { label: "None", value: "12" },
        "x"
      ]
      for (const display of ["ActionsLineGraph", "ActionsBar", "ActionsAreaGraph", "ActionsUnstackedBar"]) {
        const chart = trends([item("a", [1, 0, 3]), item("b", [3, 1, 2])], display, { goalLines })
        const elements = yield* draw(chart)
        const texts = textsOf(elements)
        assert.includeMembers([...texts], ["Plan <b>: 12", "Ahead: 9", "12"], display)
        for (const text of texts) assert.notMatch(text, /Hidden|Crossed|None|series|Infinity|NaN/)
        assert.include(chart.description, "Goal Plan <b>: 12. Goal Hidden: 6. Goal Ahead: 9.")
        const valueAt = scaleOf(elements, 1, [["0", 0], ["12", 12]])
        const lines = elements.filter(({ attributes, name }) =>
          name === "path" && attributes["stroke"] === "#8a93a1" && attributes["stroke-dasharray"] !== undefined
        )
        const heights = lines.map((line) => Math.round(valueAt(cornersOf(line)[0]?.[1] ?? 0) * 10) / 10)
        assert.deepStrictEqual(heights.toSorted((one, other) => one - other), [6, 9, 12], display)
      }
    }))

  it.effect("reach goals below 0, far above all values, and over more points than are drawn", () =>
    Effect.gen(function*() {
      const goalLines = [{ label: "Floor", value: -5 }, { label: "Sky", value: 1e12 }]
      const long = Array.from({ length: 2_000 }, (_, place) => place % 7)
      for (const data of [[], [1, 2], long]) {
        for (const value of [0, 1e300, -1e300]) {
          const goals = [...goalLines, { label: "Far", value }]
          const texts = textsOf(yield* draw(trends([item("a", data)], "ActionsLineGraph", { goalLines: goals })))
          for (const text of texts) assert.notMatch(text, /Infinity|NaN|undefined/)
          assert.strictEqual(texts.some((text) => text.startsWith("Floor")), data.length > 0)
        }
      }
      const many = Array.from({ length: 50 }, (_, value) => ({ label: `Goal ${value}`, value }))
      const texts = textsOf(yield* draw(trends([item("a", [1])], "ActionsLineGraph", { goalLines: many })))
      assert.lengthOf(texts.filter((text) => text.startsWith("Goal ")), 10)
    }))

  it.effect("of durations have ticks that clocks and calendars have", () =>
    Effect.gen(function*() {
      const ticks = Effect.fnUntraced(function*(data: ReadonlyArray<number>, format = "duration", display = "") {
        const more = { aggregationAxisFormat: format }
        const texts = textsOf(yield* draw(trends([item("a", data), item("b", data)], display, more)))
        return texts.filter((text) => /^-?[\d.,]+ (?:d|h|min|s)\b/.test(text))
      })
      assert.deepStrictEqual([...yield* ticks([100, 900])], ["0 s", "5 min", "10 min", "15 min"])
      assert.deepStrictEqual([...yield* ticks([100, 40_000])], ["0 s", "3 h", "6 h", "9 h", "12 h"])
      assert.deepStrictEqual([...yield* ticks([100, 40_000], "duration", "ActionsBar")], [
        "0 s",
        "6 h",
        "12 h",
        "18 h",
        "1 d"
      ])
      assert.deepStrictEqual([...yield* ticks([900_000, 100_000], "duration_ms")], ["0 s", "5 min", "10 min", "15 min"])
      assert.deepStrictEqual([...yield* ticks([0, 9_000_000])], ["0 s", "50 d", "100 d", "150 d"])
      assert.deepStrictEqual([...yield* ticks([-60, 60])], ["-1 min", "-30 s", "0 s", "30 s", "1 min"])
      assert.lengthOf(yield* ticks([0, 0.4]), 5)
      assert.isAtMost((yield* ticks([0, 1e300])).length, 8)
    }))

  it.effect("of two periods have one colour, the earlier one a thinner line", () =>
    Effect.gen(function*() {
      const elements = yield* draw(trends([
        item("a", [1, 2], { compare: true, compare_label: "current" }),
        item("b", [2, 3], { compare: true, compare_label: "current" }),
        item("a", [3, 1], { compare: true, compare_label: "previous" }),
        item("b", [4, 1], { compare: true, compare_label: "previous" })
      ]))
      const lines = elements.filter(({ attributes, name }) =>
        name === "path" && ["#194f81", "#bc662f"].includes(attributes["stroke"] ?? "")
        && attributes["fill"] === "none" && cornersOf({ attributes, name, text: "" }).length === 2
      )
      assert.includeDeepMembers(
        lines.map(({ attributes }) => [attributes["stroke"], Number(attributes["stroke-width"] ?? 1)]),
        [["#194f81", 2], ["#bc662f", 2], ["#194f81", 1], ["#bc662f", 1]]
      )
      assert.isFalse(lines.some(({ attributes }) => attributes["stroke-dasharray"] !== undefined))
      assert.includeMembers([...textsOf(elements)], ["a", "b", "a (previous period)", "b (previous period)"])
    }))

  it.effect("as a number say it, and what it was before", () =>
    Effect.gen(function*() {
      const total = (value: number, compare_label: string) => ({
        label: "paid",
        aggregated_value: value,
        compare_label
      })
      const texts = textsOf(yield* draw(trends([total(48_210, "current"), total(41_900, "previous")], "BoldNumber")))
      assert.includeMembers([...texts], ["48,210", "+15.1 % from 41,900 in the period before"])
      const alone = textsOf(
        yield* draw(trends([total(1.5, "current")], "BoldNumber", { aggregationAxisFormat: "duration" }))
      )
      assert.includeMembers([...alone], ["1.5 s", "paid"])
    }))

  it.effect("as shares, values and a table name each with its number", () =>
    Effect.gen(function*() {
      const totals = ["Chrome", "$$_posthog_breakdown_null_$$", "$$_posthog_breakdown_other_$$"].map((
        label,
        place
      ) => ({
        label,
        aggregated_value: [6, 3, 1][place]
      }))
      assert.includeMembers([...textsOf(yield* draw(trends(totals, "ActionsPie")))], [
        "Chrome",
        "6 · 60 %",
        "None",
        "3 · 30 %",
        "Other",
        "1 · 10 %"
      ])
      for (const display of ["ActionsBarValue", "ActionsTable", "WorldMap"]) {
        const texts = textsOf(yield* draw(trends(totals, display, { aggregationAxisPostfix: " €" })))
        assert.includeMembers([...texts], ["Chrome", "None", "Other", "6 €", "3 €", "1 €"])
      }
    }))

  it.effect("of 1,000 series with 10,000 points are a bounded drawing that keeps the peaks", () =>
    Effect.gen(function*() {
      const data = Array.from({ length: 10_000 }, (_, point) => point === 7_777 ? 1_000 : point % 10)
      const labels = days(10_000)
      const results = Array.from(
        { length: 1_000 },
        (_, series) => ({ label: `series ${series}`, data, labels, days: labels })
      )
      for (const display of ["ActionsLineGraph", "ActionsAreaGraph", "ActionsBar", "ActionsUnstackedBar"]) {
        const chart = trends(results, display)
        assert.include(chart.notes.join(), "24 of 1000 series are shown")
        const svg = yield* drawSvg(chart)
        assert.isBelow(svg.length, 700_000, display)
        if (display !== "ActionsLineGraph") continue
        const elements = elementsOf(svg)
        const valueAt = scaleOf(elements, 1, [["0", 0], ["1,000", 1_000]])
        const top = placeOf(
          elements.find(({ text }) => text === "1,000") ?? { name: "", text: "", attributes: {} }
        )[1] - 2
        const peak = Math.min(
          ...elements.filter(({ attributes }) => attributes["stroke"] === "#194f81")
            .flatMap((path) => cornersOf(path).map(([, y]) => y).filter((y) => y > top))
        )
        assert.approximately(valueAt(peak), 1_000, 5)
      }
    }))
})

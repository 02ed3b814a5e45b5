import { assert, describe, it } from "@effect/vitest"
import { exposureChart, forestChart, liftOverTimeChart } from "@hedgerow/charts"
import { colourAt } from "@hedgerow/charts/drawing/Palette"
import { Effect } from "effect"
import { assertApart, assertInside, boxesOf } from "./Boxes.ts"
import { chartOf, days, item, trends } from "./insights/InsightChartTests.ts"
import { draw, placeOf, textsOf } from "./Svg.ts"

const long = "A name that is very much longer than anything that a legend has room for"
const nameAt = (place: number): string =>
  [`${place}`, `Series ${place}`, `${long} ${place}`, "長い名前".repeat(12) + place][place % 4] ?? ""
const values = (place: number, count = 14) => Array.from({ length: count }, (_, at) => 3 + (at * 7 + place * 5) % 11)
const many = (count: number, more: object = {}) =>
  Array.from(
    { length: count },
    (_, place) => item(nameAt(place), values(place), { aggregated_value: 100 + place, ...more })
  )

interface Drawn {
  readonly name?: string
  readonly type?: string
  readonly symbol?: string
  readonly symbolSize?: number
  readonly itemStyle?: { readonly color?: string; readonly decal?: object; readonly borderColor?: string }
  readonly areaStyle?: { readonly opacity: number }
  readonly lineStyle?: { readonly type?: string; readonly color?: string; readonly width?: number }
  readonly data?: ReadonlyArray<unknown>
}

const seriesIn = ({ body }: { readonly body: object }): ReadonlyArray<Drawn> =>
  (body as { readonly series: ReadonlyArray<Drawn> }).series
const legendIn = ({ body }: { readonly body: object }): ReadonlyArray<Drawn> =>
  (body as { readonly legend: { readonly data: ReadonlyArray<Drawn> } }).legend.data

const steps = (cut: unknown) =>
  ["signed up", `${long}, which is a step`, "paid"].map((name, order) => ({
    name,
    custom_name: null,
    order,
    count: 1_234_567 - order * 300_000,
    average_conversion_time: order === 0 ? null : 93_600,
    breakdown: cut,
    breakdown_value: cut
  }))

const lift = (metric: string, variant: string, more: object = {}) => ({
  metric,
  variant,
  lift: 0.1234,
  interval: [-12.5, 13.75],
  verdict: "not_enough_data" as const,
  ...more
} as const)

const variants = (count: number) => Array.from({ length: count }, (_, place) => place === 0 ? "control" : nameAt(place))

const exposed = (count: number) =>
  exposureChart({
    timeseries: variants(count).map((variant, place) => ({
      variant,
      days: days(14),
      exposure_counts: values(place).map((_, at) => (at + 1) * (place + 3))
    })),
    total_exposures: {}
  })

const overTime = (names: ReadonlyArray<string>, all: ReadonlyArray<string>) =>
  liftOverTimeChart(
    "Lift",
    days(14),
    names.map((variant) => ({
      variant,
      lifts: values(1).map(() => 0.1),
      intervals: values(1).map((_, at) => [0.1 - 5 / (at + 1), 0.1 + 5 / (at + 1)] as const)
    })),
    all
  )

const rows = (count: number, host: string) =>
  Array.from({ length: count }, (_, place) => [
    {
      source: `1_https://example.com/`,
      target: `2_${host}/a/${long.replaceAll(" ", "-")}/${place}`,
      value: 90 - place
    },
    {
      source: `2_${host}/a/${long.replaceAll(" ", "-")}/${place}`,
      target: `3_${host}/the/last/column/${long.replaceAll(" ", "-")}/${place}`,
      value: 80 - place
    }
  ]).flat()

const displays = [
  "ActionsLineGraph",
  "ActionsAreaGraph",
  "ActionsBar",
  "ActionsUnstackedBar",
  "ActionsPie",
  "ActionsBarValue"
]

const drawings = (count: number) => ({
  ...Object.fromEntries(displays.map((display) => [display, trends(many(count), display)])),
  compared: trends([
    ...many(count, { compare_label: "current" }),
    ...many(count, { compare_label: "previous" })
  ]),
  funnel: chartOf("FunnelsQuery", Array.from({ length: count }, (_, place) => steps([nameAt(place)]))),
  paths: chartOf("PathsQuery", rows(Math.min(count, 8), "https://example.com")),
  forest: forestChart("Lifts", variants(count).map((variant) => lift(long, variant)), "control"),
  exposures: exposed(Math.min(count, 20)),
  overTime: overTime(variants(count).slice(1), variants(count))
})

describe.each([2, 8, 24])("charts with %s series", (count) => {
  it.effect.each(Object.entries(drawings(count)))(
    "%s keep their texts inside the picture and apart",
    ([drawing, chart]) =>
      Effect.gen(function*() {
        const elements = yield* draw(chart)
        const boxes = boxesOf(elements)
        assert.isNotEmpty(boxes)
        assertInside(chart, boxes)
        // Series that are compared with an earlier period are twice as many.
        if (drawing !== "compared") assert.notInclude(chart.notes.join(" "), "are shown", "each series is drawn")
        // The ticks of an axis are set apart by the library, in the letters that it measures.
        const names = new Set(chart.body.xAxis === undefined ? [] : days(14))
        assertApart(boxes.filter(({ text }) => !names.has(text)))
        for (const { attributes } of elements) {
          for (const value of Object.values(attributes)) assert.notMatch(value, /NaN|Infinity|undefined/)
        }
      })
  )
})

describe("the signs of series", () => {
  it("are 24: no two lines have the same mark and dash, and the legend has both", () => {
    const chart = trends(many(24))
    const signs = seriesIn(chart).map(({ itemStyle, lineStyle, symbol, symbolSize }) => ({
      form: [symbol, lineStyle?.type].join(),
      fill: itemStyle?.color === lineStyle?.color ? "filled" : "hollow",
      size: symbolSize,
      colour: lineStyle?.color
    }))
    assert.strictEqual(new Set(signs.map(({ form }) => form)).size, 24)
    assert.deepStrictEqual(
      [0, 8, 16].map((place) => [signs[place]?.colour, signs[place]?.fill, signs[place]?.size]),
      [[colourAt(0).light, "filled", 9], [colourAt(0).light, "hollow", 9], [colourAt(0).light, "filled", 5]]
    )
    assert.deepStrictEqual(
      legendIn(chart).map(({ itemStyle, lineStyle }) => [itemStyle?.color, lineStyle?.color, lineStyle?.type]),
      seriesIn(chart).map(({ itemStyle, lineStyle }) => [itemStyle?.color, lineStyle?.color, lineStyle?.type])
    )
  })

  it("of bars are 24, too", () => {
    const week = Array.from({ length: 24 }, (_, place) => item(nameAt(place), values(place, 7)))
    const signs = seriesIn(trends(week, "ActionsUnstackedBar")).map(({ itemStyle }) => JSON.stringify(itemStyle))
    assert.strictEqual(new Set(signs).size, 24)
  })

  it("of bars that would be too thin beside each other are those of lines", () => {
    const typesOf = (count: number, display: string) =>
      new Set(seriesIn(trends(many(count), display)).map(({ type }) => type))
    assert.deepStrictEqual([...typesOf(12, "ActionsUnstackedBar")], ["bar"])
    assert.deepStrictEqual([...typesOf(13, "ActionsUnstackedBar")], ["line"])
    assert.deepStrictEqual([...typesOf(24, "ActionsStackedBar")], ["bar"])
  })

  it("tell the period before by its thin line without marks, which no dash does", () => {
    const chart = trends([
      ...many(10, { compare_label: "current" }),
      ...many(10, { compare_label: "previous" })
    ])
    const [current, previous] = [seriesIn(chart)[9], seriesIn(chart)[19]]
    assert.deepStrictEqual([current?.lineStyle?.width, previous?.lineStyle?.width, previous?.symbol], [2, 1, "none"])
    assert.deepStrictEqual(
      [current?.lineStyle?.type, current?.lineStyle?.color],
      [previous?.lineStyle?.type, previous?.lineStyle?.color]
    )
  })

  it("stand at the ends of a line, at each eighth of it and at points by themselves", () => {
    const [one] = seriesIn(trends([item("a", [1, ...values(3, 31), Number.NaN, 4, Number.NaN, 2]), item("b", [1])]))
    const marked = (one?.data ?? []).flatMap((point, at) =>
      (point as { readonly symbol?: string }).symbol === undefined ? [at] : []
    )
    assert.deepStrictEqual(marked, [0, 4, 9, 13, 18, 22, 26, 31, 33, 35])
  })
})

describe("names in charts", () => {
  it.effect("of values that a funnel is cut by are never blank", () =>
    Effect.gen(function*() {
      for (const none of [[""], [null], ""]) {
        assert.includeMembers([...textsOf(yield* draw(chartOf("FunnelsQuery", [steps(["x"]), steps(none)])))], ["None"])
      }
      const cut = (breakdown_value: unknown) => item("x", [1, 2], { breakdown_value })
      const chart = chartOf("FunnelsQuery", [cut(["x"]), cut([""])], { funnelsFilter: { funnelVizType: "trends" } })
      assert.includeMembers([...textsOf(yield* draw(chart))], ["x", "None"])
      assert.include(textsOf(yield* draw(trends([item("a", [1]), item("", [2])]))), "(empty)")
    }))

  it.effect("of empty values are never blank", () =>
    Effect.gen(function*() {
      const empty = [
        item("a", [1], { aggregated_value: 2 }),
        item("", [2], { aggregated_value: 3 }),
        item("", [2], { aggregated_value: 3, compare_label: "previous" })
      ]
      for (const display of ["ActionsBarValue", "ActionsPie", "ActionsLineGraph", "ActionsBar"]) {
        const texts = textsOf(yield* draw(trends(empty, display)))
        assert.include(texts, "(empty)", display)
        assert.include(texts, "(empty) (previous period)", display)
      }
      const paths = textsOf(yield* draw(chartOf("PathsQuery", [{ source: "1_", target: "2_/a", value: 3 }])))
      assert.includeMembers([...paths], ["(empty) 3", "/a 3"])
    }))

  it.effect("in legends end right above the drawing, whatever their widths", () =>
    Effect.gen(function*() {
      const pages = Array.from({ length: 24 }, (_, place) => item(`https://a.example/${long}/${place}`, [1, 80]))
      for (const chart of [trends(pages), trends(many(24)), trends(many(9), "ActionsBar")]) {
        const elements = yield* draw(chart)
        const rows = elements.filter(({ attributes, name }) => name === "text" && attributes["x"] === "39")
        const bottom = Math.max(...rows.map((row) => placeOf(row)[1]))
        const [highest = 0] = elements.filter(({ attributes, text }) =>
          attributes["text-anchor"] === "end" && /^\d+$/.test(text)
        ).map((tick) => placeOf(tick)[1]).toSorted((one, other) => one - other)
        assert.isAtLeast(rows.length, 9)
        assert.isAtLeast(highest - bottom, 14)
        assert.isAtMost(highest - bottom, 36)
      }
    }))

  it.effect("of pages are their paths, cut in the middle", () =>
    Effect.gen(function*() {
      const texts = textsOf(yield* draw(chartOf("PathsQuery", rows(2, "https://shop.example.com"))))
      assert.isFalse(texts.some((text) => text.includes("example.com")))
      assert.include(texts, "/ 179")
      assert.isTrue(texts.every((text) => text.length < 6 || /\d+$/.test(text) || text === "Title"), texts.join("\n"))
      assert.isTrue(texts.some((text) => /^\/a\/A-name.*….*\/1 89$/.test(text)), texts.join("\n"))
      const urls = ["https://a.example/x", "https://a.example/", "https://a.example"].map((url) => item(url, [1, 2]))
      assert.includeMembers([...textsOf(yield* draw(trends(urls)))], ["/x", "/"])
      const hosts = ["https://a.example/x", "https://b.example/x"].map((url) => item(url, [1, 2]))
      assert.includeMembers([...textsOf(yield* draw(trends(hosts)))], ["https://a.example/x", "https://b.example/x"])
    }))

  it.effect("of paths touch no node", () =>
    Effect.gen(function*() {
      const elements = yield* draw(chartOf("PathsQuery", rows(8, "https://example.com")))
      const nodes = elements.filter(({ attributes, name }) =>
        name === "path" && attributes["fill"] === colourAt(0).light && attributes["fill-opacity"] === undefined
      ).flatMap(({ attributes }) => {
        const [, x, y, height] = /^M(\S+) (\S+)l12 0l0 (\S+)l/.exec(attributes["d"] ?? "") ?? []
        return x === undefined ? [] : [{ left: Number(x), top: Number(y), bottom: Number(y) + Number(height) }]
      })
      assert.lengthOf(nodes, 17)
      for (const { left, right, text, top, bottom } of boxesOf(elements)) {
        const touched = nodes.some((node) =>
          left < node.left + 12 && right > node.left && top < node.bottom && bottom > node.top
        )
        assert.isFalse(touched, text)
      }
    }))
})

it.effect("the ticks of counts are whole numbers, those of shares need not be", () =>
  Effect.gen(function*() {
    const ticks = Effect.fnUntraced(function*(numbers: ReadonlyArray<number>, more: object = {}) {
      const texts = textsOf(yield* draw(trends([item("a", numbers)], "ActionsLineGraph", { ...more })))
      return texts.filter((text) => /^[\d.]+( %)?$/.test(text))
    })
    assert.deepStrictEqual(yield* ticks([0, 1, 2]), ["0", "1", "2"])
    assert.include(yield* ticks([0, 0.5, 1]), "0.2")
    assert.include(yield* ticks([0, 1, 0], { aggregationAxisFormat: "percentage_scaled" }), "20 %")
  }))

describe("charts of experiments", () => {
  it("give a variant one sign", () => {
    const all = ["control", "first", "second", "third"]
    const colours = (series: ReadonlyArray<Drawn>) => series.map(({ itemStyle }) => itemStyle?.color)
    const named = (chart: { readonly body: object }) => seriesIn(chart).filter(({ name }) => name !== undefined)
    const exposures = exposureChart({
      timeseries: all.map((variant) => ({ variant, days: days(2), exposure_counts: [1, 2] })),
      total_exposures: {}
    })
    assert.deepStrictEqual(colours(named(exposures)), [0, 1, 2, 3].map((place) => colourAt(place).light))
    assert.deepStrictEqual(
      colours(named(overTime(["third", "first"], all))),
      [colourAt(3).light, colourAt(1).light]
    )
    // Without a list the baseline comes first.
    assert.deepStrictEqual(colours(named(overTime(["first"], []))), [colourAt(1).light])
  })

  it.effect("have an arrow wherever an interval is cut", () =>
    Effect.gen(function*() {
      const chart = overTime(["test"], ["control", "test"])
      const arrows = seriesIn(chart).filter(({ symbol }) => symbol === "triangle")
      assert.lengthOf(arrows, 2)
      const cut = arrows.map(({ data }) => (data ?? []).filter((value) => value !== null).length)
      assert.deepStrictEqual(cut, [6, 6])
      assert.match(chart.notes.join(), /An arrow says/)
      const inside = liftOverTimeChart("Lift", days(2), [{
        variant: "test",
        lifts: [0.1, 0.1],
        intervals: [[0, 0.2], [0, 0.2]]
      }])
      assert.isEmpty(seriesIn(inside).filter(({ symbol }) => symbol === "triangle"))
      assert.notMatch(inside.notes.join(), /arrow/)
      assertInside(chart, boxesOf(yield* draw(chart)))
    }))

  it.effect("have ticks that stand apart in narrow drawings", () =>
    Effect.gen(function*() {
      const narrow = lift(long, long, { interval: [-0.25, 0.05], lift: -0.1, verdict: "undecided" })
      const elements = yield* draw(forestChart("Lifts", [narrow], "control"))
      const ticks = boxesOf(elements).filter(({ text }) => /^-?\d+ %$/.test(text))
      assert.isAtLeast(ticks.length, 2)
      assertApart(ticks)
    }))

  it("have bands that stay light where many lie on each other", () => {
    const opacities = (count: number) =>
      seriesIn(overTime(variants(count).slice(1), variants(count))).flatMap(({ areaStyle }) => areaStyle?.opacity ?? [])
    for (const count of [2, 3, 8, 24]) {
      assert.isAtMost(opacities(count).reduce((sum, one) => sum + one, 0), 0.41)
      assert.lengthOf(opacities(count), count - 1)
    }
  })

  it.effect("show the margins of guardrails", () =>
    Effect.gen(function*() {
      const row = lift("Page loads", "test", { interval: [0.05, 0.2], verdict: "guardrail_safe" })
      const dashed = (chart: Parameters<typeof draw>[0]) =>
        Effect.map(draw(chart), (elements) =>
          elements.filter(({ attributes }) => attributes["stroke-dasharray"] !== undefined))
      const chart = forestChart("Guardrails", [{ ...row, margin: -0.3 }, row], "control")
      const [line, ...more] = yield* dashed(chart)
      assert.isEmpty(more)
      // The margin lies left of 0, inside the drawing.
      const zero = (yield* draw(chart)).find(({ name, text }) =>
        name === "text" && text === "0 %"
      )
      const x = Number(/^M(\S+)/.exec(line?.attributes["d"] ?? "")?.[1])
      assert.isBelow(x, placeOf(zero ?? { name: "", attributes: {}, text: "" })[0])
      assert.match(chart.notes.join(), /dashed line is the margin/)
      assert.match(chart.description, /The margin is -30 %/)
      assert.isEmpty(yield* dashed(forestChart("Others", [row], "control")))
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { drawSvg, insightChart } from "@hedgerow/charts"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Result } from "effect"
import { cornersOf, draw, type Element, elementsOf, placeOf, scaleOf, textsOf } from "../Svg.ts"

const chartOf = (kind: string, results: unknown, node: JsonRecord = {}, more: JsonRecord = {}) =>
  Result.getOrThrow(insightChart(kind, { title: "Title", node: { kind, ...node }, answer: { results, ...more } }))

const days = (count: number) =>
  Array.from({ length: count }, (_, day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

const item = (label: string, data: ReadonlyArray<number>, more: JsonRecord = {}): JsonRecord => ({
  label,
  data,
  days: days(data.length),
  labels: days(data.length),
  count: 0,
  ...more
})

const trends = (results: ReadonlyArray<JsonRecord>, display = "ActionsLineGraph", more: JsonRecord = {}) =>
  chartOf("TrendsQuery", results, { trendsFilter: { display, ...more } })

/** The heights of the bars of a colour, and whether they go down. */
const barsOf = (elements: ReadonlyArray<Element>, colour: string) =>
  elements.filter(({ attributes, name }) => name === "path" && attributes["fill"] === colour).flatMap(
    ({ attributes }) => {
      const [, bottom, height] = /^M\S+ (\S+)l\S+ 0l0 (\S+)l/.exec(attributes["d"] ?? "") ?? []
      return bottom === undefined || height === undefined ? [] : [{ bottom: Number(bottom), height: Number(height) }]
    }
  )

it.effect("labels with names that every object inherits leave the objects alone", () =>
  Effect.gen(function*() {
    const inherited = Object.getOwnPropertyNames(Object.prototype)
    const names = [...inherited, ...inherited.map((name) => `${name} of a page with a long address`)]
    const rows = names.map((name, count) => [name, count])
    const types = [["event", "String"], ["count()", "UInt64"]]
    const charts = [
      Result.getOrThrow(
        insightChart("ServiceSqlQuery", { title: "__proto__", node: {}, answer: { results: rows, types } })
      ),
      ...["ActionsLineGraph", "ActionsBarValue", "ActionsPie", "BoldNumber"].map((display) =>
        trends(names.map((name) => item(name, [1, 2], { aggregated_value: 3 })), display)
      )
    ]
    // Twice: the widths that the first drawing kept are found by the second.
    for (const chart of [...charts, ...charts]) yield* drawSvg(chart)
    assert.deepStrictEqual(Object.getOwnPropertyNames(Object.prototype), inherited)
    for (const value of [Object, {}.toString, {}.valueOf]) assert.deepStrictEqual(Object.keys(value), [])
  }))

describe("trends", () => {
  it.effect("as lines have each value at its place over its day", () =>
    Effect.gen(function*() {
      const data = [1, 0, 1, 3, 1, 0, 2, 0, 1, 0, 1]
      const elements = yield* draw(trends([item("$pageview", data)]))
      const valueAt = scaleOf(elements, 1, [["0", 0], ["3", 3]])
      const line = elements.filter(({ attributes, name }) => name === "path" && attributes["stroke"] === "#0072b2")
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
      const [first, second] = ["#0072b2", "#d55e00"].map((colour) =>
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

  it.effect("of two periods have one colour, the earlier one dashed", () =>
    Effect.gen(function*() {
      const elements = yield* draw(trends([
        item("a", [1, 2], { compare: true, compare_label: "current" }),
        item("b", [2, 3], { compare: true, compare_label: "current" }),
        item("a", [3, 1], { compare: true, compare_label: "previous" }),
        item("b", [4, 1], { compare: true, compare_label: "previous" })
      ]))
      const lines = elements.filter(({ attributes, name }) =>
        name === "path" && ["#0072b2", "#d55e00"].includes(attributes["stroke"] ?? "")
        && attributes["stroke-width"] === "2" && cornersOf({ attributes, name, text: "" }).length === 2
      ).map(({ attributes }) => [attributes["stroke"], attributes["stroke-dasharray"] !== undefined])
      assert.includeDeepMembers(lines, [["#0072b2", false], ["#d55e00", false], ["#0072b2", true], ["#d55e00", true]])
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
        "Chrome 6 (60 %)",
        "None 3 (30 %)",
        "Other 1 (10 %)"
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
          ...elements.filter(({ attributes }) => attributes["stroke"] === "#0072b2")
            .flatMap((path) => cornersOf(path).map(([, y]) => y).filter((y) => y > top))
        )
        assert.approximately(valueAt(peak), 1_000, 5)
      }
    }))
})

const step = (name: string, count: number, time: number | null, cut?: string): JsonRecord => ({
  name,
  count,
  average_conversion_time: time,
  ...cut === undefined ? {} : { breakdown_value: [cut] }
})

const funnel = (results: unknown, funnelVizType = "steps") =>
  chartOf("FunnelsQuery", results, { funnelsFilter: { funnelVizType } })

describe("funnels", () => {
  it.effect("have a bar for each step, as long as how many came so far", () =>
    Effect.gen(function*() {
      const elements = yield* draw(funnel([step("sign up", 40, null), step("play", 30, 6_000), step("buy", 10, 5_400)]))
      assert.includeMembers([...textsOf(elements)], [
        "1. sign up",
        "2. play",
        "3. buy",
        "40",
        "30 · 75 % · 1 h 40 min",
        "10 · 25 % (33.3 % of the step before) · 1 h 30 min"
      ])
      const widths = elements.filter(({ attributes, name }) =>
        name === "path" && attributes["fill"] === "#0072b2" && attributes["fill-opacity"] === undefined
      ).map((bar) => {
        const places = cornersOf(bar).map(([x]) => x)
        return Math.max(...places) - Math.min(...places)
      }).filter((width) => width > 0)
      assert.strictEqual(widths.length, 3)
      assert.approximately((widths[1] ?? 0) / (widths[0] ?? 1), 0.75, 0.02)
      assert.approximately((widths[2] ?? 0) / (widths[0] ?? 1), 0.25, 0.02)
    }))

  it.effect("cut by a value, over time, as times, and of nobody", () =>
    Effect.gen(function*() {
      const cut = funnel([
        [step("a", 4, null, "Chrome"), step("b", 2, 60, "Chrome")],
        [step("a", 3, null, "Safari"), step("b", 0, null, "Safari")]
      ])
      assert.includeMembers([...textsOf(yield* draw(cut))], ["Chrome", "Safari", "2 · 50 % · 1 min", "0 · 0 %"])
      const overTime = funnel(
        [{ data: [50, 75], days: days(2), labels: days(2), breakdown_value: ["Chrome"] }],
        "trends"
      )
      assert.include(textsOf(yield* draw(overTime)), "80 %")
      const times = funnel({ bins: [[60, 2], [120, 0], [180, 5]], average_conversion_time: 90 }, "time_to_convert")
      assert.includeMembers([...textsOf(yield* draw(times))], ["1 min", "2 min", "3 min", "1 min 30 s on average."])
      assert.include(textsOf(yield* draw(funnel([]))), "Nobody entered the funnel.")
    }))
})

describe("retention", () => {
  const row = (date: string, counts: ReadonlyArray<number>, more: JsonRecord = {}): JsonRecord => ({
    date,
    values: counts.map((count, place) => ({ count, label: `Day ${place}` })),
    ...more
  })
  const rows = [
    row("2020-06-10T00:00:00Z", [4, 2, 1]),
    row("2020-06-11T00:00:00Z", [2, 1, 0]),
    row("2020-06-12T00:00:00Z", [0, 0, 0])
  ]

  it.effect("has the share of each cohort in each period that has begun", () =>
    Effect.gen(function*() {
      const texts = textsOf(yield* draw(chartOf("RetentionQuery", rows)))
      assert.includeMembers([...texts], ["2020-06-10 · 4", "2020-06-11 · 2", "2020-06-12 · 0", "Day 0", "Day 2"])
      assert.deepStrictEqual(texts.filter((text) => text.endsWith(" %")), ["100 %", "50 %", "25 %", "100 %", "50 %"])
      const previous = chartOf("RetentionQuery", rows, { retentionFilter: { retentionReference: "previous" } })
      assert.deepStrictEqual(textsOf(yield* draw(previous)).filter((text) => text.endsWith(" %")), [
        "100 %",
        "50 %",
        "50 %",
        "100 %",
        "50 %"
      ])
    }))

  it.effect("names its days as the project's clocks do", () =>
    Effect.gen(function*() {
      const berlin = [row("2026-10-24T22:00:00Z", [4, 2]), row("2026-10-25T23:00:00Z", [2, 1])]
      const names = textsOf(yield* draw(chartOf("RetentionQuery", berlin, {}, { timezone: "Europe/Berlin" })))
      assert.includeMembers([...names], ["2026-10-25 · 4", "2026-10-26 · 2"])
      const hours = textsOf(yield* draw(chartOf("RetentionQuery", berlin, {}, { timezone: "Asia/Kolkata" })))
      assert.includeMembers([...hours], ["2026-10-25 03:30 · 4", "2026-10-26 04:30 · 2"])
      const unknown = textsOf(yield* draw(chartOf("RetentionQuery", berlin, {}, { timezone: "Nowhere/City" })))
      assert.include(unknown, "2026-10-24 22:00 · 4")
    }))

  it.effect("cut by a value has the periods of each value, and is bounded", () =>
    Effect.gen(function*() {
      const cut = rows.flatMap((
        one
      ) => [Object.assign({}, one, { breakdown_value: "a" }), Object.assign({}, one, { breakdown_value: "b" })])
      const texts = textsOf(yield* draw(chartOf("RetentionQuery", cut)))
      assert.includeMembers([...texts], ["a 2020-06-10 · 4", "b 2020-06-12 · 0"])
      assert.strictEqual(texts.filter((text) => text === "25 %").length, 2)
      const many = Array.from({ length: 500 }, () => row("2020-06-10T00:00:00Z", Array.from({ length: 500 }, () => 7)))
      const chart = chartOf("RetentionQuery", many)
      assert.include(chart.notes.join(), "32 of 500 rows are shown.")
      assert.isBelow((yield* drawSvg(chart)).length, 600_000)
    }))
})

describe("lifecycle and stickiness", () => {
  it.effect("lifecycle has those who left below 0", () =>
    Effect.gen(function*() {
      const results = ["new", "returning", "resurrecting", "dormant"].map((status, place) =>
        item(`$pageview - ${status}`, [[2], [3], [1], [-4]][place] ?? [], { status })
      )
      const elements = yield* draw(chartOf("LifecycleQuery", results))
      const valueAt = scaleOf(elements, 1, [["0", 0], ["4", 4]])
      const places = (colour: string) =>
        barsOf(elements, colour).filter(({ bottom }) => bottom > 90).map(({ bottom, height }) => [
          Math.round(valueAt(bottom)),
          Math.round(valueAt(bottom + height))
        ])
      assert.deepStrictEqual(places("#0072b2"), [[0, 2]])
      assert.deepStrictEqual(places("#008f68"), [[2, 5]])
      assert.deepStrictEqual(places("#d55e00"), [[0, -4]])
      const toggled = chartOf("LifecycleQuery", results, { lifecycleFilter: { toggledLifecycles: ["new", "dormant"] } })
      const texts = textsOf(yield* draw(toggled))
      assert.includeMembers([...texts], ["new", "dormant"])
      assert.notInclude(texts, "returning")
    }))

  it.effect("stickiness has its intervals", () =>
    Effect.gen(function*() {
      const labels = ["1 day", "2 days", "3 days"]
      const elements = yield* draw(
        chartOf("StickinessQuery", [{ label: "a", data: [0, 3, 9], days: [1, 2, 3], labels }])
      )
      assert.includeMembers([...textsOf(elements)], labels)
    }))
})

describe("paths", () => {
  const edge = (source: string, target: string, value: number) => ({
    source,
    target,
    value,
    average_conversion_time: 1
  })

  it.effect("have a node for each place with how many came there", () =>
    Effect.gen(function*() {
      const chart = chartOf("PathsQuery", [
        edge("1_https://a.test/", "2_https://a.test/pricing?x=1", 3),
        edge("1_https://a.test/", "2_about", 2),
        edge("2_about", "3_https://a.test/", 1)
      ])
      const elements = yield* draw(chart)
      assert.includeMembers([...textsOf(elements)], ["/ 5", "/pricing?x=1 3", "about 2", "/ 1"])
      const x = (text: string) => {
        const found = elements.find((element) => element.text === text)
        return found === undefined ? 0 : placeOf(found)[0]
      }
      assert.isBelow(x("/ 5"), x("about 2"))
      assert.isBelow(x("about 2"), x("/ 1"))
    }))

  it.effect("are bounded, and never lead back", () =>
    Effect.gen(function*() {
      const back = chartOf("PathsQuery", [edge("2_b", "1_a", 3), edge("1_a", "1_a", 3), edge("x", "y", 1)])
      assert.include(textsOf(yield* draw(back)), "There is nothing to draw.")
      const many = Array.from({ length: 5_000 }, (_, place) => edge(`1_${place}`, `2_${place * 7 % 5_000}`, place + 1))
      const chart = chartOf("PathsQuery", many)
      assert.include(chart.notes.join(), "60 of 5000 ways are shown")
      assert.isBelow((yield* drawSvg(chart)).length, 100_000)
    }))
})

const sql = (types: ReadonlyArray<readonly [string, string]>, results: ReadonlyArray<ReadonlyArray<unknown>>) =>
  insightChart("ServiceSqlQuery", { title: undefined, node: {}, answer: { types, results } })

describe("rows of SQL", () => {
  it.effect("with a time are lines, cut by names if there are some", () =>
    Effect.gen(function*() {
      const plain = sql([["day", "Date"], ["n", "UInt64"], ["m", "Nullable(Float64)"]], [
        ["2026-01-06", 4, null],
        ["2026-01-05", 2, 1.5]
      ])
      const texts = textsOf(yield* draw(Result.getOrThrow(plain)))
      assert.includeMembers([...texts], ["SQL", "n", "m", "2026-01-05", "2026-01-06"])
      const cut = sql([["at", "DateTime('UTC')"], ["event", "String"], ["n", "UInt64"]], [
        ["2026-01-05T00:00:00Z", "a", 1],
        ["2026-01-05T00:00:00Z", "b", 2],
        ["2026-01-06T00:00:00Z", "b", "3"]
      ])
      assert.includeMembers([...textsOf(yield* draw(Result.getOrThrow(cut)))], ["a", "b", "2026-01-05", "2026-01-06"])
    }))

  it.effect("have their times in the zone of the column, whole in their labels", () =>
    Effect.gen(function*() {
      const rows = (type: string, ...times: ReadonlyArray<string>) =>
        sql([["at", type], ["n", "UInt64"]], times.map((time, place) => [time, place]))
      const labels = Effect.fnUntraced(function*(found: ReturnType<typeof rows>) {
        return [...textsOf(yield* draw(Result.getOrThrow(found)))].filter((text) => /^20\d\d/.test(text))
      })
      assert.deepStrictEqual(
        yield* labels(rows("DateTime64(6, 'Europe/Berlin')", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z")),
        ["2026-10-25", "2026-10-26"]
      )
      assert.deepStrictEqual(
        yield* labels(rows("Nullable(DateTime('UTC'))", "2026-10-24T22:00:00Z", "2026-10-24T22:30:05Z")),
        ["2026-10-24 22:00", "2026-10-24 22:30:05"]
      )
    }))

  it.effect("without one are bars by names, or a number; others have no chart", () =>
    Effect.gen(function*() {
      const named = sql([["event", "String"], ["n", "UInt64"]], [["a", 12_000], ["b", 3]])
      assert.includeMembers([...textsOf(yield* draw(Result.getOrThrow(named)))], ["a", "b", "12,000", "3"])
      const number = sql([["count()", "UInt64"]], [[7]])
      assert.includeMembers([...textsOf(yield* draw(Result.getOrThrow(number)))], ["7", "count()"])
      const none = [
        sql([["event", "String"]], [["a"]]),
        sql([["n", "UInt64"]], [[1], [2]]),
        sql([["day", "Date"]], [["2026-01-05"]])
      ]
      for (const one of none) assert.isTrue(Result.isFailure(one))
      assert.isTrue(Result.isFailure(insightChart("HogQLMetadata", { title: "x", node: {}, answer: {} })))
    }))
})

const hostile =
  `</text></svg><script>alert(1)</script><![CDATA[ ]]> {a|b} {b} {@x} %s & "quoted" ' \u0001\ud800\u202e\ufffe`
const strange: ReadonlyArray<unknown> = [
  undefined,
  null,
  7,
  "text",
  [],
  {},
  [null],
  [[]],
  [[null]],
  [{}],
  [[{}]],
  [{ data: "x", labels: 3, values: [7], source: 1, target: null, bins: [[1]], value: "many" }],
  [{ data: [Number.NaN, "7", null, 1e308, -1e308], labels: [null, {}, 3], label: { a: 1 }, aggregated_value: "x" }],
  { bins: [[0, 1e300], [null, null]], average_conversion_time: "x" }
]

describe("every chart", () => {
  const kinds = [
    "TrendsQuery",
    "FunnelsQuery",
    "RetentionQuery",
    "LifecycleQuery",
    "StickinessQuery",
    "PathsQuery",
    "ServiceSqlQuery"
  ]
  const displays = ["ActionsLineGraph", "ActionsAreaGraph", "ActionsBar", "ActionsPie", "BoldNumber", "ActionsTable"]

  it.effect.each(kinds)(
    "of %s draws what it can of any answer, and stands for no markup",
    (kind) =>
      Effect.gen(function*() {
        const named = [{
          label: hostile,
          breakdown_value: hostile,
          status: hostile,
          name: hostile,
          date: hostile,
          data: [1, 2],
          labels: [hostile, hostile],
          days: [hostile, hostile],
          count: 3,
          aggregated_value: 5,
          values: [{ count: 3, label: hostile }, { count: 2, label: hostile }],
          source: `1_${hostile}`,
          target: `2_${hostile}`,
          value: 3
        }]
        for (const results of [...strange, named, [named, named]]) {
          for (const display of displays) {
            const node = {
              trendsFilter: { display, aggregationAxisPrefix: hostile, aggregationAxisFormat: "__proto__" },
              stickinessFilter: { display },
              funnelsFilter: { funnelVizType: display === "ActionsBar" ? "time_to_convert" : "steps" }
            }
            const types = [[hostile, "Date"], [hostile, "UInt64"], [hostile, "String"]]
            const rows = kind === "ServiceSqlQuery" ? [[hostile, 3, hostile], [hostile, 4, null]] : results
            const chart = insightChart(kind, { title: hostile, node, answer: { results: rows, types } })
            if (Result.isFailure(chart)) continue
            const elements = elementsOf(yield* drawSvg(chart.success))
            const tags = new Set(elements.map(({ name }) => name))
            assert.isEmpty([...tags].filter((tag) => !known.has(tag)))
            for (const { attributes } of elements) {
              for (const value of Object.values(attributes)) assert.notMatch(value, /alert|NaN|Infinity/)
            }
          }
        }
      })
  )

  const known = new Set([
    "svg",
    "title",
    "desc",
    "style",
    "rect",
    "path",
    "text",
    "g",
    "defs",
    "clipPath",
    "circle",
    "tspan",
    "polyline"
  ])
})

describe("legends", () => {
  it.effect("of several lines stand above what is drawn, each text beside the others", () =>
    Effect.gen(function*() {
      const names = Array.from({ length: 26 }, (_, place) => `user-${100 + place}`)
      const elements = yield* draw(trends(names.map((name) => item(name, [1, 80]))))
      const places = elements.filter(({ name, text }) => name === "text" && text.startsWith("user-")).map(placeOf)
      assert.isAtLeast(new Set(places.map(([, y]) => y)).size, 3)
      const highest = elements.find(({ text }) => text === "80")
      assert.isBelow(Math.max(...places.map(([, y]) => y)) + 12, highest === undefined ? 0 : placeOf(highest)[1])
      for (const [x, y] of places) {
        const next = places.filter(([otherX, otherY]) => otherY === y && otherX > x).map(([otherX]) => otherX - x)
        assert.isAbove(Math.min(1_000, ...next), 60)
      }
    }))
})

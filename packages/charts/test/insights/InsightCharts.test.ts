import { assert, describe, it } from "@effect/vitest"
import { drawSvg, insightChart } from "@hedgerow/charts"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Result } from "effect"
import { cornersOf, draw, placeOf, scaleOf, textsOf } from "../Svg.ts"
import { barsOf, chartOf, days, item, trends } from "./InsightChartTests.ts"

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
        name === "path" && attributes["fill"] === "#194f81" && attributes["fill-opacity"] === undefined
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
          Math.round(valueAt(bottom)) + 0,
          Math.round(valueAt(bottom + height))
        ])
      assert.deepStrictEqual(places("#194f81"), [[0, 2]])
      assert.deepStrictEqual(places("#42926b"), [[2, 5]])
      assert.deepStrictEqual(places("#bc662f"), [[0, -4]])
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

import { assert, describe, it } from "@effect/vitest"
import { drawSvg, insightChart } from "@hedgerow/charts"
import { Effect, Result } from "effect"
import { elementsOf } from "../Svg.ts"
import { item, trends } from "./InsightChartTests.ts"

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

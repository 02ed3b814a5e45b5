import { behindPoint, tableOf } from "@hedgerow/console/screens/insights/AnswerTable"
import {
  asKind,
  cutsOf,
  describe as words,
  eventSeries,
  newQuestion,
  type Question,
  questionIn,
  settingsOf,
  sqlIn,
  withCuts,
  withSettings
} from "@hedgerow/console/screens/insights/Question"
import { assert, describe, it } from "vitest"

const trends: Question = {
  kind: "TrendsQuery",
  series: [{ ...eventSeries("ordered"), math: "sum", math_property: "amount" }, eventSeries("visited")],
  dateRange: { date_from: "-7d" },
  filterTestAccounts: true,
  properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }]
}

describe("a question", () => {
  it("keeps its events, dates and conditions as another kind, and leaves what that kind has not", () => {
    const funnel = asKind(trends, "FunnelsQuery", "$pageview")
    assert.deepStrictEqual(funnel.series, [eventSeries("ordered"), eventSeries("visited")])
    assert.deepStrictEqual(funnel.dateRange, trends.dateRange)
    assert.deepStrictEqual(funnel.properties, trends.properties)
    assert.isTrue(funnel.filterTestAccounts)
    assert.lengthOf(asKind(trends, "LifecycleQuery", "$pageview").series ?? [], 1)
    assert.isUndefined(asKind(trends, "RetentionQuery", "$pageview").series)
    assert.lengthOf(asKind(newQuestion("TrendsQuery", "a"), "FunnelsQuery", "b").series ?? [], 2)
    assert.strictEqual(asKind(trends, "TrendsQuery", "$pageview"), trends)
  })

  it("is cut by properties in either form, and keeps the other settings of cuts", () => {
    const older: Question = {
      ...trends,
      breakdownFilter: { breakdown: "plan", breakdown_type: "person", breakdown_limit: 3 }
    }
    assert.deepStrictEqual(cutsOf(older), [{ property: "plan", type: "person" }])
    const cut = withCuts(older, [{ property: "$os", type: "event" }])
    assert.deepStrictEqual(cut.breakdownFilter, {
      breakdown_limit: 3,
      breakdowns: [{ property: "$os", type: "event" }]
    })
    assert.deepStrictEqual(cutsOf(cut), [{ property: "$os", type: "event" }])
    assert.deepStrictEqual(withCuts(cut, []).breakdownFilter, { breakdown_limit: 3 })
    assert.notProperty(withCuts(withCuts(trends, [{ property: "a", type: "event" }]), []), "breakdownFilter")
  })

  it("has the settings of its kind, of which undefined takes one away", () => {
    const shown = withSettings(trends, { display: "ActionsPie", formula: "A" })
    assert.deepStrictEqual(shown.trendsFilter, { display: "ActionsPie", formula: "A" })
    assert.deepStrictEqual(settingsOf(withSettings(shown, { formula: undefined })), { display: "ActionsPie" })
  })

  it("is found inside of a stored query, and SQL too", () => {
    assert.strictEqual(questionIn({ kind: "InsightVizNode", source: trends }), trends)
    assert.isUndefined(questionIn({ kind: "DataVisualizationNode", source: { kind: "HogQLQuery", query: "SELECT 1" } }))
    assert.strictEqual(
      sqlIn({ kind: "DataVisualizationNode", source: { kind: "HogQLQuery", query: "SELECT 1" } }),
      "SELECT 1"
    )
    for (const other of [null, "TrendsQuery", {}, { kind: "toString" }, []]) assert.isUndefined(questionIn(other))
  })

  it("says what it asks", () => {
    assert.strictEqual(
      words(withCuts(trends, [{ property: "plan", type: "person" }])),
      "Trends: ordered and visited by plan"
    )
    assert.strictEqual(words(newQuestion("RetentionQuery", "visited")), "Retention")
    assert.strictEqual(words(asKind(trends, "FunnelsQuery", "a")), "Funnel: ordered → visited")
  })
})

describe("an answer as a table", () => {
  const answer = {
    results: [
      {
        label: "visited",
        data: [3, 0],
        days: ["2026-01-01", "2026-01-02"],
        labels: ["1-Jan-2026", "2-Jan-2026"],
        action: { order: 1 },
        breakdown_value: "pro",
        compare_label: "previous"
      }
    ]
  }

  it("has the latest time first, and the people behind each number that is not 0", () => {
    const { columns, rows } = tableOf(trends, answer)
    assert.deepStrictEqual(columns.map(({ name }) => name), ["Time", "visited (period before)"])
    assert.deepStrictEqual(rows.map((row) => row.map(({ text }) => text)), [["2-Jan-2026", "0"], ["1-Jan-2026", "3"]])
    assert.isUndefined(rows[0]?.[1]?.behind)
    assert.deepStrictEqual(rows[1]?.[1]?.behind, {
      title: "visited (period before), 1-Jan-2026",
      source: {
        kind: "InsightActorsQuery",
        source: trends,
        breakdown: "pro",
        compare: "previous",
        series: 1,
        day: "2026-01-01"
      }
    })
    assert.deepStrictEqual(behindPoint(trends, answer, 0, 0), rows[1]?.[1]?.behind)
    assert.isUndefined(behindPoint(trends, answer, 1, 0))
  })

  it("of steps has those who reached and who left, of a breakdown by its value", () => {
    const funnel = asKind(trends, "FunnelsQuery", "a")
    const steps = (value?: string) => [
      { name: "ordered", count: 4, ...value === undefined ? {} : { breakdown_value: [value] } },
      {
        name: "visited",
        count: 1,
        average_conversion_time: 90,
        ...value === undefined ? {} : { breakdown_value: [value] }
      }
    ]
    const { rows } = tableOf(funnel, { results: steps() })
    assert.deepStrictEqual(rows[1]?.map(({ text }) => text), ["2. visited", "1", "25.0 %", "3 (75.0 %)", "1.5 min"])
    assert.deepInclude(rows[1]?.[3]?.behind?.source, { kind: "FunnelsActorsQuery", funnelStep: -2 })
    const cut = tableOf(funnel, { results: [steps("pro"), steps("free")] })
    assert.deepStrictEqual(cut.rows.map(([value]) => value?.text), ["pro", "pro", "free", "free"])
    assert.deepInclude(cut.rows[3]?.[2]?.behind?.source, { funnelStep: 2, funnelStepBreakdown: ["free"] })
  })

  it("of retention ends where the future begins, and names the row of each value", () => {
    const retention = newQuestion("RetentionQuery", "visited")
    const values = (...counts: ReadonlyArray<number>) => counts.map((count) => ({ count }))
    const row = (day: string, breakdown_value: string, ...counts: ReadonlyArray<number>) => ({
      date: `${day}T00:00:00Z`,
      breakdown_value,
      values: values(...counts)
    })
    const { rows } = tableOf(retention, {
      results: [row("2026-01-05", "a", 4, 1), row("2026-01-12", "a", 2, 0), row("2026-01-05", "b", 1, 1)]
    })
    assert.deepStrictEqual(rows.map((cells) => cells.map(({ text }) => text)), [
      ["2026-01-05, a", "4", "25.0 %"],
      ["2026-01-12, a", "2"],
      ["2026-01-05, b", "1", "100.0 %"]
    ])
    assert.deepInclude(rows[2]?.[1]?.behind?.source, { interval: 0, breakdown: "b" })
    assert.deepInclude(rows[1]?.[1]?.behind?.source, { interval: 1, breakdown: "a" })
  })

  it("of one number for each series has those numbers", () => {
    const { rows } = tableOf(trends, {
      results: [{ label: "ordered", aggregated_value: 2.5, data: [], action: { order: 0 } }]
    })
    assert.deepStrictEqual(rows.map((cells) => cells.map(({ text }) => text)), [["ordered", "2.50"]])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { numbersOf } from "@hedgerow/core/subscriptions/AnswerTable"

const labels = ["1-Jan", "2-Jan", "3-Jan", "4-Jan", "5-Jan"]
const table = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, more = 0) => ({
  headline: null,
  table: { columns, rows, more }
})
const headline = (text: string) => ({ headline: text, table: null })
const nothing = { headline: null, table: null }

describe("the numbers of an answer", () => {
  it("of a trend are the newest points of each series", () => {
    const results = [
      { label: "signed up", data: [1, 2, 3, 1234.5, 0.1234], labels },
      { label: "signed up", data: [0, 0, 0, null, 7], labels, compare_label: "previous" }
    ]
    assert.deepStrictEqual(
      numbersOf("TrendsQuery", { results }),
      table(["", "2-Jan", "3-Jan", "4-Jan", "5-Jan"], [
        ["signed up", "2", "3", "1,234.5", "0.123"],
        ["signed up (previous period)", "0", "0", "–", "7"]
      ])
    )
  })

  it("of totals are one number, or each by its size", () => {
    const [paid, free] = [{ label: "paid", aggregated_value: 12_345 }, { label: "free", aggregated_value: 99_999 }]
    assert.deepStrictEqual(numbersOf("TrendsQuery", { results: [paid] }), headline("12,345"))
    assert.deepStrictEqual(
      numbersOf("TrendsQuery", { results: [paid, { ...free, compare_label: "previous" }] }),
      headline("12,345 (99,999 in the period before)")
    )
    assert.deepStrictEqual(
      numbersOf("TrendsQuery", { results: [paid, free] }),
      table(["", "Value"], [["free", "99,999"], ["paid", "12,345"]])
    )
  })

  it("of a funnel are its steps, or the ends of each value that it is cut by", () => {
    const steps = [{ name: "seen", count: 40 }, { name: "paid", custom_name: "bought", count: 10 }]
    assert.deepStrictEqual(
      numbersOf("FunnelsQuery", { results: steps }),
      table(["Step", "Count", "Share of the first"], [["1. seen", "40", "100 %"], ["2. bought", "10", "25 %"]])
    )
    const cut = [{ count: 40, breakdown_value: ["pro"] }, { count: 10, breakdown_value: ["pro"] }]
    assert.deepStrictEqual(
      numbersOf("FunnelsQuery", { results: [cut] }),
      table(["", "First step", "Last step", "Share"], [["pro", "40", "10", "25 %"]])
    )
    assert.deepStrictEqual(numbersOf("FunnelsQuery", { results: { bins: [], average_conversion_time: 1 } }), nothing)
  })

  it("of retention are shares, without those of times to come", () => {
    const cohort = (day: number, counts: ReadonlyArray<number>) => ({
      date: `2026-01-0${day}T00:00:00Z`,
      label: `Day ${day}`,
      values: counts.map((count) => ({ count }))
    })
    assert.deepStrictEqual(
      numbersOf("RetentionQuery", { results: [cohort(1, [8, 4, 2]), cohort(2, [10, 5, 0]), cohort(3, [3, 0, 0])] }),
      table(["From", "Size", "1", "2", "3", "4"], [
        ["2026-01-01", "8", "50 %", "25 %", "", ""],
        ["2026-01-02", "10", "50 %", "", "", ""],
        ["2026-01-03", "3", "", "", "", ""]
      ])
    )
  })

  it("of SQL are its first rows and columns, or its one value", () => {
    const columns = ["a", "b", "c", "d", "e", "f", "g"]
    const rows = Array.from({ length: 12 }, (_, row) => columns.map((_, column) => 100 * row + column))
    assert.deepStrictEqual(
      numbersOf("ServiceSqlQuery", { columns, results: rows }),
      table(
        columns.slice(0, 6),
        rows.slice(0, 10).map((row) => row.slice(0, 6).map((value) => value.toLocaleString("en"))),
        2
      )
    )
    assert.deepStrictEqual(numbersOf("ServiceSqlQuery", { columns: ["n"], results: [[1_000]] }), headline("1,000"))
    assert.deepStrictEqual(
      numbersOf("ServiceSqlQuery", { columns: ["n"], results: [["x".repeat(100)]] }),
      headline("x".repeat(60))
    )
  })

  it("of paths are their ways; constants of breakdowns are words", () => {
    assert.deepStrictEqual(
      numbersOf("PathsQuery", { results: [{ source: "1_/", target: "2_/pay", value: 3 }] }),
      table(["From", "To", "Count"], [["/", "/pay", "3"]])
    )
    const results = [{ label: "$$_posthog_breakdown_other_$$", data: [1], labels: ["1-Jan"] }]
    assert.deepStrictEqual(numbersOf("LifecycleQuery", { results }), table(["", "1-Jan"], [["Other", "1"]]))
  })

  it("are none where there are none", () => {
    for (
      const kind of ["TrendsQuery", "FunnelsQuery", "RetentionQuery", "PathsQuery", "ServiceSqlQuery", "EventsQuery"]
    ) {
      assert.deepStrictEqual(numbersOf(kind, {}), nothing, kind)
      assert.deepStrictEqual(numbersOf(kind, { results: "broken", columns: 3 }), nothing, kind)
    }
  })
})

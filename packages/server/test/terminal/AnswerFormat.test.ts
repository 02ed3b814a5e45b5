import { assert, it } from "@effect/vitest"
import { formatAnswer, type Shown } from "@hedgerow/server/terminal/AnswerFormat"

const answer: Shown = {
  types: [],
  columns: ["big", "x", "x"],
  results: [[9223372036854775807n, "a,\"b\"", null], [1, "", [1n, "=c"]]],
  hasMore: null,
  warnings: []
}

const terminal = { width: 60, height: 6, hasColours: false }

it("rows are shown in every format with all digits", () => {
  assert.strictEqual(
    formatAnswer("ndjson", answer, terminal),
    "{\"big\":9223372036854775807,\"x\":\"a,\\\"b\\\"\",\"x_2\":null}\n{\"big\":1,\"x\":\"\",\"x_2\":[1,\"=c\"]}"
  )
  assert.strictEqual(
    formatAnswer("csv", answer, terminal),
    "big,x,x\r\n9223372036854775807,\"a,\"\"b\"\"\",\r\n1,\"\",\"[1,\"\"=c\"\"]\""
  )
  assert.include(formatAnswer("table", answer, terminal), "9223372036854775807 │ a,\"b\"")
  assert.include(formatAnswer("json", answer, terminal), "\"results\":[[9223372036854775807,\"a,\\\"b\\\"\",null]")
})

it("numbers over time are drawn, and other rows get the needs of a chart", () => {
  const days: Shown = {
    ...answer,
    types: [["day", "Date"], ["n", "UInt64"]],
    results: [["2026-01-05", 9007199254740993n], ["2026-01-06", 0], ["2026-01-07", 4503599627370496n]]
  }
  const lines = formatAnswer("chart", days, terminal).split("\n")
  assert.strictEqual(lines[0], "n")
  assert.include(lines.at(-1), "2026-01-05")
  assert.isTrue(lines.some((line) => line.includes("┏")))
  assert.strictEqual(
    formatAnswer("chart", { ...answer, types: [["x", "String"]] }, terminal),
    "A chart needs a column with a date or a time, and one with numbers."
  )
})

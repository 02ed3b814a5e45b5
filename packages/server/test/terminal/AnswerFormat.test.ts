import { assert, it } from "@effect/vitest"
import type { SqlResponse } from "@hedgerow/core/query/kinds/sql/SqlResponse"
import { formatAnswer } from "@hedgerow/server/terminal/AnswerFormat"

const answer = {
  columns: ["big", "x", "x"],
  results: [[9223372036854775807n, "a,\"b\"", null], [1, "", [1n, "=c"]]],
  hasMore: null,
  warnings: []
} as unknown as SqlResponse

it("rows are shown in every format with all digits", () => {
  assert.strictEqual(
    formatAnswer("ndjson", answer),
    "{\"big\":9223372036854775807,\"x\":\"a,\\\"b\\\"\",\"x_2\":null}\n{\"big\":1,\"x\":\"\",\"x_2\":[1,\"=c\"]}"
  )
  assert.strictEqual(
    formatAnswer("csv", answer),
    "big,x,x\r\n9223372036854775807,\"a,\"\"b\"\"\",\r\n1,\"\",\"[1,\"\"=c\"\"]\""
  )
  assert.include(formatAnswer("table", answer), "9223372036854775807 │ a,\"b\"")
  assert.include(formatAnswer("json", answer), "\"results\":[[9223372036854775807,\"a,\\\"b\\\"\",null]")
})

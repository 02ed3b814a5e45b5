import { assert, it } from "@effect/vitest"
import { formatTable, type Tabular } from "@hedgerow/server/terminal/Table"

const answer: Tabular = { columns: ["c"], results: [], hasMore: null, warnings: [] }

const cells = (text: string) =>
  text.split("\n").filter((line) => line.startsWith("│")).map((line) => line.slice(2, -2).trim())

it("shows every value exactly", () => {
  const values = [
    9223372036854775807n,
    [1n, 9223372036854775806n],
    { a: [-9223372036854775808n] },
    0.1,
    true,
    null,
    "",
    "x"
  ]
  assert.deepStrictEqual(cells(formatTable({ ...answer, results: values.map((value) => [value]) })), [
    "c",
    "9223372036854775807",
    "[1,9223372036854775806]",
    "{\"a\":[-9223372036854775808]}",
    "0.1",
    "true",
    "NULL",
    "",
    "x"
  ])
})

it("counts rows and passes warnings on", () => {
  const last = (table: Tabular) => formatTable(table).split("┘\n")[1]
  assert.strictEqual(last(answer), "0 rows")
  assert.strictEqual(last({ ...answer, results: [[1]] }), "1 row")
  assert.strictEqual(
    last({ ...answer, results: [[1], [2]], hasMore: true, warnings: ["Only the first …"] }),
    "2 rows, there are more: add a LIMIT"
  )
  assert.strictEqual(last({ ...answer, warnings: ["Cut to 50000."] }), "0 rows\nCut to 50000.")
})

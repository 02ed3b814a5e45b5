import { assert, it } from "@effect/vitest"
import { engineOf } from "@hedgerow/core/query/QueryCursor"
import { batchInSteps } from "@hedgerow/core/query/RowBatches"
import { WrittenRows } from "@hedgerow/core/query/WrittenRows"
import { selectPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import { lengthOf, piecesOf, wholeText } from "@hedgerow/sql/types/LongText"
import { encodeJson, encodeRows } from "@hedgerow/sql/types/ResultJson"
import { scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Duration, Effect } from "effect"

const text = scalar("String")
const types: ReadonlyArray<SqlType> = [
  text,
  { kind: "DateTime64" } as SqlType,
  { kind: "Array", element: scalar("Float64") } as SqlType
]
const rowOf = (n: number): Row => [`é"😀\n${n}`.repeat(n % 7), n * 1_000_000, [n, null, 0.5]]
const rows = Array.from({ length: 500 }, (_, n) => rowOf(n))

/** The rows in batches of one, two, three, … */
function* batches(): Generator<ReadonlyArray<Row>> {
  for (let start = 0, size = 0; start < rows.length; start += size, size++) yield rows.slice(start, start + size)
}

it("written rows are the JSON of the rows, however they are cut, as many as are wanted", () => {
  for (const most of [0, 1, 6, 499, 500, 501]) {
    const written = new WrittenRows(types, { hasTotals: false, rows: most })
    for (const batch of batches()) atOnce(written.add(batch))
    const { hasMore, last } = written
    const { items, json } = written.json()
    assert.strictEqual(wholeText(json), encodeJson(encodeRows(rows.slice(0, most), types)))
    assert.deepStrictEqual({ hasMore, items, last }, {
      hasMore: most < rows.length,
      items: Math.min(most, rows.length),
      last: rows[Math.min(most, rows.length) - 1]
    })
  }
})

it("the row of all groups comes after the rows that are wanted", () => {
  const totals = rows.at(-1) ?? []
  for (const most of [0, 1, 6, 498, 499, 500]) {
    const written = new WrittenRows(types, { hasTotals: true, rows: most })
    for (const batch of batches()) atOnce(written.add(batch))
    atOnce(written.end())
    const { hasMore } = written
    const { items, json } = written.json()
    const shown = [...rows.slice(0, Math.min(most, 499)), totals]
    assert.strictEqual(wholeText(json), encodeJson(encodeRows(shown, types)))
    assert.deepStrictEqual({ hasMore, items }, { hasMore: most < 499, items: shown.length })
  }
})

it("no rows are an empty list", () => {
  assert.strictEqual(wholeText(new WrittenRows(types, { hasTotals: false, rows: 10 }).json().json), "[]")
})

it.effect("a sink takes each batch before the engine is asked for the next, and the result has no rows", () =>
  Effect.gen(function*() {
    const order: Array<string> = []
    let batch = 0
    const engine = engineOf("Engine", () =>
      Effect.succeed({
        statement: undefined,
        next: Effect.sync(() => {
          order.push(`next ${++batch}`)
          return batch > 3 ? undefined : atOnce(batchInSteps([[`row ${batch}`]], [text]))
        }),
        summary: Effect.succeed({ rowsRead: 3, bytesRead: 0, warnings: [] })
      }))
    const sink = {
      *add(taken: ReadonlyArray<Row>) {
        order.push(String(taken))
        yield
      }
    }
    const plan = selectPlan([{ name: "a", expr: { _tag: "Literal", value: "a", type: text } }])
    const { rows } = yield* engine.run(plan, { timeout: Duration.seconds(1), sink })
    assert.deepStrictEqual(rows, [])
    assert.deepStrictEqual(order, ["next 1", "row 1", "next 2", "row 2", "next 3", "row 3", "next 4"])
  }))

it("a long text is handed on in the pieces that it was written in", () => {
  const written = new WrittenRows([text], { hasTotals: false, rows: 100 })
  for (let n = 0; n < 100; n++) atOnce(written.add([["x".repeat(40_000)]]))
  const { json } = written.json()
  assert.isAbove(lengthOf(json), 4_000_000)
  assert.isTrue(piecesOf(json).every(({ length }) => length < 2 * 64 * 1024))
})

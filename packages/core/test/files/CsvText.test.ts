import { assert, describe, it } from "@effect/vitest"
import { csvChunks, csvLines } from "@hedgerow/core/files/CsvText"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { parse } from "csv-parse/sync"
import { Effect, Schema, Stream } from "effect"

const cells: ReadonlyArray<readonly [value: WireValue, text: string]> = [
  [null, ""],
  ["", "\"\""],
  ["plain", "plain"],
  ["a,b", "\"a,b\""],
  ["a\"b", "\"a\"\"b\""],
  ["two\nlines", "\"two\nlines\""],
  [true, "true"],
  [false, "false"],
  [0, "0"],
  [-1.5, "-1.5"],
  [NaN, ""],
  [9223372036854775807n, "9223372036854775807"],
  [-9223372036854775808n, "-9223372036854775808"],
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", "\"'\rx\""],
  ["=HYPERLINK(\"a\",\"b\")", "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\""],
  [[1, "a", null], "\"[1,\"\"a\"\",null]\""],
  [{ big: 9223372036854775807n }, "\"{\"\"big\"\":9223372036854775807}\""]
]

describe("CSV text", () => {
  for (const [value, text] of cells) {
    it(JSON.stringify(text), () => assert.strictEqual(csvLines([[value, 1]]), `${text},1\r\n`))
  }

  it("a row of one null is a line that readers see", () => {
    assert.strictEqual(csvLines([[null], ["x"], [""]]), "\"\"\r\nx\r\n\"\"\r\n")
  })

  it("no rows are no text", () => assert.strictEqual(csvLines([]), ""))

  const isHarmless = (text: string) => text.isWellFormed() && !/^[=+\-@\t\r＝＋－＠]/.test(text)
  const harmless = Schema.String.check(Schema.makeFilter(isHarmless))
  const Rows = Schema.Array(Schema.Tuple([harmless, harmless, Schema.Int]))

  it.effect.prop("what a reader of CSV finds is what was written", [Rows], ([rows]) =>
    Effect.gen(function*() {
      const text = (yield* Stream.runCollect(csvChunks(["a", "b", "c"], Stream.make(rows)))).join("")
      const found: ReadonlyArray<ReadonlyArray<string>> = parse(text, { record_delimiter: "\r\n" })
      assert.deepStrictEqual(found, [["a", "b", "c"], ...rows.map(([a, b, c]) => [a, b, String(c)])])
    }))

  it.effect("the header comes before the first rows are asked for, and a large batch in pieces", () =>
    Effect.gen(function*() {
      const order: Array<string> = []
      const rows = Array.from({ length: 5_000 }, (_, row) => [row, "x"])
      const batches = Stream.make(1, 2).pipe(
        Stream.mapEffect((batch) => Effect.as(Effect.sync(() => order.push(`batch ${batch}`)), rows)),
        Stream.rechunk(1)
      )
      const chunks = yield* csvChunks(["number", "text"], batches).pipe(
        Stream.tap((chunk) => Effect.sync(() => order.push(chunk.startsWith("number") ? "header" : "rows"))),
        Stream.runCollect
      )
      const ofOneBatch = ["rows", "rows", "rows"]
      assert.deepStrictEqual(order, ["header", "batch 1", ...ofOneBatch, "batch 2", ...ofOneBatch])
      assert.strictEqual(chunks.join("").split("\r\n").length, 10_002)
    }))
})

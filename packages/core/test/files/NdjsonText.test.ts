import { assert, describe, it } from "@effect/vitest"
import { uniqueNames } from "@hedgerow/core/files/ColumnNames"
import { ndjsonWriter } from "@hedgerow/core/files/NdjsonText"
import { dateTime, scalar } from "@hedgerow/sql/types/SqlType"
import { Effect, Schema } from "effect"

describe("lines of JSON", () => {
  const types = [scalar("String"), scalar("Int64", true), scalar("Float64"), dateTime("UTC"), scalar("Bool")]
  const cells = Schema.Tuple([
    Schema.String,
    Schema.NullOr(Schema.BigInt),
    Schema.Finite,
    Schema.Int.check(Schema.isBetween({ minimum: -1e15, maximum: 1e15 })),
    Schema.Boolean
  ])

  it.effect.prop("what is read back is what was written", [Schema.Array(cells)], ([rows]) =>
    Effect.sync(() => {
      const text = ndjsonWriter(["a\"\n", "big", "ratio", "at", "yes"], types)(rows)
      const lines = text.split("\n")
      assert.strictEqual(lines.pop(), "")
      assert.strictEqual(lines.length, rows.length)
      for (const [index, [a, big, ratio, at, yes]] of rows.entries()) {
        const line = lines[index] ?? ""
        assert.include(line, `"big":${big}`)
        assert.deepInclude(JSON.parse(line), { "a\"\n": a, ratio: JSON.parse(JSON.stringify(ratio)), yes })
        assert.match(line, /"at":"-?\d+-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/)
        assert.strictEqual(Date.parse((JSON.parse(line) as { at: string }).at), Math.floor(at / 1000))
      }
    }))
})

const names: ReadonlyArray<readonly [names: ReadonlyArray<string>, unique: ReadonlyArray<string>]> = [
  [["a", "b"], ["a", "b"]],
  [["a", "a", "a"], ["a", "a_2", "a_3"]],
  [["a", "a", "a_2"], ["a", "a_3", "a_2"]],
  [["a_2", "a", "a"], ["a_2", "a", "a_3"]],
  [["a_2", "a_2", "a", "a"], ["a_2", "a_2_2", "a", "a_3"]],
  [["$error", "a"], ["$error_2", "a"]],
  [["", ""], ["", "_2"]]
]

describe("names of columns", () => {
  for (const [given, unique] of names) {
    it(JSON.stringify(given), () => assert.deepStrictEqual(uniqueNames(given, "$error"), unique))
  }

  it.effect.prop("each is given once, and one that was unique stays", [
    Schema.Array(Schema.Literals(["a", "a_2", "a_3", "$error", "b"]))
  ], ([given]) =>
    Effect.sync(() => {
      const unique = uniqueNames(given, "$error")
      assert.strictEqual(new Set(unique).size, given.length)
      assert.notInclude(unique, "$error")
      for (const [index, name] of given.entries()) {
        if (name !== "$error" && given.indexOf(name) === index) assert.strictEqual(unique[index], name)
      }
    }))

  it("a thousand equal names are no work", () => {
    const unique = uniqueNames(Array.from({ length: 100_000 }, () => "a"))
    assert.strictEqual(unique.at(-1), "a_100000")
  })
})

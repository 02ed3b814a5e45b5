import { assert, it } from "@effect/vitest"
import { encodeRowsInSteps, JoinedText, textParts, utf8BytesInSteps, writeJson } from "@hedgerow/core/query/JsonSteps"
import type { Row } from "@hedgerow/sql/types/Cell"
import { wholeText } from "@hedgerow/sql/types/LongText"
import { encodeJson, encodeRows, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { arrayOf, scalar } from "@hedgerow/sql/types/SqlType"
import { atOnce, type Steps } from "@hedgerow/sql/types/Steps"
import { Schema } from "effect"

const written = (value: WireValue) => {
  const text = new JoinedText()
  let steps = 0
  let longest = 0
  const writing = writeJson(value, (piece) => {
    longest = Math.max(longest, piece.length)
    text.add(piece)
  })
  while (writing.next().done !== true) steps += 1
  return { text: wholeText(text.text()), steps, longest }
}

const stepsOf = <A>(steps: Steps<A>): number => {
  let count = 0
  while (steps.next().done !== true) count += 1
  return count
}

const times = <A>(count: number, item: A): ReadonlyArray<A> => Array.from({ length: count }, () => item)

it.prop("JSON in steps is the same as in one", [Schema.Json], ([value]) => {
  assert.strictEqual(written(value as WireValue).text, encodeJson(value as WireValue))
})

const long = "é\ud800\u0001😀\"".repeat(40_000)

const large: Readonly<Record<string, WireValue>> = {
  "rows of empty lists": times(1_000, times(100, [])),
  "rows of empty texts": times(1_000, times(100, "")),
  "one list of numbers": times(500_000, 1.5),
  "one list that ends in a list": [...times(100_000, "a"), [1n, Number.NaN]],
  "one text": long,
  "a list of long texts": times(8, long),
  "objects": times(20_000, { a: 1, b: undefined, c: ["", null] }),
  "lists inside each other": [[[times(50_000, [[1]])]]]
}

for (const [name, value] of Object.entries(large)) {
  it(`steps are as many as the work asks for: ${name}`, () => {
    const { longest, steps, text } = written(value)
    assert.strictEqual(text, encodeJson(value))
    assert.isAtLeast(steps, Math.max(1, Math.floor(text.length / (512 * 1024))))
    assert.isAtMost(longest, 512 * 1024)
    const twice = written([value, value]).steps
    assert.isAtLeast(twice, 2 * steps)
    assert.isAtMost(twice, 2 * steps + 4)
  })
}

it("a small value is written in no steps", () => {
  assert.strictEqual(written({ results: [[1, "a"]], columns: ["a", "b"] }).steps, 0)
})

it("a text is cut in parts that keep pairs of surrogates together", () => {
  const text = `${"x".repeat(64 * 1024 - 1)}😀${"y".repeat(70_000)}`
  const short = "z".repeat(2 * 64 * 1024 - 1)
  const parts = [...textParts(text)]
  assert.strictEqual(parts.join(""), text)
  assert.isTrue(parts.every((part) => part.isWellFormed() && part.length <= 2 * 64 * 1024))
  assert.deepStrictEqual([...textParts(["ab", short, "c"])], ["ab", short, "c"])
})

it("rows are encoded in steps as at once, and those that the wire has alike are not copied", () => {
  const types = [scalar("Date"), arrayOf(scalar("UInt8")), scalar("Float64")]
  const rows = times<Row>(10_000, [0, [1, 2], Number.NaN])
  assert.deepStrictEqual(atOnce(encodeRowsInSteps(rows, types)), encodeRows(rows, types))
  assert.isAbove(stepsOf(encodeRowsInSteps(rows, types)), 10)
  const alike = times<Row>(10, ["a", [1], null])
  const alikeTypes = [scalar("String"), arrayOf(scalar("UInt8")), scalar("Int64", true)]
  assert.strictEqual(atOnce(encodeRowsInSteps(alike, alikeTypes)), alike)
  assert.deepStrictEqual(atOnce(encodeRowsInSteps([["a", 1, "hidden"]], [scalar("String"), scalar("UInt8")])), [[
    "a",
    1
  ]])
})

it("a row with a list of few long lists is encoded in steps", () => {
  const types = [arrayOf(arrayOf(scalar("Date")))]
  const rows: ReadonlyArray<Row> = [[times(100, times(1_000, 0))]]
  assert.isAbove(stepsOf(encodeRowsInSteps(rows, types)), 20)
  assert.deepStrictEqual(atOnce(encodeRowsInSteps(rows, types)), encodeRows(rows, types))
})

it("the bytes of a long text are counted in steps", () => {
  const text = ["x".repeat(1_000_000), "漢".repeat(1_000_000)]
  assert.strictEqual(atOnce(utf8BytesInSteps(text)), 4_000_000)
  assert.isAbove(stepsOf(utf8BytesInSteps(text)), 10)
})

it("a row with a long list is encoded in steps", () => {
  const types = [arrayOf(scalar("Date"))]
  const rows: ReadonlyArray<Row> = [[times(100_000, 0)]]
  assert.isAbove(stepsOf(encodeRowsInSteps(rows, types)), 20)
  assert.deepStrictEqual(atOnce(encodeRowsInSteps(rows, types)), encodeRows(rows, types))
})

import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { batchInSteps } from "@hedgerow/core/query/RowBatches"
import { decodeRows } from "@hedgerow/sql/clickhouse/DecodeRows"
import { arrayOf, scalar } from "@hedgerow/sql/types/SqlType"
import { atOnce, type Steps } from "@hedgerow/sql/types/Steps"
import { makeAnswerReader } from "@hedgerow/storage-clickhouse/client/AnswerReader"
import { LongRow, rowStart } from "@hedgerow/storage-clickhouse/client/LongRow"
import { Result } from "effect"

const text = scalar("String")

afterEach(() => vi.restoreAllMocks())

const rowOf = (pieces: ReadonlyArray<string>) => {
  const row = new LongRow()
  pieces.forEach((piece) => row.take(piece))
  return row.row()
}

const samples = [
  `[]`,
  `[""]`,
  `["a",1,null,true,-1.5e3]`,
  `["ü😀\\n\\\\\\"","\\ud83d\\ude00","\\\\","/"]`,
  `[[],[1,[2,3],[]],[["a\\"]"],null],2]`,
  `[{"a":"}{\\"","b":[1]},{},"x",[{"c":{}}]]`,
  `[ "a" , [ 1 , 2 ] , 3 ]`
]

describe("a long row", () => {
  it.each(samples)("has the cells of %s, wherever it is cut", (json) => {
    const line = `${json.slice(1)}}`
    const cells: unknown = JSON.parse(json)
    for (let first = 0; first <= line.length; first++) {
      for (let second = first; second <= line.length; second++) {
        assert.deepStrictEqual(rowOf([line.slice(0, first), line.slice(first, second), line.slice(second)]), cells)
      }
    }
    assert.deepStrictEqual(rowOf([...line]), cells)
  })

  it.each([`"a"`, `"a`, `"a"]`, `[1]}`, `1 2]}`, `"a"}}`, `"a"]}x`])("is none of %s", (line) => {
    assert.isUndefined(rowOf([line]))
    assert.isUndefined(rowOf([...line]))
  })
})

const count = <A>(steps: Steps<A>): { readonly steps: number; readonly value: A } => {
  let taken = 1
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) taken += 1
  return { steps: taken, value: step.value }
}

const mib = 1024 * 1024
const chunkBytes = 64 * 1024

/** The most characters that are parsed at once: the text that waited until the row was long, and a piece. */
const mostParsed = 512 * 1024

const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["one cell of 60 MiB", ["x".repeat(60 * mib)]],
  ["one cell of 10 Mi escapes", ["\n\"".repeat(5 * mib)]],
  ["10,000 cells of 6 KB", Array.from({ length: 10_000 }, (_, index) => String(index % 10).repeat(6_000))]
]

describe.each(rows)("a row with %s", (_, cells) => {
  it("is read, decoded and measured in steps", () => {
    const line = Buffer.from(`{"row":${JSON.stringify(cells)}}\n`)
    const parse = vi.spyOn(JSON, "parse")
    const reader = makeAnswerReader(() => undefined)
    for (let at = 0; at < line.length; at += chunkBytes) reader.take(line.subarray(at, at + chunkBytes))
    const [raw = [], ...others] = reader.takeRows()
    const longest = parse.mock.calls.reduce((most, [json]) => Math.max(most, json.length), 0)
    assert.isAbove(longest, 0)
    assert.isAtMost(longest, mostParsed)
    assert.lengthOf(others, 0)
    assert.isTrue(raw.length === cells.length && raw.every((cell, index) => cell === cells[index]))
    const types = cells.map(() => text)
    const decoded = atOnce(decodeRows([raw], types))
    const { steps, value } = count(batchInSteps(decoded, types))
    assert.strictEqual(value.bytes, line.length - `{"row":}\n`.length + 1)
    assert.strictEqual(value.cells, cells.length)
    assert.isAtLeast(steps, Math.floor(cells.reduce((sum, { length }) => sum + length, 0) / mib))
  })
})

it("a row with a list of a million numbers is decoded and measured in steps", () => {
  const type = arrayOf(arrayOf(scalar("Float64")))
  const list = Array.from({ length: 1_000_000 }, (_, index) => index / 2)
  const decoded = count(decodeRows([[[[1], list, []]]], [type]))
  assert.isAtLeast(decoded.steps, 100)
  assert.deepStrictEqual(decoded.value, [[[[1], list, []]]])
  const measured = count(batchInSteps(decoded.value, [type]))
  assert.isAtLeast(measured.steps, 100)
  assert.strictEqual(measured.value.bytes, JSON.stringify([[[[1], list, []]]]).length - 1)
})

it("an error within a long row is the answer's", () => {
  const reader = makeAnswerReader(() => undefined)
  reader.take(Buffer.from(`${rowStart}"${"x".repeat(mib)}`))
  reader.take(Buffer.from("x\r\n__exception__\r\nabcdef\r\nCode: 395. DB::Exception: broke it. (NAME)\n"))
  reader.take(Buffer.from("42 abcdef\r\n__exception__\r\n"))
  const result = reader.finish()
  assert.deepInclude(Result.isFailure(result) ? result.failure : {}, { code: 395, message: "broke it. (NAME)" })
})

it("rows before and after a long one stay in their order", () => {
  const reader = makeAnswerReader(() => undefined)
  const long = "y".repeat(mib)
  const bytes = Buffer.from(`{"row":["1"]}\n{"row":["${long}"]}\n{"row":["2"]}\n{"row":["${long}"]}\n{"row":["3"]}`)
  for (let at = 0; at < bytes.length; at += 1_000) reader.take(bytes.subarray(at, at + 1_000))
  const result = reader.finish()
  assert.deepStrictEqual(Result.isSuccess(result) ? result.success.rows : [], [["1"], [long], ["2"], [long], ["3"]])
})

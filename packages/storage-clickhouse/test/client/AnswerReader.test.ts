import { assert, it } from "@effect/vitest"
import { makeAnswerReader } from "@hedgerow/storage-clickhouse/client/AnswerReader"
import { Result } from "effect"

const lines = [
  `{"progress":{"read_rows":"2","read_bytes":"16","total_rows_to_read":"4"}}`,
  `{"meta":[{"name":"s","type":"String"},{"name":"n","type":"UInt64"}]}`,
  `{"row":["ü😀\\n__exception__", "1"]}`,
  `{"row":["", "2"]}`,
  `{"progress":{"read_rows":"4","read_bytes":"32","total_rows_to_read":"4"}}`,
  `{"rows_before_limit_at_least":2}`,
  ""
].join("\n")

const answer = {
  columns: [{ name: "s", type: "String" }, { name: "n", type: "UInt64" }],
  rows: [["ü😀\n__exception__", "1"], ["", "2"]],
  rowsRead: 4,
  bytesRead: 32
}

/** Reads a text cut into pieces at two places. */
const readCut = (text: string, first: number, second: number) => {
  const bytes = Buffer.from(text)
  const reader = makeAnswerReader(() => undefined)
  for (const piece of [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]) {
    reader.take(piece)
  }
  return reader.finish()
}

const everyCut = (text: string, check: (result: ReturnType<typeof readCut>) => void): void => {
  const { length } = Buffer.from(text)
  for (let first = 0; first <= length; first++) {
    for (let second = first; second <= length; second += 7) check(readCut(text, first, second))
  }
}

it("a row that comes in many pieces is put together once", () => {
  const reader = makeAnswerReader(() => undefined)
  const piece = Buffer.from("x".repeat(64 * 1024))
  reader.take(Buffer.from(`{"row":["`))
  // Looking through all of it again for each piece would take minutes.
  for (let count = 0; count < 1_500; count++) reader.take(piece)
  reader.take(Buffer.from(`"]}\n`))
  assert.deepStrictEqual(reader.takeRows().map(([cell]) => String(cell).length), [1_500 * 64 * 1024])
})

it("a row that is too long is not read to its end", () => {
  const reader = makeAnswerReader(() => undefined, 100)
  assert.isTrue(Result.isSuccess(reader.take(Buffer.from(`{"row":["${"x".repeat(80)}"]}\n`))))
  const taken = reader.take(Buffer.from(`{"row":["${"x".repeat(100)}`))
  assert.deepInclude(Result.isFailure(taken) ? taken.failure : undefined, { code: 396 })
})

it("reads an answer wherever it is cut", () => {
  everyCut(lines, (result) => assert.deepStrictEqual(result, Result.succeed(answer)))
})

it.each([
  [
    "in the middle, marked",
    "\r\n__exception__\r\nabcdef\r\nCode: 395. DB::Exception: broke it. (NAME)\n42 abcdef\r\n__exception__\r\n"
  ],
  ["in the middle, of an older server", "Code: 395. DB::Exception: broke it. (NAME)"],
  ["as a line", `{"exception": "Code: 395. DB::Exception: broke it. (NAME)"}\n`]
])("fails with an error that comes %s, wherever it is cut", (_, end) => {
  everyCut(lines + end, (result) => {
    assert.isTrue(Result.isFailure(result))
    if (Result.isSuccess(result) || result.failure._tag !== "ClickHouseError") return assert.fail()
    assert.deepStrictEqual([result.failure.code, result.failure.message], [395, "broke it. (NAME)"])
  })
})

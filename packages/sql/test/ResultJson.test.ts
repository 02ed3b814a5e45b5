import { assert, it } from "@effect/vitest"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { encodeCell, encodedText, encodeJson, encodeRows, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { dateTime, scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import { Schema } from "effect"

const micros = Date.UTC(2020, 0, 2, 3, 4, 5) * 1000

const decimal: SqlType = { kind: "Decimal", nullable: false, precision: 18, scale: 2 }
const mapOf = (key: SqlType): SqlType => ({ kind: "Map", nullable: false, key, value: scalar("UInt8") })

const cells: ReadonlyArray<readonly [cell: Cell, type: SqlType, json: string]> = [
  [null, scalar("String", true), "null"],
  [micros, dateTime("Europe/Berlin"), "\"2020-01-02T03:04:05Z\""],
  [micros + 1, dateTime("UTC"), "\"2020-01-02T03:04:05.000001Z\""],
  [-1, dateTime("UTC"), "\"1969-12-31T23:59:59.999999Z\""],
  [18262, scalar("Date"), "\"2020-01-01\""],
  [-1, scalar("Date"), "\"1969-12-31\""],
  [NaN, scalar("Float64"), "null"],
  [-Infinity, scalar("Float64"), "null"],
  [1.5, scalar("Float64"), "1.5"],
  [true, scalar("Bool"), "true"],
  [1, scalar("UInt8"), "1"],
  [9223372036854775807n, scalar("Int64"), "9223372036854775807"],
  [-9223372036854775808n, scalar("Int64"), "-9223372036854775808"],
  ["a\"\n\ud800", scalar("String"), "\"a\\\"\\n\\ud800\""],
  [[1, null], { kind: "Array", nullable: false, element: scalar("Float64", true) }, "[1,null]"],
  [
    [NaN, 0],
    { kind: "Tuple", nullable: false, elements: [scalar("Float64"), scalar("Date")] },
    "[null,\"1970-01-01\"]"
  ],
  [
    [1], // one member of two
    { kind: "Tuple", nullable: false, elements: [scalar("UInt8"), scalar("UInt8", true)] },
    "[1,null]"
  ],
  ["no tuple", { kind: "Tuple", nullable: false, elements: [scalar("UInt8", true)] }, "[null]"],
  ["no list", { kind: "Array", nullable: false, element: scalar("UInt8") }, "null"],
  [-150, decimal, "\"-1.5\""],
  [9007199254740993n, decimal, "\"90071992547409.93\""],
  ["1.5", decimal, "null"],
  [[["a", 1], ["b\"", 2]], mapOf(scalar("String")), "{\"a\":1,\"b\\\"\":2}"],
  [[[2, 1], [null, 2]], mapOf(scalar("UInt8", true)), "{\"2\":1,\"null\":2}"],
  [[[0, 1]], mapOf(scalar("Date")), "{\"1970-01-01\":1}"],
  [[["a", 1], ["a", 2]], mapOf(scalar("String")), "{\"a\":1}"],
  [["no pair"], mapOf(scalar("String")), "{\"null\":null}"],
  ["no map", mapOf(scalar("String")), "{}"]
]

for (const [cell, type, json] of cells) {
  it(`${type.kind} ${json}`, () => assert.strictEqual(encodeJson(encodeCell(cell, type)), json))
}

it("rows take the type of each column and drop columns without one", () => {
  assert.deepStrictEqual(encodeRows([[0, 0, "hidden"]], [scalar("Date"), scalar("UInt8")]), [["1970-01-01", 0]])
})

it("objects leave out undefined members", () => {
  assert.strictEqual(encodeJson({ a: undefined, b: [{ c: null }], d: "é" }), "{\"b\":[{\"c\":null}],\"d\":\"é\"}")
})

it.prop("JSON is written as ever, whatever stands in its lists", [Schema.Json], ([value]) => {
  assert.strictEqual(encodeJson(value as WireValue), JSON.stringify(value))
})

it("a list of plain values keeps the digits of numbers among them", () => {
  assert.strictEqual(encodeJson([1, "a", null, Number.NaN, Infinity]), `[1,"a",null,null,null]`)
  assert.strictEqual(encodeJson([1, 9007199254740993n, [2n]]), "[1,9007199254740993,[2]]")
})

it("a text stands as it is, another value as its JSON", () => {
  assert.strictEqual(encodedText("a\""), "a\"")
  assert.strictEqual(encodedText(["a\""]), "[\"a\\\"\"]")
})

it("a column without a cell is null", () => {
  assert.deepStrictEqual(encodeRows([[]], [scalar("UInt8", true)]), [[null]])
})

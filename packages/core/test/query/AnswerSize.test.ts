import { assert, it } from "@effect/vitest"
import { RowMeter, rowsMeasureInSteps } from "@hedgerow/core/query/AnswerSize"
import { type Cell, integerCell, type Row } from "@hedgerow/sql/types/Cell"
import { encodeJson, encodeRows } from "@hedgerow/sql/types/ResultJson"
import {
  arrayOf,
  dateTime,
  decimal,
  intervalOf,
  mapOf,
  scalar,
  type SqlType,
  tupleOf
} from "@hedgerow/sql/types/SqlType"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Schema } from "effect"

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

const measured = (rows: ReadonlyArray<Row>, types: ReadonlyArray<SqlType>) => {
  const { bytes, cells } = atOnce(rowsMeasureInSteps(rows, types))
  return { bytes: bytes + 1, cells }
}

const written = (rows: ReadonlyArray<Row>, types: ReadonlyArray<SqlType>): number =>
  bytesOf(encodeJson(encodeRows(rows, types)))

const texts = ["", "a", "\"\\", "\n\u0001\u007f", "é", "€", "😀", "\ud800", "\udc00x", "\ud83d\ud83d\ude00", "\u2028"]
const numbers = [0, -0, 7, 10, -1, 1.5, 1e21, 1e-7, -1.7976931348623157e308, NaN, Infinity, -Infinity]
const whole = [0, 9, 10, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, -(2n ** 63n), 2n ** 63n - 1n]

type Random = (most: number) => number

/** The cells of a type that differ in how they are written, one of them drawn. */
const leaf = (type: SqlType, random: Random): Cell => {
  const of = (cells: ReadonlyArray<Cell>): Cell => cells[random(cells.length)] ?? null
  switch (type.kind) {
    case "Bool":
      return of([true, false])
    case "Float64":
      return of(numbers)
    case "Date":
      return of([0, -1, 18_262, 2_932_896])
    case "DateTime64":
      return of([0, 1, -1, 1_577_934_245_000_000, 1_577_934_245_120_000])
    case "String":
    case "JSON":
    case "UUID":
      return of([...texts, texts.join("x")])
    default:
      return of(whole)
  }
}

const cellOf = (type: SqlType, random: Random): Cell => {
  if (random(5) === 0) return null
  const some = (type: SqlType) => Array.from({ length: random(4) }, () => cellOf(type, random))
  switch (type.kind) {
    case "Array":
      return some(type.element)
    case "Tuple":
      return type.elements.map((element) => cellOf(element, random))
    case "Map":
      return [[leaf(type.key, random), cellOf(type.value, random)]].slice(random(2))
    default:
      return leaf(type, random)
  }
}

const leaves = [
  ...(["Bool", "Float64", "Date", "String", "JSON", "UUID", "Int64", "UInt8", "Unsigned", "Nothing"] as const).map((
    kind
  ) => scalar(kind)),
  dateTime("Europe/Berlin"),
  decimal(38, 4),
  decimal(9, 0),
  intervalOf("day")
]

const types = leaves.flatMap((type) => [
  type,
  arrayOf(type),
  arrayOf(arrayOf(type)),
  tupleOf([type, arrayOf(type), scalar("String")]),
  mapOf(type, tupleOf([type])),
  mapOf(scalar("String"), arrayOf(type))
])

it.prop("rows of every type have the size of their JSON", [Schema.Int], ([seed]) => {
  let state = seed | 0
  const random: Random = (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) % most
  }
  const rows = [0, 1, 2].map(() => types.map((type) => cellOf(type, random)))
  assert.strictEqual(measured(rows, types).bytes, written(rows, types))
  for (const [index, type] of types.entries()) {
    const column = rows.map((row) => [row[index] ?? null])
    assert.strictEqual(measured(column, [type]).bytes, written(column, [type]), JSON.stringify(type))
  }
})

it.prop("a text has the size of its JSON", [Schema.String], ([text]) => {
  assert.strictEqual(measured([[text]], [scalar("String")]).bytes, bytesOf(JSON.stringify([[text]])))
})

it("a key that a map has twice counts twice, and its JSON has it once", () => {
  const type = mapOf(scalar("String"), scalar("UInt8"))
  const rows: ReadonlyArray<Row> = [[[["a", 1], ["a", 2]]]]
  assert.strictEqual(measured(rows, [type]).bytes, written(rows, [type]) + `,"a":2`.length)
})

it("cells are counted wherever they are: what is empty counts as well", () => {
  const type = arrayOf(scalar("UInt8"))
  const cells = (rows: ReadonlyArray<Row>, ...types: ReadonlyArray<SqlType>) =>
    atOnce(rowsMeasureInSteps(rows, types)).cells
  assert.strictEqual(cells([["", []], [null, [1, 2]]], scalar("String", true), type), 6)
  assert.strictEqual(
    cells([[[["a", [1]]], [1, "b"]]], mapOf(scalar("String"), type), tupleOf([type, scalar("String")])),
    7
  )
  assert.strictEqual(cells([[integerCell(2n ** 63n)]], scalar("Int64")), 1)
  const meter = new RowMeter([type])
  for (const row of [[[]], [[]], [[]]]) meter.add(row)
  assert.strictEqual(meter.cells, 3)
})

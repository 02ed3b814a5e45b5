import { assert, describe, it } from "@effect/vitest"
import { parquetSchema, parquetValue } from "@hedgerow/core/files/ParquetColumns"
import { parquetBytes } from "@hedgerow/core/files/ParquetFile"
import type { QueryColumn } from "@hedgerow/core/query/QueryEngine"
import type { Row } from "@hedgerow/sql/types/Cell"
import { arrayOf, dateTime, decimal, mapOf, scalar, type SqlType, tupleOf } from "@hedgerow/sql/types/SqlType"
import { Effect, Stream } from "effect"
import { parquetMetadata, parquetReadObjects } from "hyparquet"
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js"
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js"

const bytesOf = (types: ReadonlyArray<readonly [name: string, type: SqlType]>, rows: ReadonlyArray<Row>) => {
  const columns: ReadonlyArray<QueryColumn> = types.map(([name, type]) => ({ name, type }))
  return Stream.runCollect(parquetBytes(columns, types.map(([name]) => name), Stream.succeed(rows))).pipe(
    Effect.map((chunks) => Uint8Array.from(chunks.flatMap((chunk) => [...chunk])).buffer)
  )
}

const read = (file: ArrayBuffer) => Effect.promise(() => parquetReadObjects({ file }))

const string = scalar("String", true)
const list = arrayOf(scalar("Int64", true))

const cases: ReadonlyArray<readonly [type: SqlType, cell: Row[number], value: unknown]> = [
  [scalar("Bool"), true, true],
  [scalar("UInt8"), 7, 7n],
  [scalar("Int64"), -9007199254740993n, -9007199254740993n],
  [scalar("Float64"), 0.1, 0.1],
  [scalar("Float64"), Number.NaN, Number.NaN],
  [scalar("Float64"), -Infinity, -Infinity],
  [string, "a\u0000ü🌿", "a\u0000ü🌿"],
  [string, "", ""],
  [scalar("UUID"), "0190a5d0-0000-7000-8000-000000000000", "0190a5d0-0000-7000-8000-000000000000"],
  [scalar("Date"), -1, new Date("1969-12-31")],
  [dateTime("Europe/Paris"), 1_767_322_645_123_000, new Date("2026-01-02T02:57:25.123Z")],
  [decimal(38, 2), 1234567890123456789025n, "12345678901234567890.25"],
  [scalar("Unsigned"), 18446744073709551615n, 18446744073709551615n],
  [scalar("Unsigned"), 7, 7n],
  [scalar("Nothing", true), null, undefined],
  [list, [1, null, 3], [1n, null, 3n]],
  [list, [], []],
  [arrayOf(list), [[1], [], [2, 3]], [[1n], [], [2n, 3n]]],
  [tupleOf([scalar("Int64"), string]), [1, null], { 1: 1n, 2: null }],
  [arrayOf(tupleOf([string, scalar("Float64")])), [["a", 0.5]], [{ 1: "a", 2: 0.5 }]],
  [mapOf(scalar("String"), list), [["k", [1]], ["l", []]], { k: [1n], l: [] }]
]

describe("Parquet files", () => {
  it.effect("have every type of column, and NULL in each that may be NULL", () =>
    Effect.gen(function*() {
      const types = cases.map(([type], place) => [`c.${place}`, type] as const)
      const nothing = cases.map(([{ kind }]) => kind === "Array" || kind === "Map" || kind === "Tuple" ? [] : null)
      const rows = yield* read(yield* bytesOf(types, [cases.map(([, cell]) => cell), nothing]))
      assert.lengthOf(rows, 2)
      for (const [place, [type, , value]] of cases.entries()) {
        assert.deepEqual(rows[0]?.[`c.${place}`] ?? undefined, value, JSON.stringify(type))
        if (typeof value !== "object") assert.notExists(rows[1]?.[`c.${place}`], JSON.stringify(type))
      }
    }))

  it.effect("have no rows where there are none", () =>
    Effect.gen(function*() {
      const file = yield* bytesOf([["n", scalar("Int64")]], [])
      assert.strictEqual(parquetMetadata(file).num_rows, 0n)
      assert.deepStrictEqual(yield* read(file), [])
    }))

  it.effect("of many columns have few groups, as the footer names every column of each", () =>
    Effect.gen(function*() {
      const columns = Array.from({ length: 1_000 }, (_, index) => [`n${index}`, scalar("Int64")] as const)
      const row: Row = columns.map((_, index) => index)
      const { num_rows, row_groups } = parquetMetadata(
        yield* bytesOf(columns, Array.from({ length: 400 }, () => row))
      )
      assert.strictEqual(num_rows, 400n)
      assert.isAtMost(row_groups.length, 2)
    }))

  it.effect("whose columns are written part by part have the bytes that the library writes at once", () =>
    Effect.gen(function*() {
      const types = Array.from(
        { length: 100 },
        (_, index) =>
          [`c${index}`, [list, string, scalar("Int64"), tupleOf([string, list])][index % 4] ?? string] as const
      )
      const columns = types.map(([name, type]) => ({ name, type }))
      const rows = Array.from({ length: 40 }, (_, row): Row =>
        types.map((_, index): Row[number] =>
          index % 4 === 0
            ? [row, null]
            : index % 4 === 1
            ? `${"x".repeat(100)}${row % 3}`
            : index % 4 === 2
            ? row
            : [null, [index]]
        ))
      const whole = new ByteWriter()
      const writer = new ParquetWriter({
        writer: whole,
        schema: [
          { name: "root", num_children: types.length },
          ...types.flatMap(([name, type]) => parquetSchema(name, type))
        ],
        createdBy: "hedgerow"
      })
      const columnData = types.map(([name, type], index) => ({
        name,
        data: rows.map((row) => parquetValue(row[index] ?? null, type)),
        offsetIndex: false
      }))
      void writer.write({ columnData, rowGroupSize: rows.length })
      void writer.finish()
      const pieces = yield* Stream.runCollect(parquetBytes(columns, types.map(([name]) => name), Stream.succeed(rows)))
      assert.isAbove(pieces.length, 2)
      assert.isTrue(Buffer.concat(pieces).equals(whole.getBytes()))
    }))

  it.effect("are written group by group: of many rows a bounded part is held, by cells and by characters", () =>
    Effect.gen(function*() {
      const most = Effect.fnUntraced(function*(cell: string, rowsOfBatch: number, batches: number) {
        let held = 0
        let longest = 0
        const batch = Array.from({ length: rowsOfBatch }, (): Row => [cell])
        const source = Stream.range(1, batches).pipe(
          Stream.rechunk(1),
          Stream.map(() => {
            held += rowsOfBatch
            longest = Math.max(longest, held)
            return batch
          })
        )
        const sizes = yield* parquetBytes([{ name: "t", type: string }], ["t"], source).pipe(
          Stream.map((bytes) => {
            if (bytes.length > 4) held = 0
            return bytes.length
          }),
          Stream.runCollect
        )
        return { longest, sizes }
      })
      const narrow = yield* most("ab", 1_000, 500)
      assert.isAtMost(narrow.longest, 40_000)
      const wide = yield* most("x".repeat(100_000), 1, 100)
      assert.isAtMost(wide.longest, 20)
      assert.isBelow(Math.max(...wide.sizes), 4 * 1024 * 1024)
    }))
})

import { assert, it } from "@effect/vitest"
import { batchInSteps, batchLimits, cutBatch } from "@hedgerow/core/query/RowBatches"
import type { Row } from "@hedgerow/sql/types/Cell"
import { arrayOf, scalar } from "@hedgerow/sql/types/SqlType"
import { atOnce } from "@hedgerow/sql/types/Steps"

const types = [scalar("String"), arrayOf(scalar("UInt8"))]

const cut = (rows: ReadonlyArray<Row>) => atOnce(cutBatch(atOnce(batchInSteps(rows, types)), types))

const sizes = (rows: ReadonlyArray<Row>) => cut(rows).map(({ bytes, cells, rows }) => [rows.length, bytes, cells])

it("rows are cut where a batch would hold too many of them, too many bytes or cells; none are lost or moved", () => {
  assert.deepStrictEqual(sizes([]), [])
  assert.deepStrictEqual(sizes([["ab", [1]]]), [[1, `["ab",[1]],`.length, 3]])
  const { bytes, cells, rows } = batchLimits
  const many = Array.from({ length: 2 * rows + 1 }, (): Row => ["", []])
  assert.deepStrictEqual(sizes(many), [[rows, 8 * rows, 2 * rows], [rows, 8 * rows, 2 * rows], [1, 8, 2]])
  assert.deepStrictEqual(cut(many).flatMap((batch) => batch.rows), many)
  const half: Row = ["x".repeat(bytes / 2 - 8), []]
  assert.deepStrictEqual(sizes([half, half, ["y", []], half]), [[2, bytes, 4], [2, bytes / 2 + 9, 4]])
  const lists: Row = ["", Array.from({ length: cells / 2 - 2 }, () => 1)]
  assert.deepStrictEqual(cut([lists, lists, lists]).map((batch) => batch.cells), [cells, cells / 2])
})

it("a row that is larger than a batch is one by itself", () => {
  const large: Row = ["x".repeat(batchLimits.bytes), []]
  assert.deepStrictEqual(sizes([["", []], large, ["", []]]), [[1, 8, 2], [1, batchLimits.bytes + 8, 2], [1, 8, 2]])
})

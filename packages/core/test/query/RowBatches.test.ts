import { assert, it } from "@effect/vitest"
import { batchLimits, batchOf, cutBatch } from "@hedgerow/core/query/RowBatches"

const sizes = (rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  cutBatch(batchOf(rows)).map(({ bytes, rows }) => [rows.length, bytes])

it("rows are cut where a batch would hold too many of them or too many bytes; none are lost or moved", () => {
  assert.deepStrictEqual(sizes([]), [])
  assert.deepStrictEqual(sizes([[1, "ab"]]), [[1, 10]])
  const { bytes, rows } = batchLimits
  const many = Array.from({ length: 2 * rows + 1 }, (_, index) => [index])
  assert.deepStrictEqual(sizes(many), [[rows, 8 * rows], [rows, 8 * rows], [1, 8]])
  assert.deepStrictEqual(cutBatch(batchOf(many)).flatMap((batch) => batch.rows), many)
  const half = "x".repeat(bytes / 2)
  assert.deepStrictEqual(sizes([[half], [half], ["y"], [half]]), [[2, bytes], [2, bytes / 2 + 1]])
})

it("a row that is larger than a batch is one by itself", () => {
  const large = "x".repeat(batchLimits.bytes + 1)
  assert.deepStrictEqual(sizes([["a"], [large], ["b"]]), [[1, 1], [1, batchLimits.bytes + 1], [1, 1]])
})

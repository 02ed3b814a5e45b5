import { assert, it } from "@effect/vitest"
import { pieces } from "@hedgerow/core/files/RowPieces"

const list = <A>(length: number, value: A) => Array.from({ length }, () => value)

const sizes = (rows: ReadonlyArray<unknown>) => [...pieces(rows)].map(({ length }) => length)

it("rows are cut by their cells, those inside lists and objects included, and by the length of their texts", () => {
  assert.deepStrictEqual(sizes([]), [])
  assert.deepStrictEqual(sizes(list(2_000, ["a"])), [2_000])
  assert.deepStrictEqual(sizes(list(5_000, ["a", "b"])), [2_048, 2_048, 904])
  assert.deepStrictEqual(sizes(list(5, [list(2_000, [])])), [2, 2, 1])
  assert.deepStrictEqual(sizes(list(5, [{ map: list(2_000, 1) }])), [2, 2, 1])
  assert.deepStrictEqual(sizes(list(5, ["x".repeat(64 * 2_000)])), [2, 2, 1])
})

it("a row of more cells than a piece may have is a piece of its own, and no row is lost", () => {
  const rows = [["a"], list(10_000, 1), ["b"], list(10_000, 2), list(10_000, 3)]
  assert.deepStrictEqual(sizes(rows), [1, 1, 1, 1, 1])
  assert.deepStrictEqual([...pieces(rows)].flat(), rows)
})

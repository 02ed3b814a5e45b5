import { inOrder, layoutsOf, moved, widthOf } from "@hedgerow/console/screens/dashboards/Tiles"
import { assert, it } from "vitest"

const tile = (id: number, sm?: object) => ({ id, layouts: sm === undefined ? {} : { sm } })

it("tiles are read row by row, those without a place last and as they came", () => {
  const tiles = [
    tile(1),
    tile(2, { x: 6, y: 0, w: 6, h: 5 }),
    tile(3, { x: 0, y: 5, w: 12, h: 5 }),
    tile(4, { x: 0, y: 0 }),
    tile(5)
  ]
  assert.deepStrictEqual(inOrder(tiles).map(({ id }) => id), [4, 2, 3, 1, 5])
})

it("a tile has the nearest of the widths, and half of the page without one", () => {
  assert.deepStrictEqual(
    [tile(1), tile(1, { w: 3 }), tile(1, { w: 7 }), tile(1, { w: 9 }), tile(1, { w: "x" })].map(widthOf),
    [6, 4, 6, 12, 6]
  )
})

it("layouts put each tile where there is room, and none on another", () => {
  const layouts = layoutsOf([{ id: 1, width: 6 }, { id: 2, width: 4 }, { id: 3, width: 4 }, { id: 4, width: 12 }, {
    id: 5,
    width: 6
  }])
  assert.deepStrictEqual(layouts.map(({ layouts: { sm: { w, x, y } } }) => [x, y, w]), [
    [0, 0, 6],
    [6, 0, 4],
    [0, 5, 4],
    [0, 10, 12],
    [0, 15, 6]
  ])
  assert.deepStrictEqual(inOrder(layouts).map(({ id }) => id), [1, 2, 3, 4, 5])
})

it("an item that is moved stays inside of its list", () => {
  assert.deepStrictEqual(moved(["a", "b", "c"], 2, -1), ["a", "c", "b"])
  assert.deepStrictEqual(moved(["a", "b"], 0, -1), ["a", "b"])
  assert.deepStrictEqual(moved(["a", "b"], 1, 5), ["a", "b"])
  assert.deepStrictEqual(moved(["a"], 3, 1), ["a"])
})

import { flow, gridOf, inOrder, layoutsOf, moved, sizeOf } from "@hedgerow/console/screens/dashboards/Tiles"
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

it("a tile has the size that is kept, within the page, and half of the page without one", () => {
  const sizes = [tile(1), tile(1, { w: 3, h: 1 }), tile(1, { w: 99, h: 7 }), tile(1, { w: "x", h: -1 })].map(sizeOf)
  assert.deepStrictEqual(sizes, [{ w: 6, h: 5 }, { w: 3, h: 2 }, { w: 12, h: 7 }, { w: 6, h: 5 }])
})

it("tiles that flow stand where there is room, none on another", () => {
  const sizes = [[6, 5], [4, 8], [4, 5], [12, 3], [6, 5]] as const
  const places = flow(sizes.map(([w, h], id) => ({ id, w, h })))
  assert.deepStrictEqual(places.map(({ x, y }) => [x, y]), [[0, 0], [6, 0], [0, 8], [0, 13], [0, 16]])
})

it("tiles without a place stand under those that have one", () => {
  const places = gridOf([tile(1), tile(2, { x: 8, y: 2, w: 12, h: 4 }), tile(3, { x: 0, y: 0, w: 4, h: 3 }), tile(4)])
  assert.deepStrictEqual(places.toSorted((one, other) => one.id - other.id), [
    { id: 1, x: 0, y: 6, w: 6, h: 5 },
    { id: 2, x: 0, y: 2, w: 12, h: 4 },
    { id: 3, x: 0, y: 0, w: 4, h: 3 },
    { id: 4, x: 6, y: 6, w: 6, h: 5 }
  ])
})

it("only layouts that change are sent, and those of other screens stay", () => {
  const kept = { x: 0, y: 0, w: 6, h: 5 }
  const tiles = [tile(1, kept), { id: 2, layouts: { xs: { x: 1 }, sm: { x: 6, y: 0, w: 6, h: 5 } } }, tile(3)]
  const layouts = layoutsOf(tiles, [{ id: 1, ...kept }, { id: 2, x: 0, y: 5, w: 6, h: 5 }, { id: 9, ...kept }])
  assert.deepStrictEqual(layouts, [{ id: 2, layouts: { xs: { x: 1 }, sm: { x: 0, y: 5, w: 6, h: 5 } } }])
})

it("an item that is moved stays inside of its list", () => {
  assert.deepStrictEqual(moved(["a", "b", "c"], 2, -1), ["a", "c", "b"])
  assert.deepStrictEqual(moved(["a", "b"], 0, -1), ["a", "b"])
  assert.deepStrictEqual(moved(["a", "b"], 1, 5), ["a", "b"])
  assert.deepStrictEqual(moved(["a"], 3, 1), ["a"])
})

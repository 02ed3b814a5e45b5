/** The places of tiles on a grid of twelve columns, in the order in which they are read. */

/** A tile with the layouts that the API keeps. */
export interface Placed {
  readonly id: number
  readonly layouts: object
}

interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const columns = 12

/** The widths of a tile in columns, with their names. */
export const widths = { 4: "A third", 6: "Half", 12: "Full width" } as const

export type Width = keyof typeof widths

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

const placeOf = ({ layouts }: Placed): Partial<Place> => {
  const wide: unknown = "sm" in layouts ? layouts.sm : undefined
  if (typeof wide !== "object" || wide === null) return {}
  const { h, w, x, y } = wide as Readonly<Record<string, unknown>>
  const found = { x: numberOf(x), y: numberOf(y), w: numberOf(w), h: numberOf(h) }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The width of a tile, of those that there are the nearest. */
export const widthOf = (tile: Placed): Width => {
  const { w = 6 } = placeOf(tile)
  return w <= 4 ? 4 : w <= 8 ? 6 : 12
}

/** Tiles in the order of their rows, and of their places in them; those without a place stand last, as they came. */
export const inOrder = <Tile extends Placed>(tiles: ReadonlyArray<Tile>): ReadonlyArray<Tile> => {
  const at = (tile: Tile): number => {
    const { x, y } = placeOf(tile)
    return x === undefined || y === undefined ? Number.MAX_SAFE_INTEGER : y * columns + x
  }
  return tiles.toSorted((one, other) => at(one) - at(other))
}

/** A tile's layouts as the API takes them. */
export interface Layout {
  readonly id: number
  readonly layouts: { readonly sm: Place }
}

const height = 5

/** The layouts of tiles in this order and of these widths: each stands where there is room, row after row. */
export const layoutsOf = (
  tiles: ReadonlyArray<{ readonly id: number; readonly width: Width }>
): ReadonlyArray<Layout> => {
  let [x, y] = [0, 0]
  return tiles.map(({ id, width }) => {
    if (x + width > columns) {
      x = 0
      y += height
    }
    const sm = { x, y, w: width, h: height }
    x += width
    return { id, layouts: { sm } }
  })
}

/** The items with one of them moved by a number of places; it stays inside. */
export const moved = <A>(items: ReadonlyArray<A>, place: number, by: number): ReadonlyArray<A> => {
  const item = items[place]
  if (item === undefined) return items
  const rest = items.filter((_, index) => index !== place)
  const to = Math.max(0, Math.min(rest.length, place + by))
  return rest.toSpliced(to, 0, item)
}

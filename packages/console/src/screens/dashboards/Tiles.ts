/** The places of tiles on a grid of twelve columns, in the order in which they are read. */

/** A tile with the layouts that the API keeps. */
export interface Placed {
  readonly id: number
  readonly layouts: object
}

/** The columns and rows of the grid that a tile takes. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The columns of the grid. */
export const columns = 12

/** The widths of a tile in columns, with their names. */
export const widths = { 4: "A third", 6: "Half", 12: "Full width" } as const

export type Width = keyof typeof widths

/** The heights of a tile in rows, with their names. */
export const heights = { 3: "Low", 5: "As high as usual", 8: "High" } as const

export type Height = keyof typeof heights

/** The least size of a tile. */
export const least = { w: 2, h: 2 }

const usual = { w: 6, h: 5 } as const

const whole = (value: unknown, from: number): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= from ? value : undefined

const keptOf = ({ layouts }: Placed): Partial<Place> => {
  const wide: unknown = "sm" in layouts ? layouts.sm : undefined
  if (typeof wide !== "object" || wide === null) return {}
  const { h, w, x, y } = wide as Readonly<Record<string, unknown>>
  const found = { x: whole(x, 0), y: whole(y, 0), w: whole(w, 1), h: whole(h, 1) }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The size of a tile: half of the page where none is kept. */
export const sizeOf = (tile: Placed): { readonly w: number; readonly h: number } => {
  const { h = usual.h, w = usual.w } = keptOf(tile)
  return { w: Math.min(columns, Math.max(least.w, w)), h: Math.max(least.h, h) }
}

/** Tiles in the order of their rows, and of their places in them; those without a place stand last, as they came. */
export const inOrder = <Tile extends Placed>(tiles: ReadonlyArray<Tile>): ReadonlyArray<Tile> => {
  const at = (tile: Tile): number => {
    const { x, y } = keptOf(tile)
    return x === undefined || y === undefined ? Number.MAX_SAFE_INTEGER : y * columns + x
  }
  return tiles.toSorted((one, other) => at(one) - at(other))
}

/** A tile with its place. */
export type OnGrid = Place & { readonly id: number }

/** Tiles of these sizes, one after the other: each stands where there is room, row after row from `top` on. */
export const flow = (
  tiles: ReadonlyArray<{ readonly id: number; readonly w: number; readonly h: number }>,
  top = 0
): ReadonlyArray<OnGrid> => {
  let [x, y, high] = [0, top, 0]
  return tiles.map(({ h, id, w }) => {
    if (x + w > columns) {
      x = 0
      y += high
      high = 0
    }
    const placed = { id, x, y, w, h }
    x += w
    high = Math.max(high, h)
    return placed
  })
}

/** The places of all tiles: those that are kept, and under them those of tiles that have none. */
export const gridOf = (tiles: ReadonlyArray<Placed>): ReadonlyArray<OnGrid> => {
  const kept: Array<OnGrid> = []
  const others: Array<Placed> = []
  for (const tile of tiles) {
    const { x, y } = keptOf(tile)
    const { h, w } = sizeOf(tile)
    if (x === undefined || y === undefined) others.push(tile)
    else kept.push({ id: tile.id, x: Math.min(x, columns - w), y, w, h })
  }
  const under = Math.max(0, ...kept.map(({ h, y }) => y + h))
  return [...kept, ...flow(Array.from(others, (tile) => ({ id: tile.id, ...sizeOf(tile) })), under)]
}

/** A tile's layouts as the API takes them. */
export interface Layout {
  readonly id: number
  readonly layouts: Readonly<Record<string, unknown>> & { readonly sm: Place }
}

const isSame = (one: Partial<Place>, other: Place): boolean =>
  one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h

/** The layouts that these places change; those of other widths of the screen stay. */
export const layoutsOf = (
  tiles: ReadonlyArray<Placed>,
  places: ReadonlyArray<OnGrid>
): ReadonlyArray<Layout> =>
  places.flatMap(({ id, ...sm }) => {
    const tile = tiles.find((one) => one.id === id)
    return tile === undefined || isSame(keptOf(tile), sm) ? [] : [{ id, layouts: { ...tile.layouts, sm } }]
  })

/** The items with one of them moved by a number of places; it stays inside. */
export const moved = <A>(items: ReadonlyArray<A>, place: number, by: number): ReadonlyArray<A> => {
  const item = items[place]
  if (item === undefined) return items
  const rest = items.filter((_, index) => index !== place)
  const to = Math.max(0, Math.min(rest.length, place + by))
  return rest.toSpliced(to, 0, item)
}

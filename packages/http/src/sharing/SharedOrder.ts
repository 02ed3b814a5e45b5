import type { DashboardPage, DashboardText, ShownTile } from "@hedgerow/core/dashboards/Dashboard"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"

/** A part of a page: an insight, or a text. */
type SharedPart = ShownTile | DashboardText

/** A part with its width in columns of twelve. */
export interface PlacedPart {
  readonly part: SharedPart
  readonly width: number
}

const columns = 12
const usualWidth = 6

const whole = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined

const tileOf = (part: SharedPart) => "tile" in part ? part.tile : part

/** The place on wide screens that is kept of a tile. */
const placeOf = (part: SharedPart): JsonRecord => recordOrEmpty(tileOf(part).layouts["sm"])

/** Tiles without a place stand last, as they came. */
const rankOf = (part: SharedPart): number => {
  const { x, y } = placeOf(part)
  const [column, row] = [whole(x), whole(y)]
  return column === undefined || row === undefined ? Number.MAX_SAFE_INTEGER : row * columns + column
}

/** The parts of a dashboard in the order of their rows, and of their places in them. */
export const inOrder = ({ texts, tiles }: DashboardPage): ReadonlyArray<PlacedPart> =>
  [...tiles, ...texts]
    .toSorted((one, other) => rankOf(one) - rankOf(other) || tileOf(one).id - tileOf(other).id)
    .map((part) => ({ part, width: Math.min(columns, Math.max(2, whole(placeOf(part)["w"]) ?? usualWidth)) }))

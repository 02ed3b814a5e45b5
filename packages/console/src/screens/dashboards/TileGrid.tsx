import "./TileGrid.css"
import { useElementSize } from "@mantine/hooks"
import type { ReactNode } from "react"
import ReactGridLayout, { type Layout as GridPlaces, verticalCompactor } from "react-grid-layout"
import { columns, inOrder, least, type OnGrid, type Placed } from "./Tiles.ts"

/** The pixels of a row of the grid, and those between tiles. */
const rowHeight = 58
const gap = 16

/** A narrower page has one tile in each row. */
const narrow = 720

interface TileGridProps<Tile extends Placed> {
  readonly tiles: ReadonlyArray<Tile>
  readonly places: ReadonlyArray<OnGrid>
  readonly onPlace: (places: ReadonlyArray<OnGrid>) => void
  readonly children: (tile: Tile) => ReactNode
}

const onGrid = (places: GridPlaces): ReadonlyArray<OnGrid> =>
  places.map(({ h, i, w, x, y }) => ({ id: Number(i), x, y, w, h }))

/**
 * Tiles on a grid: their heads are dragged, and their corners change the size. The menu of each does the same by keys.
 * A narrow page shows them one under the other.
 */
export const TileGrid = <Tile extends Placed>({ children, onPlace, places, tiles }: TileGridProps<Tile>) => {
  const { ref, width } = useElementSize()
  const isNarrow = width < narrow
  const layout = places.map(({ id, ...place }) => ({ i: String(id), ...place, minW: least.w, minH: least.h }))
  return (
    <div ref={ref}>
      {width === 0 ? null : isNarrow
        ? <div className="tiles-stacked">{inOrder(tiles).map((tile) => <div key={tile.id}>{children(tile)}</div>)}</div>
        : (
          <ReactGridLayout
            width={width}
            layout={layout}
            gridConfig={{ cols: columns, rowHeight, margin: [gap, gap], containerPadding: [0, 0] }}
            dragConfig={{ handle: ".tile-head", cancel: "a, button" }}
            compactor={verticalCompactor}
            onDragStop={(next) => onPlace(onGrid(next))}
            onResizeStop={(next) => onPlace(onGrid(next))}
          >
            {inOrder(tiles).map((tile) => <div key={tile.id}>{children(tile)}</div>)}
          </ReactGridLayout>
        )}
    </div>
  )
}

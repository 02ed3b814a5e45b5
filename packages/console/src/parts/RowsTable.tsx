import { useVirtualizer } from "@tanstack/react-virtual"
import { type ReactNode, useRef } from "react"

export interface Column {
  readonly name: string
  readonly type?: string
  readonly isNumber?: boolean
}

interface RowsTableProps {
  readonly label: string
  readonly columns: ReadonlyArray<Column>
  readonly count: number
  readonly cell: (row: number, column: number) => ReactNode
}

const rowHeight = 33

/** A table of which only the rows in sight are drawn. Its box takes the focus, so that keys scroll it. */
export const RowsTable = ({ cell, columns, count, label }: RowsTableProps) => {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1_000, height: 800 }
  })
  const shown = rows.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div className="rows" ref={box} style={{ maxHeight: "56vh" }} role="region" aria-label={label} tabIndex={0}>
      <table aria-rowcount={count + 1}>
        <thead>
          <tr>
            {columns.map(({ isNumber, name, type }, place) => (
              <th key={`${place} ${name}`} scope="col" className={isNumber === true ? "number" : ""}>
                {name}
                {type === undefined ? null : <span className="type">{type}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0
            ? (
              <tr aria-hidden>
                <td colSpan={columns.length} style={{ height: above, padding: 0 }} />
              </tr>
            )
            : null}
          {shown.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2}>
              {columns.map(({ isNumber, name }, place) => (
                <td key={`${place} ${name}`} className={isNumber === true ? "number" : ""}>{cell(index, place)}</td>
              ))}
            </tr>
          ))}
          {below > 0
            ? (
              <tr aria-hidden>
                <td colSpan={columns.length} style={{ height: below, padding: 0 }} />
              </tr>
            )
            : null}
        </tbody>
      </table>
    </div>
  )
}

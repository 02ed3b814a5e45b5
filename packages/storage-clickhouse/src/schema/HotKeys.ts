import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { cellPath } from "./PropertyPaths.ts"
import type { Column } from "./Table.ts"

/** A property of events that has a column of its own. */
export interface HotKey {
  readonly key: string
  /** At most some ten thousand different values in a month: the column is a dictionary. */
  readonly fewValues: boolean
}

/**
 * The keys every installation starts with: those that web clients send with every page view and that dashboards break
 * down by. A key is worth a column when it is in most events and in many queries; it costs 1 to 2 % of ingestion.
 */
export const initialHotKeys: ReadonlyArray<HotKey> = [
  { key: "$browser", fewValues: true },
  { key: "$os", fewValues: true },
  { key: "$device_type", fewValues: true },
  { key: "$referring_domain", fewValues: true },
  { key: "$pathname", fewValues: false },
  { key: "$current_url", fewValues: false }
]

const prefix = "mat_"

/** The name of the column that a hot key has. */
export const hotColumnName = (key: string): string => `${prefix}${cellPath([key])}`

/** The key whose column has this name, or undefined. */
export const hotKeyOf = (column: string): string | undefined => {
  if (!column.startsWith(prefix)) return undefined
  const path = column.slice(prefix.length)
  return path === "%" ? "" : decodeURIComponent(path)
}

/** The codec of hot columns: they are there to be read, and of a few columns the disk counts less. */
const hotCodec = "LZ4"

/** The column of a hot key, with exactly the cells that `pj` has. */
export const hotColumn = ({ fewValues, key }: HotKey): Column => ({
  name: hotColumnName(key),
  type: fewValues ? "LowCardinality(Nullable(String))" : "Nullable(String)",
  rest: `MATERIALIZED pj.${quoted(cellPath([key]))}.:String CODEC(${hotCodec})`
})

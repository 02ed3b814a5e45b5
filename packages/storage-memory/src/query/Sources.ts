import type { Cell, Row } from "@hedgerow/core/query/sql/Cell"
import type { Source } from "@hedgerow/core/query/sql/Plan"
import type { TableName } from "@hedgerow/core/query/sql/Tables"
import { columnReader, documentReader } from "./TableColumns.ts"

/** Where a source's row is in the frame, and how its columns are read. */
export interface SourceSlot {
  readonly slot: number
  readonly column: (name: string) => (row: unknown) => Cell
  readonly document: (name: string) => (row: unknown) => unknown
}

const tableSlot = (table: TableName, slot: number): SourceSlot => ({
  slot,
  column: (name) => columnReader(table, name) as (row: unknown) => Cell,
  document: (name) => documentReader(table, name) as (row: unknown) => unknown
})

const subquerySlot = (names: ReadonlyArray<string>, slot: number): SourceSlot => ({
  slot,
  column: (name) => {
    const place = names.indexOf(name)
    if (place < 0) throw new Error(`The plan reads ${name}, which the subquery does not select`)
    return (row) => (row as Row)[place] ?? null
  },
  document: (name) => {
    throw new Error(`The plan reads properties of ${name} of a subquery`)
  }
})

const leaves = (source: Source): ReadonlyArray<Exclude<Source, { readonly _tag: "Join" }>> =>
  source._tag === "Join" ? [...leaves(source.left), ...leaves(source.right)] : [source]

/** The slots of a SELECT's sources by alias, in the order they are written. */
export const slotsOf = (source: Source | undefined): ReadonlyMap<string, SourceSlot> =>
  new Map(
    (source === undefined ? [] : leaves(source)).map((leaf, slot) => [
      leaf.alias,
      leaf._tag === "Scan" ? tableSlot(leaf.table, slot) : subquerySlot(leaf.plan.select.map(({ name }) => name), slot)
    ])
  )

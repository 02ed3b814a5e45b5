import { storedScan, type TableName } from "@hedgerow/core/query/tables/Tables"
import { columnsOf, type QueryPlan, type Source } from "@hedgerow/sql/plan/Plan"
import { sourcesIn } from "@hedgerow/sql/plan/PlanWalk"
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { columnReader, documentReader, documentTextReader } from "./TableColumns.ts"

/** The place of a source's row in the frame, and the readers of its columns. */
export interface SourceSlot {
  readonly slot: number
  /** A column; of a stored document its canonical text when `asDocument`. */
  readonly column: (name: string, asDocument: boolean) => (row: unknown) => Cell
  /** The parsed document of a stored column; undefined where there is only its text. */
  readonly document: (name: string) => ((row: unknown) => unknown) | undefined
}

const tableSlot = (table: TableName, slot: number): SourceSlot => ({
  slot,
  column: (name, asDocument) =>
    (asDocument ? documentTextReader(table, name) : columnReader(table, name)) as (row: unknown) => Cell,
  document: (name) => documentReader(table, name) as (row: unknown) => unknown
})

const rowSlot = (names: ReadonlyArray<string>, slot: number): SourceSlot => ({
  slot,
  column: (name) => {
    const place = names.indexOf(name)
    if (place < 0) throw new Error(`The plan reads ${name}, which its source does not have`)
    return (row) => (row as Row)[place] ?? null
  },
  document: () => undefined
})

type Leaf = Exclude<Source, { readonly _tag: "Join" }>

/** The sources that bring an alias, those inside before those around. */
const leaves = (source: Source): ReadonlyArray<Leaf> => {
  const inner = sourcesIn(source).flatMap(leaves)
  return source._tag === "Join" ? inner : [...inner, source]
}

/** The plan of a common table, by its name. */
export type PlanOf = (table: string) => QueryPlan

const namesOf = (leaf: Exclude<Leaf, { readonly _tag: "Scan" }>, planOf: PlanOf): ReadonlyArray<string> => {
  switch (leaf._tag) {
    case "Subquery":
      return columnsOf(leaf.plan).map(({ name }) => name)
    case "CteRef":
      return columnsOf(planOf(leaf.name)).map(({ name }) => name)
    case "Values":
      return leaf.columns.map(({ name }) => name)
    case "Numbers":
      return ["number"]
    case "ArrayJoin":
      return leaf.items.map(({ name }) => name)
  }
}

/** The slots of a SELECT's sources by alias, in the order they are written. */
export const slotsOf = (source: Source | undefined, planOf: PlanOf): ReadonlyMap<string, SourceSlot> =>
  new Map(
    (source === undefined ? [] : leaves(source)).map((leaf, slot) => [
      leaf.alias,
      leaf._tag === "Scan" ? tableSlot(storedScan(leaf).table, slot) : rowSlot(namesOf(leaf, planOf), slot)
    ])
  )

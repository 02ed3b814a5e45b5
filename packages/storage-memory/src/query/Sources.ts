import { storedScan, type TableName } from "@hedgerow/core/query/tables/Tables"
import type { QueryPlan, Source } from "@hedgerow/sql/plan/Plan"
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

const nameOf = ({ name }: { readonly name: string }): string => name

const namesOfColumns = (plan: QueryPlan): ReadonlyArray<string> =>
  (plan._tag === "Select" ? plan.select : plan.columns).map(nameOf)

const namesOf = (leaf: Exclude<Leaf, { readonly _tag: "Scan" }>, planOf: PlanOf): ReadonlyArray<string> => {
  switch (leaf._tag) {
    case "Subquery":
      return namesOfColumns(leaf.plan)
    case "CteRef":
      return namesOfColumns(planOf(leaf.name))
    case "Values":
      return leaf.columns.map(({ name }) => name)
    case "Numbers":
      return ["number"]
    case "ArrayJoin":
      return leaf.items.map(({ name }) => name)
  }
}

/** The sources of a SELECT. */
export interface SourceSlots {
  /** In the order they are written. */
  readonly byAlias: ReadonlyMap<string, SourceSlot>
  /** All that decides how a column is read: equal for SELECTs whose expressions read alike. */
  readonly layout: string
}

/** The first place of a frame belongs to the run. */
const firstSlot = 1

/** The slots of a SELECT's sources. */
export const slotsOf = (source: Source | undefined, planOf: PlanOf): SourceSlots => {
  const parts = (source === undefined ? [] : leaves(source)).map((leaf) => ({
    alias: leaf.alias,
    columns: leaf._tag === "Scan" ? storedScan(leaf).table : namesOf(leaf, planOf)
  }))
  const slots = parts.map(({ alias, columns }, place): [string, SourceSlot] => [
    alias,
    typeof columns === "string" ? tableSlot(columns, firstSlot + place) : rowSlot(columns, firstSlot + place)
  ])
  return { byAlias: new Map(slots), layout: JSON.stringify(parts) }
}

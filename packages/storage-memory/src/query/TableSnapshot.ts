import type { ProjectId } from "@hedgerow/core/identity/Project"
import { storedScan, type TableName } from "@hedgerow/core/query/tables/Tables"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { Effect } from "effect"
import type { TableRows, TableSource } from "./TableSource.ts"

type AnyRow = TableRows[TableName]

const keyOf = (table: TableName, project: ProjectId): string => `${table}/${project}`

/** The rows a query reads, taken before it starts: two scans of one table see the same. */
export class TableSnapshot {
  readonly #tables: ReadonlyMap<string, ReadonlyArray<AnyRow>>

  constructor(tables: ReadonlyMap<string, ReadonlyArray<AnyRow>>) {
    this.#tables = tables
  }

  rows(table: TableName, project: ProjectId): ReadonlyArray<AnyRow> {
    const rows = this.#tables.get(keyOf(table, project))
    if (rows === undefined) throw new Error(`The snapshot has no ${table} of the project`)
    return rows
  }

  /** The number of rows that the query may read, each table counted once. */
  get size(): number {
    let size = 0
    for (const rows of this.#tables.values()) size += rows.length
    return size
  }
}

/** Every table and project that the plan scans. */
export const takeSnapshot = Effect.fnUntraced(function*(source: TableSource["Service"], plan: QueryPlan) {
  const tables = new Map<string, ReadonlyArray<AnyRow>>()
  for (const { project, table } of scansOf(plan).map(storedScan)) {
    const key = keyOf(table, project)
    if (!tables.has(key)) tables.set(key, yield* source.scan(table, project))
  }
  return new TableSnapshot(tables)
})

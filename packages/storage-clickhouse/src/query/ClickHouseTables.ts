import { storedScan, type TableName, type tables } from "@hedgerow/core/query/tables/Tables"
import type { ChColumn, ChTable } from "@hedgerow/sql/clickhouse/ChTable"
import type { Scan } from "@hedgerow/sql/clickhouse/RenderScan"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type HotColumns, propertyText } from "./PropertyAccess.ts"

/** The storage of one column of the plan. */
export interface StoredColumn {
  readonly column: string
  /** The column of cells that properties are read from. */
  readonly cells?: string
  /** The column of canonical JSON that properties are cut out of, where there are no cells. */
  readonly document?: string
  /** The column of canonical JSON, where the column itself is not. */
  readonly canonical?: string
  /** Keys of the document may have columns of their own. */
  readonly hot?: true
  /** The stored type is no supertype's twin of the plan's: the cast that makes it so. */
  readonly cast?: string
}

export interface StoredTable {
  readonly table: string
  /** Copies are read with FINAL: the latest row of each key, and none that was deleted. */
  readonly final: boolean
  readonly columns: Readonly<Record<string, StoredColumn>>
  /** The column of the plan that is different in all rows of a project. */
  readonly key?: string
  /** Only UUIDs are read of it. */
  readonly uuids?: true
}

const plain = <K extends string>(...names: ReadonlyArray<K>): Record<K, StoredColumn> => {
  const entries = names.map((name): [string, StoredColumn] => [name, { column: name }])
  return Object.fromEntries(entries) as Record<K, StoredColumn>
}
const properties: StoredColumn = { column: "properties", cells: "pj" }

/** Columns of events beside the properties. */
const eventColumns = {
  ...plain("uuid", "event", "distinct_id", "person_id", "person_mode", "timestamp", "sent_at", "received_at"),
  ...plain("inserted_at", "person_created_at", "elements_chain", "lib"),
  $group_0: { column: "group_0" },
  $group_1: { column: "group_1" },
  $group_2: { column: "group_2" },
  $group_3: { column: "group_3" },
  $group_4: { column: "group_4" },
  $session_id: { column: "session_id" },
  $window_id: { column: "window_id" }
}

/** The tables of the plan in the database. `events.properties` is the text as sent; queries read its cells. */
const storedTables = {
  events: {
    table: "events",
    final: false,
    columns: {
      ...eventColumns,
      properties: { ...properties, canonical: "derived", hot: true },
      person_properties: { column: "person_properties", cells: "person_pj" }
    }
  },
  persons: {
    table: "persons",
    final: true,
    key: "id",
    columns: { ...plain("id", "created_at", "is_identified", "version"), properties }
  },
  person_distinct_ids: {
    table: "person_distinct_ids",
    final: true,
    key: "distinct_id",
    columns: plain("distinct_id", "person_id")
  },
  person_overrides: {
    table: "person_overrides",
    final: true,
    key: "old_person_id",
    uuids: true,
    columns: plain("old_person_id", "person_id")
  },
  cohort_members: {
    table: "cohort_members",
    final: true,
    columns: { ...plain("person_id"), cohort_id: { column: "cohort_id", cast: "Int64" } }
  },
  groups: {
    table: "groups",
    final: true,
    columns: {
      ...plain("created_at", "updated_at"),
      index: { column: "group_type_index", cast: "Int64" },
      key: { column: "group_key" },
      properties
    }
  }
} satisfies {
  readonly [T in TableName]: StoredTable & { columns: Record<keyof (typeof tables)[T], StoredColumn> }
}

/** The events in their order by person: for queries of a few persons. */
const eventsByPerson: StoredTable = {
  table: "events_by_person",
  final: false,
  columns: {
    ...eventColumns,
    properties: { column: "properties", document: "derived" },
    person_properties: { column: "person_properties", document: "person_properties" }
  } satisfies Record<keyof (typeof tables)["events"], StoredColumn>
}

/** The column as the renderer takes it, its cells by the columns of hot keys. */
const columnIn = (stored: StoredColumn, hot: HotColumns): ChColumn => {
  const { canonical, cells, column, hot: isHot = false, ...given } = stored
  return {
    column,
    ...canonical === undefined ? {} : { document: canonical },
    ...given,
    ...cells === undefined
      ? {}
      : { property: (source, path, parameters) => propertyText({ cells, isHot, source, hot }, path, parameters) }
  }
}

const tableIn = ({ columns, ...table }: StoredTable, hot: HotColumns): ChTable => ({
  ...table,
  tenant: "project_id",
  columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, columnIn(column, hot)]))
})

/** The tables of scans: those that are bound, by alias, read the events in their order by person. */
export const storedIn = (hot: HotColumns, timelines: ReadonlyMap<string, Expr>): (scan: Scan) => ChTable => {
  const known = new Map<StoredTable, ChTable>()
  const of = (stored: StoredTable): ChTable => {
    const table = known.get(stored) ?? tableIn(stored, hot)
    known.set(stored, table)
    return table
  }
  return (scan) => {
    const bound = timelines.get(scan.alias)
    return bound === undefined ? of(storedTables[storedScan(scan).table]) : { ...of(eventsByPerson), bound }
  }
}

import type { Source } from "@hedgerow/sql/plan/Plan"
import type { PhysicalColumn } from "@hedgerow/sql/resolve/TableScan"
import { dateTime, scalar } from "@hedgerow/sql/types/SqlType"
import type { ProjectId } from "../../identity/Project.ts"

const text: PhysicalColumn = { type: scalar("String") }
const json: PhysicalColumn = { type: scalar("String"), json: true }
const uuid: PhysicalColumn = { type: scalar("UUID") }
const bool: PhysicalColumn = { type: scalar("Bool") }
const int64: PhysicalColumn = { type: scalar("Int64") }
const instant: PhysicalColumn = { type: dateTime("UTC") }
const optionalInstant: PhysicalColumn = { type: dateTime("UTC", true) }

/** The tables a plan may scan, and their columns. Every scan is bound to one project (`Plan.ts`). */
export const tables = {
  events: {
    uuid,
    event: text,
    distinct_id: text,
    person_id: uuid,
    person_mode: text,
    timestamp: instant,
    sent_at: optionalInstant,
    received_at: instant,
    inserted_at: instant,
    properties: json,
    person_properties: json,
    person_created_at: optionalInstant,
    $group_0: text,
    $group_1: text,
    $group_2: text,
    $group_3: text,
    $group_4: text,
    $session_id: text,
    $window_id: text,
    elements_chain: text,
    lib: text
  },
  persons: { id: uuid, created_at: instant, properties: json, is_identified: bool, version: int64 },
  person_distinct_ids: { distinct_id: text, person_id: uuid },
  /** Merged person → the person it is now part of. */
  person_overrides: { old_person_id: uuid, person_id: uuid },
  cohort_members: { cohort_id: int64, person_id: uuid },
  groups: { index: { type: scalar("UInt8") }, key: text, created_at: instant, updated_at: instant, properties: json }
} satisfies Record<string, Record<string, PhysicalColumn>>

export type TableName = keyof typeof tables

/** The column of that name, or undefined. */
export const columnOf = (table: TableName, name: string): PhysicalColumn | undefined => {
  const columns: Readonly<Record<string, PhysicalColumn>> = tables[table]
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** The table and the project of a scan: plans that are run here scan no other tables. */
export const storedScan = (
  scan: Extract<Source, { readonly _tag: "Scan" }>
): { readonly table: TableName; readonly project: ProjectId } => {
  if (!isTable(scan.table)) throw new Error(`no table ${scan.table}`)
  return { table: scan.table, project: scan.tenant as ProjectId }
}

import type { TableName, tables } from "@hedgerow/core/query/tables/Tables"
import type { PgColumn, PgTable } from "@hedgerow/sql/postgresql/PgTable"

const plain = <K extends string>(...names: ReadonlyArray<K>): Record<K, PgColumn> => {
  const entries = names.map((name): [string, PgColumn] => [name, { column: name }])
  return Object.fromEntries(entries) as Record<K, PgColumn>
}
const document = (column: string): PgColumn => ({ column, json: column, document: true })

/** The tables of the plan in the database. `events.properties` is the text as sent; queries read `derived`. */
const stored = {
  events: {
    table: "events",
    columns: {
      ...plain("uuid", "event", "distinct_id", "person_id", "person_mode", "timestamp", "sent_at", "received_at"),
      ...plain("inserted_at", "person_created_at", "elements_chain", "lib"),
      properties: { column: "properties", json: "derived" },
      person_properties: document("person_properties"),
      $group_0: { column: "group_0" },
      $group_1: { column: "group_1" },
      $group_2: { column: "group_2" },
      $group_3: { column: "group_3" },
      $group_4: { column: "group_4" },
      $session_id: { column: "session_id" },
      $window_id: { column: "window_id" }
    }
  },
  persons: {
    table: "persons",
    columns: {
      ...plain("id", "created_at", "is_identified"),
      properties: document("properties"),
      version: { column: "version", narrow: true }
    }
  },
  person_distinct_ids: { table: "person_distinct_ids", columns: plain("distinct_id", "person_id") },
  person_overrides: { table: "person_overrides", columns: plain("old_person_id", "person_id") },
  cohort_members: {
    table: "cohort_members",
    columns: { ...plain("person_id"), cohort_id: { column: "cohort_id", narrow: true } }
  },
  groups: {
    table: "groups",
    columns: {
      ...plain("created_at", "updated_at"),
      index: { column: "group_type_index", narrow: true },
      key: { column: "group_key" },
      properties: document("properties")
    }
  }
} satisfies { readonly [T in TableName]: { table: string; columns: Record<keyof (typeof tables)[T], PgColumn> } }

/** The table of that name, of which a scan reads the rows of its project. */
export const pgTable = (name: string): PgTable => {
  const found: Omit<PgTable, "tenant"> | undefined = Object.hasOwn(stored, name) ? stored[name as TableName] : undefined
  if (found === undefined) throw new Error(`no table ${name}`)
  return { ...found, tenant: "project_id" }
}

import type { TableName, tables } from "@hedgerow/core/query/tables/Tables"

/** The storage of one column of the plan. */
export interface PgColumn {
  readonly column: string
  /** The jsonb column that properties are read from. */
  readonly json?: string
  /** The stored column is jsonb, so that its text has to be made. */
  readonly document?: true
  /** Stored narrower than the int8 that integers have in queries. */
  readonly narrow?: true
}

export interface PgTable {
  readonly table: string
  readonly columns: Readonly<Record<string, PgColumn>>
}

const plain = <K extends string>(...names: ReadonlyArray<K>): Record<K, PgColumn> => {
  const entries = names.map((name): [string, PgColumn] => [name, { column: name }])
  return Object.fromEntries(entries) as Record<K, PgColumn>
}
const document = (column: string): PgColumn => ({ column, json: column, document: true })

/** The tables of the plan in the database. `events.properties` is the text as sent; queries read `derived`. */
export const pgTables = {
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

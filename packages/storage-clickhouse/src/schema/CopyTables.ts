import { cells } from "./EventTables.ts"
import type { Column, Table } from "./Table.ts"

const project: Column = { name: "project_id", type: "Int32" }
const text = (name: string): Column => ({ name, type: "String", rest: "CODEC(ZSTD(1))" })
const time = (name: string): Column => ({ name, type: "DateTime64(6, 'UTC')" })

/** The place of the row's change in the outbox of its project, and whether that change took the row away. */
const change: ReadonlyArray<Column> = [
  { name: "position", type: "UInt64" },
  { name: "is_deleted", type: "UInt8" }
]

const copy = (name: string, columns: ReadonlyArray<Column>, orderBy: ReadonlyArray<string>): Table => ({
  name,
  columns: [project, ...columns, ...change],
  rows: "latest",
  orderBy: ["project_id", ...orderBy],
  placement: { _tag: "Everywhere" }
})

/** Persons. `version` is the person's own; `pj` holds the cells of `properties`. */
const persons = copy("persons", [
  { name: "id", type: "UUID" },
  time("created_at"),
  text("properties"),
  ...cells("pj", "cells", 256),
  { name: "is_identified", type: "Bool" },
  { name: "version", type: "Int64" }
], ["id"])

const personDistinctIds = copy("person_distinct_ids", [
  text("distinct_id"),
  { name: "person_id", type: "UUID" }
], ["distinct_id"])

/** Merged person → the person it is now part of. */
const personOverrides = copy("person_overrides", [
  { name: "old_person_id", type: "UUID" },
  { name: "person_id", type: "UUID" }
], ["old_person_id"])

const groups = copy("groups", [
  { name: "group_type_index", type: "UInt8" },
  text("group_key"),
  time("created_at"),
  time("updated_at"),
  text("properties"),
  ...cells("pj", "cells", 256)
], ["group_type_index", "group_key"])

/** The members of cohorts. */
const cohortMembers = copy("cohort_members", [
  { name: "cohort_id", type: "Int32" },
  { name: "person_id", type: "UUID" }
], ["cohort_id", "person_id"])

/**
 * Copies of tables that PostgreSQL owns. Each is read with FINAL: of the rows with one key the one of the highest outbox
 * position is left, and none that was deleted.
 */
export const copyTables: ReadonlyArray<Table> = [
  persons,
  personDistinctIds,
  personOverrides,
  groups,
  cohortMembers
]

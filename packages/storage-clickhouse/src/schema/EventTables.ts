import { hotColumn, initialHotKeys } from "./HotKeys.ts"
import type { Column, CopyingView, Table } from "./Table.ts"

const text = (name: string): Column => ({ name, type: "String", rest: "CODEC(ZSTD(1))" })
const words = (name: string): Column => ({ name, type: "LowCardinality(String)" })
const uuid = (name: string): Column => ({ name, type: "UUID" })
const time = (name: string): Column => ({ name, type: "DateTime64(6, 'UTC')", rest: "CODEC(Delta(8), ZSTD(1))" })
const optionalTime = (name: string): Column => ({
  name,
  type: "Nullable(DateTime64(6, 'UTC'))",
  rest: "CODEC(ZSTD(1))"
})

/**
 * A column of cells, made of a JSON text that `Cells.ts` writes: every value in it is a string. The column never fails
 * an insert, for any text.
 */
export const cells = (name: string, from: string, maxPaths: number): ReadonlyArray<Column> => {
  const type = `JSON(max_dynamic_paths=${maxPaths})`
  return [
    { name: from, type: "String", rest: "EPHEMERAL '{}'" },
    { name, type, rest: `DEFAULT ifNull(accurateCastOrNull(${from}, '${type}'), '{}'::${type})` }
  ]
}

/** The columns of `Event`, by their names. `properties` is the text as sent, `derived` the canonical copy. */
const eventColumns: ReadonlyArray<Column> = [
  { name: "project_id", type: "Int32" },
  uuid("uuid"),
  words("event"),
  text("distinct_id"),
  uuid("person_id"),
  words("person_mode"),
  time("timestamp"),
  optionalTime("sent_at"),
  time("received_at"),
  time("inserted_at"),
  text("properties"),
  text("derived"),
  text("person_properties"),
  optionalTime("person_created_at"),
  text("group_0"),
  text("group_1"),
  text("group_2"),
  text("group_3"),
  text("group_4"),
  text("session_id"),
  text("window_id"),
  text("elements_chain"),
  words("lib")
]

/**
 * Months in which events are expected have partitions of their own, counted from when the event was stored; all stray
 * times share one, so that nobody can make partitions. The times' ranges of each part prune either kind.
 */
const month = "if(timestamp >= inserted_at - toIntervalMonth(36) AND timestamp < inserted_at + toIntervalMonth(1), "
  + "toYYYYMM(timestamp), 0)"

const everyEvent = eventColumns.map((column) => column.name)

/**
 * All events. `pj` holds the cells of `derived` and `person_pj` those of `person_properties` (`PropertyPaths.ts`): a
 * value as the text that a property reads, absent where it is null. The hot keys have columns of their own.
 *
 * `toDate` wraps outside 1970…2149 and would prune parts that have the event; `toDate32` does not. The timestamp itself
 * must not be in the sorting key: the index would then ignore the day.
 */
export const events: Table = {
  name: "events",
  columns: [
    ...eventColumns,
    ...cells("pj", "cells", 256),
    ...cells("person_pj", "person_cells", 128),
    ...initialHotKeys.map(hotColumn)
  ],
  indexes: [{ name: "uuid_bloom", on: "uuid", type: "bloom_filter(0.01)" }],
  rows: "all",
  partitionBy: month,
  orderBy: ["project_id", "toDate32(timestamp)", "event", "person_id"],
  placement: { _tag: "Sharded", by: "cityHash64(project_id, distinct_id)" }
}

/**
 * The same events ordered for timelines of a person (as recorded at ingestion). It has no cells and no hot columns. Events
 * of one distinct id lie together here: its index leaves few granules to read.
 */
export const eventsByPerson: Table = {
  name: "events_by_person",
  columns: eventColumns,
  indexes: [{ name: "distinct_id_bloom", on: "distinct_id", type: "bloom_filter(0.01)" }],
  rows: "all",
  partitionBy: month,
  orderBy: ["project_id", "person_id", "timestamp"],
  placement: { _tag: "Sharded", by: "cityHash64(project_id, distinct_id)" }
}

/** Fills `events_by_person` within each insert into `events`. */
export const eventsByPersonView: CopyingView = {
  name: "events_by_person_view",
  from: events,
  to: eventsByPerson,
  columns: everyEvent
}

/** The columns of `Event`, in the order that rows are written. */
export const eventColumnNames: ReadonlyArray<string> = everyEvent

import { copyTables } from "./CopyTables.ts"
import { events, eventsByPerson, eventsByPersonView } from "./EventTables.ts"
import type { CopyingView, Table } from "./Table.ts"

/**
 * Events that the engine refused, as JSON text. All columns hold any text, so that nothing is refused here. `code` is
 * ClickHouse's code of the refusal, 0 when we refused the event ourselves.
 */
export const deadLetters: Table = {
  name: "dead_letters",
  columns: [
    { name: "project_id", type: "Int64" },
    { name: "uuid", type: "String" },
    { name: "refused_at", type: "DateTime64(3, 'UTC')" },
    { name: "batch_id", type: "String" },
    { name: "code", type: "Int32" },
    { name: "reason", type: "String", rest: "CODEC(ZSTD(1))" },
    { name: "event", type: "String", rest: "CODEC(ZSTD(1))" }
  ],
  rows: "all",
  orderBy: ["project_id", "refused_at"],
  placement: { _tag: "Everywhere" }
}

/**
 * The number of reads of a property of events from the cells, and of the rows read: by the day, of which servers add
 * their counts.
 */
export const propertyReads: Table = {
  name: "property_reads",
  columns: [
    { name: "project_id", type: "Int32" },
    { name: "day", type: "Date" },
    { name: "key", type: "String", rest: "CODEC(ZSTD(1))" },
    { name: "queries", type: "UInt64" },
    { name: "rows_read", type: "UInt64" }
  ],
  rows: "sums",
  orderBy: ["project_id", "day", "key"],
  removedAfter: "day + toIntervalDay(30)",
  placement: { _tag: "Everywhere" }
}

/** Every table, in the order of creation. */
export const tables: ReadonlyArray<Table> = [events, eventsByPerson, ...copyTables, deadLetters, propertyReads]

/** Every view; made after the tables. */
export const views: ReadonlyArray<CopyingView> = [eventsByPersonView]

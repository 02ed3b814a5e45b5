import { createTable, indexText, namesOf, onCluster } from "../schema/CreateTable.ts"
import { eventsByPerson } from "../schema/EventTables.ts"
import { propertyReads } from "../schema/Tables.ts"
import type { Migration } from "./Migration.ts"

/** Events of one distinct id lie together where events are ordered by person: few granules are left to read. */
const distinctIds = { name: "distinct_id_bloom", on: "distinct_id", type: "bloom_filter(0.01)" }

/** Reads of properties by queries, and timelines by distinct id. */
export const addPropertyReads: Migration = {
  name: "0002_add_property_reads",
  statements: (target) => {
    const [timelines] = namesOf(eventsByPerson, target)
    const alter = `ALTER TABLE ${timelines}${onCluster(target)}`
    return [
      ...createTable(propertyReads, target),
      `${alter} ADD ${indexText(distinctIds, "IF NOT EXISTS ")}`,
      `${alter} MATERIALIZE INDEX ${distinctIds.name}`
    ]
  }
}

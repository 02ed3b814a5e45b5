import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Option } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { eventColumnNames } from "../schema/EventTables.ts"
import { uuidParts } from "./UuidLists.ts"

/**
 * The rows are looked for, so none is taken for one that was sent before; a cluster's answer comes when the shards have
 * them.
 */
const settings = { max_execution_time: 60, insert_deduplicate: 0, distributed_foreground_insert: 1 }

const columns = eventColumnNames.map((name) => `\`${name}\``).join(", ")

/**
 * Copies those of these events to `events_by_person` that are in `events` alone: an engine that is killed within an insert
 * may have kept its part of one table and not that of the other.
 */
export const completePersonScans = Effect.fn("CompletePersonScans.completePersonScans")(
  function*(project: ProjectId, uuids: ReadonlyArray<Uuid>) {
    const { cluster, command, database } = yield* ClickHouse
    const within = Option.isSome(cluster) ? "GLOBAL " : ""
    const wanted = "project_id = {project:Int32} AND uuid IN {uuids:Array(UUID)}"
    const sql = `INSERT INTO ${database}.events_by_person (${columns}) SELECT ${columns} FROM ${database}.events
      WHERE ${wanted} AND (uuid, timestamp) ${within}NOT IN (
        SELECT uuid, timestamp FROM ${database}.events_by_person
        WHERE ${wanted} AND (person_id, timestamp) ${within}IN (
          SELECT person_id, timestamp FROM ${database}.events WHERE ${wanted}))`
    yield* Effect.forEach(uuidParts(uuids), (part) => command({ sql, params: { project, uuids: part }, settings }), {
      discard: true
    })
  }
)

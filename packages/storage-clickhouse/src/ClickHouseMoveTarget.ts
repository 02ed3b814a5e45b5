import type { ProjectId } from "@hedgerow/core/access/Project"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { Effect } from "effect"
import { ClickHouse } from "./ClickHouse.ts"
import { unavailableOrDie } from "./InsertFailures.ts"
import type { MoveTarget } from "./MoveEvents.ts"
import { timeField } from "./TabSeparated.ts"

/** ClickHouse as what events are moved to. */
export const make: Effect.Effect<MoveTarget, never, ClickHouse | EventStore> = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const { append, existing } = yield* EventStore
  const { database } = clickhouse
  return {
    append,
    existing,
    count: Effect.fn("ClickHouseMoveTarget.count")(function*(project: ProjectId, until: EventTime) {
      const { rows } = yield* clickhouse.query({
        sql: `SELECT
            (SELECT count() FROM ${database}.events
              WHERE project_id = {project:Int32} AND inserted_at <= {until:DateTime64(6, 'UTC')})
            + (SELECT uniqExact(uuid) FROM ${database}.dead_letters
              WHERE project_id = {project:Int32} AND JSONExtractInt(event, 'inserted_at') <= {micros:Int64})`,
        params: { project, until: timeField(until), micros: until }
      })
      return Number(rows[0]?.[0] ?? 0)
    }, Effect.catch(unavailableOrDie))
  }
})

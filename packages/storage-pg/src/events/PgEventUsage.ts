import { EventUsage, type Month } from "@hedgerow/core/events/EventUsage"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Numbers of stored events in PostgreSQL. */
export const layer: Layer.Layer<EventUsage, never, SqlClient.SqlClient> = Layer.effect(
  EventUsage,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return EventUsage.of({
      used: Effect.fn("PgEventUsage.used")(function*(project: ProjectId, month: Month) {
        const [row] = yield* sql<{ events: number }>`SELECT events::float8 AS events FROM event_usage
          WHERE project_id = ${project} AND month = ${month}`
        return row?.events ?? 0
      }, Effect.orDie),

      add: Effect.fn("PgEventUsage.add")(function*(project: ProjectId, month: Month, events: number) {
        yield* sql`INSERT INTO event_usage AS known (project_id, month, events) VALUES (${project}, ${month}, ${events})
          ON CONFLICT (project_id, month) DO UPDATE SET events = known.events + excluded.events`
      }, Effect.orDie)
    })
  })
)

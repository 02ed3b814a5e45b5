import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CopyPool } from "../copy/CopyPool.ts"
import { identityOf, storedAmong } from "../copy/StoredEvents.ts"
import { PgEventPartitions, unavailableOrDie } from "./PgEventPartitions.ts"

/** Events in PostgreSQL, for who brings its own event keys; `PgEventWriter` is the short way. */
export const layer: Layer.Layer<EventStore, never, CopyPool | PgEventPartitions | SqlClient.SqlClient> = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const pool = yield* CopyPool
    const partitions = yield* PgEventPartitions
    return EventStore.of({
      append: Effect.fn("PgEventStore.append")(function*(_batchId: Uuid, events: ReadonlyArray<Event>) {
        if (events.length === 0) return
        yield* partitions.ensure(events)
        yield* pool.transaction(Effect.fnUntraced(function*(session) {
          const stored = yield* storedAmong(session, events)
          yield* session.copy(events.filter((event) => !stored.has(identityOf(event))))
        }))
      }),

      existing: Effect.fn("PgEventStore.existing")(function*(project: ProjectId, uuids: ReadonlyArray<Uuid>) {
        const rows = yield* sql<{ uuid: Uuid }>`SELECT uuid FROM unnest(${uuids}::uuid[]) i(uuid)
          WHERE EXISTS (SELECT 1 FROM events e WHERE e.project_id = ${project} AND e.uuid = i.uuid)`
        return new Set(rows.map((row) => row.uuid))
      }, Effect.catch(unavailableOrDie))
    })
  })
)

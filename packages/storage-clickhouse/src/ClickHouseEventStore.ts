import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Array, Effect, Layer } from "effect"
import { appendEvents } from "./AppendEvents.ts"
import { ClickHouse } from "./ClickHouse.ts"
import { completeTimelines } from "./CompleteTimelines.ts"
import { unavailableOrDie } from "./InsertFailures.ts"

/** So many uuids fit into the text of one query. */
const uuidsOfAQuery = 4_000

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Events in ClickHouse. What is acknowledged is in the engine, and on disk where the tables were made durable. */
export const layer: Layer.Layer<EventStore, never, ClickHouse> = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse

    /** Whoever asks will leave these events alone, so they are made whole. */
    const existingAmong = Effect.fnUntraced(function*(project: ProjectId, uuids: ReadonlyArray<Uuid>) {
      const { rows } = yield* clickhouse.query({
        sql: `SELECT DISTINCT toString(uuid) FROM ${clickhouse.database}.events
          WHERE project_id = {project:Int32} AND uuid IN (${uuids.map((uuid) => `'${uuid}'`).join(",")})`,
        params: { project }
      })
      const found = rows.map(([uuid]) => uuid as Uuid)
      yield* completeTimelines(project, found)
      return found
    }, Effect.provideService(ClickHouse, clickhouse))

    return EventStore.of({
      append: Effect.fn("ClickHouseEventStore.append")(
        (batchId: Uuid, events: ReadonlyArray<Event>) => appendEvents(batchId, events),
        Effect.provideService(ClickHouse, clickhouse)
      ),

      existing: Effect.fn("ClickHouseEventStore.existing")(
        function*(project: ProjectId, uuids: ReadonlyArray<Uuid>) {
          const wellFormed = uuids.filter((uuid) => uuidForm.test(uuid))
          const parts = Array.chunksOf(wellFormed, uuidsOfAQuery)
          const found = yield* Effect.forEach(parts, (part) => existingAmong(project, part))
          return new Set(found.flat())
        },
        Effect.catch((error) => unavailableOrDie(error))
      )
    })
  })
)

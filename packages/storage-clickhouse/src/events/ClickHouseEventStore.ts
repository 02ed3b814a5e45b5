import type { Event } from "@hedgerow/core/events/Event"
import { appendMillis, leaseMillis } from "@hedgerow/core/events/EventKeys"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Clock, Effect, Layer } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { appendEvents } from "./AppendEvents.ts"
import { completePersonScans } from "./CompletePersonScans.ts"
import { unavailableOrDie } from "./InsertFailures.ts"
import { insertsEnded } from "./RunningInserts.ts"
import { uuidParts } from "./UuidLists.ts"

/**
 * A caller that looks for events decides about events that another has given up, which a stopped insert of that one may
 * still bring. Such an insert runs longer than this: a claim outlasts an append by fifteen seconds.
 */
const lateSeconds = (leaseMillis - appendMillis) / 1_000 - 5

/**
 * An insert that was sent to an engine before it fell silent may lie there and begin when it is back, however long it
 * was away: then it has a moment to begin, and inserts of any age are waited for.
 */
const insertsEndedAfterSilence = Effect.fnUntraced(function*(backSince: number) {
  const since = (yield* Clock.currentTimeMillis) - backSince
  if (since > leaseMillis) return yield* insertsEnded(lateSeconds)
  yield* Effect.sleep(Math.max(0, beginMillis - since))
  yield* insertsEnded(0)
}, Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))

const beginMillis = 2_000

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Events in ClickHouse. An acknowledged event is in the engine, and on disk where the tables were made durable. */
export const layer: Layer.Layer<EventStore, never, ClickHouse> = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const clickhouse = yield* ClickHouse

    /** The caller will leave these events alone, so they are made whole. */
    const existingAmong = Effect.fnUntraced(function*(project: ProjectId, uuids: ReadonlyArray<Uuid>) {
      const { rows } = yield* clickhouse.query({
        sql: `SELECT DISTINCT toString(uuid) FROM ${clickhouse.database}.events
          WHERE project_id = {project:Int32} AND uuid IN {uuids:Array(UUID)}`,
        params: { project, uuids }
      })
      const found = rows.map(([uuid]) => uuid as Uuid)
      yield* completePersonScans(project, found)
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
          if (wellFormed.length > 0) yield* insertsEndedAfterSilence(clickhouse.backSince())
          const found = yield* Effect.forEach(uuidParts(wellFormed), (part) => existingAmong(project, part))
          return new Set(found.flat())
        },
        Effect.catch((error) => error._tag === "EventStoreUnavailable" ? Effect.fail(error) : unavailableOrDie(error)),
        Effect.provideService(ClickHouse, clickhouse)
      )
    })
  })
)

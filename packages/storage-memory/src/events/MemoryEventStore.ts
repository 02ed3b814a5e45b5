import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const append = (state: MemoryState, batchId: Uuid, events: ReadonlyArray<Event>): void => {
  if (state.eventBatches.has(batchId)) return
  state.eventBatches.set(batchId, true)
  for (const [project, own] of Map.groupBy(events, (event) => event.project_id)) {
    const data = state.of(project)
    const before = data.events.length
    state.log.record(() => {
      for (const event of data.events.splice(before)) data.eventUuids.delete(event.uuid)
    })
    for (const event of own) {
      data.events.push(event)
      data.eventUuids.add(event.uuid)
    }
  }
}

/** Events in memory, in the order they were appended. A batch id that was appended before adds nothing. */
export const layer: Layer.Layer<EventStore, never, MemoryDatabase> = Layer.effect(
  EventStore,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return EventStore.of({
      append: Effect.fn("EventStore.append")((batchId: Uuid, events: ReadonlyArray<Event>) =>
        database.operation((state) => append(state, batchId, events))
      ),
      existing: Effect.fn("EventStore.existing")((project: ProjectId, uuids: ReadonlyArray<Uuid>) =>
        database.operation((state) => {
          const { eventUuids } = state.of(project)
          return new Set(uuids.filter((uuid) => eventUuids.has(uuid)))
        })
      )
    })
  })
)

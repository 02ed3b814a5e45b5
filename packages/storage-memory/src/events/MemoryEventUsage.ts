import { EventUsage, type Month } from "@hedgerow/core/events/EventUsage"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"

/** Numbers of stored events in memory. */
export const layer: Layer.Layer<EventUsage, never, MemoryDatabase> = Layer.effect(
  EventUsage,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return EventUsage.of({
      used: Effect.fn("EventUsage.used")((project: ProjectId, month: Month) =>
        database.operation((state) => state.of(project).eventUsage.get(month) ?? 0)
      ),
      add: Effect.fn("EventUsage.add")((project: ProjectId, month: Month, events: number) =>
        database.operation((state) => {
          const { eventUsage } = state.of(project)
          eventUsage.set(month, (eventUsage.get(month) ?? 0) + events)
        })
      )
    })
  })
)

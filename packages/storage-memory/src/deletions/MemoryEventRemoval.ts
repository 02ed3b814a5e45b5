import { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import { type EventSelection, isSelected } from "@hedgerow/core/deletions/EventSelection"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const replace = (events: Array<Event>, by: ReadonlyArray<Event>): void => {
  events.length = 0
  for (const event of by) events.push(event)
}

const remove = (state: MemoryState, project: ProjectId, selection: EventSelection): void => {
  const { events, eventUuids } = state.of(project)
  const before = events.slice()
  const parts = Map.groupBy(before, isSelected(selection))
  const removed = parts.get(true) ?? []
  const kept = parts.get(false) ?? []
  if (removed.length === 0) return
  state.log.record(() => {
    replace(events, before)
    for (const { uuid } of removed) eventUuids.add(uuid)
  })
  replace(events, kept)
  const gone = new Set(removed.map(({ uuid }) => uuid))
  for (const { uuid } of kept) gone.delete(uuid)
  for (const uuid of gone) eventUuids.delete(uuid)
}

/** Removes events from memory. Nothing keeps copies. */
export const layer: Layer.Layer<EventRemoval, never, MemoryDatabase> = Layer.effect(
  EventRemoval,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase
    return EventRemoval.of({
      count: Effect.fn("EventRemoval.count")((project: ProjectId, selection: EventSelection) =>
        operation((state) => state.of(project).events.filter(isSelected(selection)).length)
      ),
      remove: Effect.fn("EventRemoval.remove")((project: ProjectId, selection: EventSelection) =>
        operation((state) => remove(state, project, selection))
      ),
      removeCopies: () => Effect.void
    })
  })
)

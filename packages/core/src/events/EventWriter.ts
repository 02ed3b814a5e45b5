import { Context, Effect, Layer, Schema } from "effect"
import { makeUuid7 } from "../shared/Uuid.ts"
import type { Event } from "./Event.ts"
import { type EventKey, EventKeys } from "./EventKeys.ts"
import { EventStore, type EventStoreUnavailable } from "./EventStore.ts"

/** Another writer holds some of these events; whether they get stored is not known yet. Send them again later. */
export class EventsLeased extends Schema.TaggedError<EventsLeased>()("EventsLeased", {}) {}

/** How many events of a write were new. The others were stored before. */
export interface Written {
  readonly appended: number
}

/** Writes events so that each (project, uuid) is stored once and, when the write succeeds, durably. */
export class EventWriter extends Context.Service<EventWriter, {
  readonly write: (events: ReadonlyArray<Event>) => Effect.Effect<Written, EventsLeased | EventStoreUnavailable>
}>()("@hedgerow/core/events/EventWriter") {
  /** Claim → append → confirm, for stores that share no transaction with `EventKeys`. */
  static readonly layerClaimed: Layer.Layer<EventWriter, never, EventKeys | EventStore> = Layer.effect(
    EventWriter,
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const store = yield* EventStore

      const storedOf = Effect.fnUntraced(function*(orphans: ReadonlyArray<EventKey>) {
        const stored = new Set<string>()
        for (const [project, group] of Map.groupBy(orphans, (key) => key.project_id)) {
          const found = yield* store.existing(project, group.map((key) => key.uuid))
          for (const uuid of found) stored.add(identityOf({ project_id: project, uuid }))
        }
        return stored
      })

      const write = Effect.fn("EventWriter.write")(function*(events: ReadonlyArray<Event>) {
        const batchId = yield* makeUuid7
        const byIdentity = new Map(events.map((event) => [identityOf(event), event]))
        const claim = yield* keys.claim(batchId, [...byIdentity.values()])
        const stored = yield* storedOf(claim.orphaned)
        const missing = [...claim.fresh, ...claim.orphaned].map(identityOf).filter((key) => !stored.has(key))
        if (missing.length > 0) {
          yield* store.append(batchId, missing.flatMap((key) => byIdentity.get(key) ?? []))
        }
        yield* keys.confirm(batchId)
        if (claim.leased.length > 0) return yield* new EventsLeased()
        return { appended: missing.length }
      })

      return EventWriter.of({ write })
    })
  )
}

const identityOf = (key: EventKey): string => `${key.project_id}/${key.uuid}`

import { EventKeys } from "@hedgerow/core/events/EventKeys"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { StorageHandlers } from "@hedgerow/core/Workers"
import { Duration, Effect, Layer, Schema } from "effect"

/**
 * Finds out, every few minutes, whether events were stored whose writer was cut short and that nobody has sent again.
 */
export const resolveOrphans = defineJob({
  name: "clickhouse.resolve_orphans",
  payload: Schema.Struct({}),
  schedule: Duration.minutes(5)
})

/** At most this many at once: they are looked for well within the lease. */
const orphansAtOnce = 1_000

/**
 * Makes those events whole that the store has, which are duplicates from now on, and forgets the keys of the others.
 * Answers how many keys that were.
 */
export const resolve = Effect.fn("OrphanedEvents.resolve")(function*() {
  const keys = yield* EventKeys
  const store = yield* EventStore
  let resolved = 0
  while (true) {
    const batch = yield* makeUuid7
    const orphans = yield* keys.takeOrphans(batch, orphansAtOnce)
    const stored = yield* Effect.forEach(
      Map.groupBy(orphans, (key) => key.project_id),
      ([project, group]) =>
        Effect.map(
          store.existing(project, group.map(({ uuid }) => uuid)),
          (found) => group.filter(({ uuid }) => found.has(uuid))
        )
    )
    yield* keys.settle(batch, stored.flat())
    resolved += orphans.length
    if (orphans.length < orphansAtOnce) return resolved
  }
})

/** Brings the job. */
export const layer: Layer.Layer<never, never, EventKeys | EventStore> = Layer.effect(
  StorageHandlers,
  Effect.gen(function*() {
    const others = yield* StorageHandlers
    return [...others, yield* handle(resolveOrphans, () => Effect.asVoid(resolve()))]
  })
)

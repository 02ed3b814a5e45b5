import type { Claim, EventKey } from "@hedgerow/core/events/EventKeys"
import { EventKeys, leaseMillis } from "@hedgerow/core/events/EventKeys"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Clock, DateTime, Effect, Layer } from "effect"
import type { EventKeyRow } from "../database/EventKeyRow.ts"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

/** One text for a key, to look it up by. */
const eventIdentity = (key: EventKey): string => `${key.project_id}/${key.uuid}`

const outcomeOf = (row: EventKeyRow | undefined, now: number): keyof Claim => {
  if (row === undefined) return "fresh"
  if (row.confirmed) return "duplicate"
  return now < row.arrived + leaseMillis ? "leased" : "orphaned"
}

const own = (state: MemoryState, identity: string, row: EventKeyRow): void => {
  const before = state.eventKeys.get(identity)
  if (before !== undefined) state.eventKeysOfBatch.remove(before.batchId, identity)
  state.eventKeys.set(identity, row)
  state.eventKeysOfBatch.add(row.batchId, identity)
}

const claimKeys = (state: MemoryState, batchId: Uuid, keys: ReadonlyArray<EventKey>, now: number): Claim => {
  const claim: Record<keyof Claim, Array<EventKey>> = { fresh: [], duplicate: [], leased: [], orphaned: [] }
  const distinct = new Map(
    keys.map(({ project_id, uuid }) => [eventIdentity({ project_id, uuid }), { project_id, uuid }])
  )
  for (const [identity, key] of distinct) {
    const outcome = outcomeOf(state.eventKeys.get(identity), now)
    claim[outcome].push(key)
    if (outcome === "fresh" || outcome === "orphaned") {
      own(state, identity, { key, batchId, confirmed: false, arrived: now })
    }
  }
  return claim
}

const confirmBatch = (state: MemoryState, batchId: Uuid): void => {
  for (const identity of state.eventKeysOfBatch.get(batchId)) {
    const row = state.eventKeys.get(identity)
    if (row !== undefined) state.eventKeys.set(identity, { ...row, confirmed: true })
    state.eventKeysOfBatch.remove(batchId, identity)
  }
}

const releaseBatch = (state: MemoryState, batchId: Uuid): void => {
  for (const identity of state.eventKeysOfBatch.get(batchId)) {
    state.eventKeys.delete(identity)
    state.eventKeysOfBatch.remove(batchId, identity)
  }
}

const takeOrphans = (state: MemoryState, batchId: Uuid, limit: number, now: number): ReadonlyArray<EventKey> => {
  const orphans = [...state.eventKeys.entries()].filter(([, row]) => outcomeOf(row, now) === "orphaned").slice(0, limit)
  for (const [identity, { key }] of orphans) own(state, identity, { key, batchId, confirmed: false, arrived: now })
  return orphans.map(([, { key }]) => key)
}

const settleBatch = (state: MemoryState, batchId: Uuid, stored: ReadonlyArray<EventKey>): void => {
  const kept = new Set(stored.map(eventIdentity))
  for (const identity of state.eventKeysOfBatch.get(batchId)) {
    if (!kept.has(identity)) state.eventKeys.delete(identity)
  }
  confirmBatch(state, batchId)
}

const removeOld = (state: MemoryState, before: number): number => {
  const old = [...state.eventKeys.entries()].filter(([, row]) =>
    row.arrived < before && (row.confirmed || row.arrived + leaseMillis < before)
  )
  for (const [identity, { batchId }] of old) {
    state.eventKeys.delete(identity)
    state.eventKeysOfBatch.remove(batchId, identity)
  }
  return old.length
}

/** Event keys in memory. `eventKeysOfBatch` holds the unconfirmed ones. */
export const layer: Layer.Layer<EventKeys, never, MemoryDatabase> = Layer.effect(
  EventKeys,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return EventKeys.of({
      claim: Effect.fn("EventKeys.claim")(function*(batchId: Uuid, keys: ReadonlyArray<EventKey>) {
        const now = yield* Clock.currentTimeMillis
        return yield* database.operation((state) => claimKeys(state, batchId, keys, now))
      }),
      confirm: Effect.fn("EventKeys.confirm")((batchId: Uuid) =>
        database.operation((state) => confirmBatch(state, batchId))
      ),
      release: Effect.fn("EventKeys.release")((batchId: Uuid) =>
        database.operation((state) => releaseBatch(state, batchId))
      ),
      takeOrphans: Effect.fn("EventKeys.takeOrphans")(function*(batchId: Uuid, limit: number) {
        const now = yield* Clock.currentTimeMillis
        return yield* database.operation((state) => takeOrphans(state, batchId, limit, now))
      }),
      settle: Effect.fn("EventKeys.settle")((batchId: Uuid, stored: ReadonlyArray<EventKey>) =>
        database.operation((state) => settleBatch(state, batchId, stored))
      ),
      confirmed: Effect.fn("EventKeys.confirmed")((keys: ReadonlyArray<EventKey>) =>
        database.operation((state) => keys.filter((key) => state.eventKeys.get(eventIdentity(key))?.confirmed === true))
      ),
      removeOld: Effect.fn("EventKeys.removeOld")((before: DateTime.Utc) =>
        database.operation((state) => removeOld(state, DateTime.toEpochMillis(before)))
      )
    })
  })
)

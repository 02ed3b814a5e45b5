import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"

/** The identity of an event within the installation. */
export interface EventKey {
  readonly project_id: ProjectId
  readonly uuid: Uuid
}

/** The outcome of each key of a claim; every key is in exactly one list. */
export interface Claim {
  /** Now owned by the claiming batch and not yet in the store. */
  readonly fresh: ReadonlyArray<EventKey>
  /** Confirmed earlier: the event is stored. */
  readonly duplicate: ReadonlyArray<EventKey>
  /** Claimed by another batch whose lease runs. */
  readonly leased: ReadonlyArray<EventKey>
  /** Claimed by a batch whose lease is over; now owned by the claiming batch. The event may or may not be stored. */
  readonly orphaned: ReadonlyArray<EventKey>
}

/**
 * The keys of known events, kept 30 days: the rows `event_key(project_id, uuid, batch_id, confirmed, arrived)`. A claim
 * leases its keys for `leaseMillis`; confirming makes them duplicates for every later claim.
 */
export class EventKeys extends Context.Service<EventKeys, {
  readonly claim: (batchId: Uuid, keys: ReadonlyArray<EventKey>) => Effect.Effect<Claim>
  readonly confirm: (batchId: Uuid) => Effect.Effect<void>
  /** Gives unconfirmed keys of the batch back, after an append that surely did not happen. */
  readonly release: (batchId: Uuid) => Effect.Effect<void>
  /** Leases at most `limit` keys of all projects, whose lease is over and which were never confirmed, to the batch. */
  readonly takeOrphans: (batchId: Uuid, limit: number) => Effect.Effect<ReadonlyArray<EventKey>>
  /** Confirms those keys of the batch whose events are stored and forgets its others. */
  readonly settle: (batchId: Uuid, stored: ReadonlyArray<EventKey>) => Effect.Effect<void>
  /** The keys among these that are confirmed. */
  readonly confirmed: (keys: ReadonlyArray<EventKey>) => Effect.Effect<ReadonlyArray<EventKey>>
  /**
   * Forgets the keys of all projects that were claimed before a time, those of which it was never known whether their
   * event was stored included; answers how many. It goes on piece by piece, so that no claim waits for all of it.
   */
  readonly removeOld: (before: DateTime.Utc) => Effect.Effect<number>
}>()("@hedgerow/core/events/EventKeys") {}

/** The time for which a claim keeps others from writing the same event. */
export const leaseMillis = 60_000

/** The latest time after a claim at which its events are sent: well before others may take the claim over. */
export const appendMillis = 45_000

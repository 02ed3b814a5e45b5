import { Duration } from "effect"
import type { CapturedEvent } from "../../events/CapturedEvent.ts"
import type { EventTime } from "../../events/EventTime.ts"
import { isFlagKey } from "../editing/FlagFields.ts"

/** Calls of one flag are written at most this often. */
const writeInterval = Duration.minutes(1)

/** At most this many keys wait while the storage hangs; sightings of further ones are lost, and counted. */
const maxPending = 100_000

/** The number of keys of all projects that wait to be written. */
export class Waiting {
  count = 0
}

/** The calls of one key, whether a flag has it or not. */
class Sighting {
  /** The last call that is not written yet. */
  called: EventTime | undefined
  /** A view or an interaction that is not written yet: the flag has more to show than calls. */
  isEnriched = false
  writtenAt = -Infinity

  /** Takes over the calls of another one of the same key. */
  add({ called, isEnriched }: Sighting): void {
    if (called !== undefined && called > (this.called ?? 0)) this.called = called
    this.isEnriched ||= isEnriched
  }
}

/** A name that no flag can have is ignored: else events would decide how much is remembered. */
const keyIn = (event: CapturedEvent, property: string): string | undefined => {
  const key = event.values[property]
  return typeof key === "string" && isFlagKey(key) ? key : undefined
}

/** The events about flags. */
export const eventNames = new Set(["$feature_flag_called", "$feature_view", "$feature_interaction"])

/** The calls to be written, by key. */
export type CallTracker = ReadonlyMap<string, Sighting>

/** The calls of the flags of one project. */
export class ProjectCallTracker {
  /** A fiber is on its way to write what is due. */
  isBeingWritten = false
  readonly #known = new Map<string, Sighting>()
  /** Those with something to write. */
  readonly #pending = new Map<string, Sighting>()
  readonly #waiting: Waiting

  constructor(waiting: Waiting) {
    this.#waiting = waiting
  }

  get size(): number {
    return this.#known.size
  }

  /** False when there is no room for it. */
  see(event: CapturedEvent): boolean {
    const isCall = event.event === "$feature_flag_called"
    const key = keyIn(event, isCall ? "$feature_flag" : "feature_flag")
    if (key === undefined) return true
    if (!this.#pending.has(key) && this.#waiting.count >= maxPending) return false
    const seen = this.#of(key)
    this.#await(key, seen)
    if (!isCall) seen.isEnriched = true
    // Clocks of clients go ahead, and a call in the future would hide all that follow.
    else seen.called = Math.max(seen.called ?? 0, Math.min(event.timestamp, event.received_at)) as EventTime
    return true
  }

  hasDue(now: number): boolean {
    const oldest = now - Duration.toMillis(writeInterval)
    for (const seen of this.#pending.values()) if (seen.writtenAt <= oldest) return true
    return false
  }

  /** Takes what is to be written now; undefined takes all. */
  take(now: number | undefined): CallTracker {
    const oldest = now === undefined ? Infinity : now - Duration.toMillis(writeInterval)
    const due = new Map([...this.#pending].filter(([, seen]) => seen.writtenAt <= oldest))
    for (const [key, seen] of due) {
      this.#pending.delete(key)
      this.#waiting.count--
      seen.writtenAt = now ?? seen.writtenAt
    }
    return due
  }

  /** The taken calls could not be written: they are still to be. */
  giveBack(sightings: CallTracker): void {
    for (const [key, seen] of sightings) {
      const newer = this.#pending.get(key)
      if (newer === undefined) this.#await(key, seen)
      else newer.add(seen)
    }
  }

  forget(): void {
    this.#known.clear()
    for (const [key, seen] of this.#pending) this.#known.set(key, seen)
  }

  #await(key: string, seen: Sighting): void {
    if (!this.#pending.has(key)) this.#waiting.count++
    this.#pending.set(key, seen)
  }

  #of(key: string): Sighting {
    const known = this.#known.get(key) ?? new Sighting()
    this.#known.set(key, known)
    return known
  }
}

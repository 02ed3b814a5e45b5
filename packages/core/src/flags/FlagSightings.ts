import { Array as Arr, Clock, Context, DateTime, Duration, Effect, Layer, Scope, Semaphore } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { EventTime } from "../events/EventTime.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { isFlagKey } from "./FlagFields.ts"

/** What is seen of one flag is written at most this often. */
export const writeInterval = Duration.minutes(1)

/** So many keys are remembered; then those with nothing to write are forgotten, which costs some needless writes. */
const maxRemembered = 100_000

/** What events tell of one key, whether a flag has it or not. */
class Sighting {
  /** The last call that is not written yet. */
  called: EventTime | undefined
  /** A view or an interaction that is not written yet: the flag has more to show than calls. */
  isEnriched = false
  writtenAt = -Infinity
}

/** So many keys are written at a time. */
const maxWritten = 1_000

/** What no flag can be called is passed over: else events would decide how much is remembered. */
const keyIn = (event: CapturedEvent, property: string): string | undefined => {
  const key = event.values[property]
  return typeof key === "string" && isFlagKey(key) ? key : undefined
}

const eventNames = new Set(["$feature_flag_called", "$feature_view", "$feature_interaction"])

type Sightings = ReadonlyMap<string, Sighting>

class ProjectSightings {
  /** A fiber is on its way to write what is due. */
  isBeingWritten = false
  readonly #known = new Map<string, Sighting>()
  /** Those with something to write. */
  readonly #pending = new Map<string, Sighting>()

  get size(): number {
    return this.#known.size
  }

  see(event: CapturedEvent): void {
    const isCall = event.event === "$feature_flag_called"
    const key = keyIn(event, isCall ? "$feature_flag" : "feature_flag")
    if (key === undefined) return
    const seen = this.#of(key)
    this.#pending.set(key, seen)
    if (!isCall) seen.isEnriched = true
    // Clocks of clients go ahead, and a call in the future would hide all that follow.
    else seen.called = Math.max(seen.called ?? 0, Math.min(event.timestamp, event.received_at)) as EventTime
  }

  hasDue(now: number): boolean {
    const oldest = now - Duration.toMillis(writeInterval)
    for (const seen of this.#pending.values()) if (seen.writtenAt <= oldest) return true
    return false
  }

  /** Takes what is to be written now; undefined takes all. */
  take(now: number | undefined): Sightings {
    const oldest = now === undefined ? Infinity : now - Duration.toMillis(writeInterval)
    const due = new Map([...this.#pending].filter(([, seen]) => seen.writtenAt <= oldest))
    for (const [key, seen] of due) {
      this.#pending.delete(key)
      seen.writtenAt = now ?? seen.writtenAt
    }
    return due
  }

  /** What was taken could not be written: it is still to be. */
  giveBack(sightings: Sightings): void {
    for (const [key, seen] of sightings) this.#pending.set(key, seen)
  }

  forget(): void {
    this.#known.clear()
    for (const [key, seen] of this.#pending) this.#known.set(key, seen)
  }

  #of(key: string): Sighting {
    const known = this.#known.get(key) ?? new Sighting()
    this.#known.set(key, known)
    return known
  }
}

const toUtc = (time: EventTime): DateTime.Utc => DateTime.makeUnsafe(Math.floor(time / 1000))

/** Learns from stored events when flags were called, and which of them have views and interactions to show. */
export class FlagSightings extends Context.Service<FlagSightings, {
  /** Never fails and waits for nothing: what is due is written beside. */
  readonly see: (project: ProjectId, events: ReadonlyArray<CapturedEvent>) => Effect.Effect<void>
  /** Writes all that was seen so far. */
  readonly settle: Effect.Effect<void>
}>()("@hedgerow/core/flags/FlagSightings") {
  /** Writes what is left when the scope closes. */
  static readonly layer: Layer.Layer<FlagSightings, never, FeatureFlagRepository> = Layer.effect(
    FlagSightings,
    Effect.gen(function*() {
      const repository = yield* FeatureFlagRepository
      const scope = yield* Scope.Scope
      const writing = yield* Semaphore.make(1)
      const projects = new Map<ProjectId, ProjectSightings>()

      const sightingsOf = (project: ProjectId): ProjectSightings => {
        const known = projects.get(project) ?? new ProjectSightings()
        projects.set(project, known)
        return known
      }

      const forgetTooMany = () => {
        let size = 0
        for (const sightings of projects.values()) size += sightings.size
        if (size > maxRemembered) { for (const sightings of projects.values()) sightings.forget() }
      }

      const put = Effect.fnUntraced(function*(project: ProjectId, due: Sightings) {
        for (const part of Arr.chunksOf(due, maxWritten)) {
          const calls = new Map<string, DateTime.Utc>()
          const enriched: Array<string> = []
          for (const [key, seen] of part) {
            if (seen.called !== undefined) calls.set(key, toUtc(seen.called))
            if (seen.isEnriched) enriched.push(key)
          }
          if (calls.size > 0) yield* repository.markCalled(project, calls)
          if (enriched.length > 0) yield* repository.markEnriched(project, enriched)
        }
      })

      const write = Effect.fnUntraced(function*(project: ProjectId, sightings: ProjectSightings, now?: number) {
        const due = sightings.take(now)
        sightings.isBeingWritten = false
        if (due.size === 0) return
        yield* put(project, due).pipe(
          Effect.onError(() => Effect.sync(() => sightings.giveBack(due))),
          Effect.catchCause((cause) => Effect.logWarning("Calls of feature flags could not be written", cause))
        )
      }, writing.withPermit)

      const settle = Effect.suspend(() =>
        Effect.forEach([...projects], ([project, sightings]) => write(project, sightings), { discard: true })
      )

      yield* Effect.addFinalizer(() => settle)

      return FlagSightings.of({
        settle,
        see: Effect.fnUntraced(function*(project, events) {
          const told = events.filter(({ event }) => eventNames.has(event))
          if (told.length === 0) return
          const sightings = sightingsOf(project)
          for (const event of told) sightings.see(event)
          const now = yield* Clock.currentTimeMillis
          if (sightings.isBeingWritten || !sightings.hasDue(now)) return
          sightings.isBeingWritten = true
          yield* Effect.forkIn(write(project, sightings, now), scope)
          forgetTooMany()
        })
      })
    })
  )
}

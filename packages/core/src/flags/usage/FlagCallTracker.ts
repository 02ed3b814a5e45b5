import { Array as Arr, Clock, Context, DateTime, Effect, Layer, Metric, Scope, Semaphore } from "effect"
import type { CapturedEvent } from "../../events/CapturedEvent.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { type CallTracker, eventNames, ProjectCallTracker, Waiting } from "./ProjectCallTracker.ts"

/** At most this many keys are remembered. Then those with nothing to write go, at the cost of needless writes. */
const maxRemembered = 100_000

/** At most this many keys are written at a time. */
const maxWritten = 1_000

const lost = Metric.counter("hedgerow_flag_sightings_lost_total", {
  description: "Events with the use of a feature flag that were ignored, as too much waited to be written",
  incremental: true
})

const toUtc = (time: EventTime): DateTime.Utc => DateTime.makeUnsafe(Math.floor(time / 1000))

/** Learns from stored events when flags were called, and which of them have views and interactions to show. */
export class FlagCallTracker extends Context.Service<FlagCallTracker, {
  /** Never fails and waits for nothing: due writes run beside it. Calls without room are lost. */
  readonly see: (project: ProjectId, events: ReadonlyArray<CapturedEvent>) => Effect.Effect<void>
  /** Writes all that was seen so far. */
  readonly flush: Effect.Effect<void>
}>()("@hedgerow/core/flags/usage/FlagCallTracker") {
  /** Writes what is left when the scope closes. */
  static readonly layer: Layer.Layer<FlagCallTracker, never, FeatureFlagRepository> = Layer.effect(
    FlagCallTracker,
    Effect.gen(function*() {
      const repository = yield* FeatureFlagRepository
      const scope = yield* Scope.Scope
      const writing = yield* Semaphore.make(1)
      const projects = new Map<ProjectId, ProjectCallTracker>()
      const waiting = new Waiting()

      const sightingsOf = (project: ProjectId): ProjectCallTracker => {
        const known = projects.get(project) ?? new ProjectCallTracker(waiting)
        projects.set(project, known)
        return known
      }

      const forgetTooMany = () => {
        let size = 0
        for (const sightings of projects.values()) size += sightings.size
        if (size > maxRemembered) { for (const sightings of projects.values()) sightings.forget() }
      }

      const put = Effect.fnUntraced(function*(project: ProjectId, due: CallTracker) {
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

      const write = Effect.fnUntraced(function*(project: ProjectId, sightings: ProjectCallTracker, now?: number) {
        const due = sightings.take(now)
        sightings.isBeingWritten = false
        if (due.size === 0) return
        yield* put(project, due).pipe(
          Effect.onError(() => Effect.sync(() => sightings.giveBack(due))),
          Effect.catchCause((cause) => Effect.logWarning("Calls of feature flags could not be written", cause))
        )
      }, writing.withPermit)

      const flush = Effect.suspend(() =>
        Effect.forEach([...projects], ([project, sightings]) => write(project, sightings), { discard: true })
      )

      yield* Effect.addFinalizer(() => flush)

      return FlagCallTracker.of({
        flush,
        see: Effect.fnUntraced(function*(project, events) {
          const naming = events.filter(({ event }) => eventNames.has(event))
          if (naming.length === 0) return
          const sightings = sightingsOf(project)
          let passedOver = 0
          for (const event of naming) if (!sightings.see(event)) passedOver++
          if (passedOver > 0) yield* Metric.update(lost, passedOver)
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

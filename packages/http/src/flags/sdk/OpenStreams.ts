import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { Duration, Effect, Metric, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { unavailable } from "../../errors/RequestErrors.ts"

/** The limits of open streams of a kind, with the names of their metrics. */
export interface StreamBounds {
  readonly limit: number
  readonly projectLimit: number
  readonly gauge: Metric.Gauge<number>
  /** The kind in the words of a refusal, in all and of one project. */
  readonly names: readonly [all: string, ofProject: string]
}

const heartbeat = Duration.seconds(15)

/** A stream ends after this time and the client comes again: so a key that was taken away does not stay in. */
const lifetime = Duration.minutes(15)

const encoder = new TextEncoder()
const greeting = encoder.encode("retry: 2000\n\n")
const stillHere = encoder.encode(": still here\n\n")

const headers = {
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no"
}

const tooMany = (name: string) => unavailable(`Too many ${name} are open.`, 30)

/**
 * Streams of server-sent events, with a limit for all and one for each project. A comment comes every 15 seconds; a
 * stream ends after 15 minutes, and with the server.
 */
export const makeOpenStreams = Effect.fnUntraced(function*({ gauge, limit, names, projectLimit }: StreamBounds) {
  const stopping = yield* Stopping
  const openOf = new Map<ProjectId, number>()
  let open = 0

  const count = (project: ProjectId, change: number) =>
    Effect.suspend(() => {
      open += change
      const own = (openOf.get(project) ?? 0) + change
      if (own === 0) openOf.delete(project)
      else openOf.set(project, own)
      return Metric.update(gauge, open)
    })

  const isFull = (project: ProjectId) => (openOf.get(project) ?? 0) >= projectLimit

  const enter = (project: ProjectId) =>
    Effect.suspend(() => {
      if (open >= limit) return Effect.fail(tooMany(names[0]))
      if (isFull(project)) return Effect.fail(tooMany(names[1]))
      return Effect.acquireRelease(count(project, 1), () => count(project, -1))
    })

  const bodyOf = (events: Stream.Stream<Uint8Array>) => {
    const heartbeats = Stream.map(Stream.tick(heartbeat), () => stillHere)
    return Stream.merge(events, heartbeats, { haltStrategy: "left" }).pipe(
      Stream.interruptWhen(Effect.timeoutOption(stopping.await, lifetime)),
      (following) => Stream.concat(Stream.succeed(greeting), following)
    )
  }

  return {
    /** Whether one more stream of the project would be let in. */
    hasCapacity: (project: ProjectId): boolean => open < limit && !isFull(project),
    /** Answers with these events, each in its wire form, as long as there is room; otherwise it is 503. */
    respond: Effect.fnUntraced(function*(project: ProjectId, events: Stream.Stream<Uint8Array>) {
      yield* enter(project)
      return HttpServerResponse.stream(bodyOf(events), { contentType: "text/event-stream", headers })
    })
  }
})

import type { ProjectId } from "@hedgerow/core/access/Project"
import { FlagEvaluations } from "@hedgerow/core/flags/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/FlagQuota"
import { Stopping } from "@hedgerow/core/shared/Stopping"
import { Context, Duration, Effect, Layer, Metric, type Scope, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ApiError } from "../../errors/ApiError.ts"
import { unavailable } from "../../errors/RequestErrors.ts"
import { localBody } from "./LocalBody.ts"

/** How many streams of definitions a server keeps open at once; one more is 503. */
export class MaxDefinitionStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/DefinitionStreams/MaxDefinitionStreams",
  { defaultValue: () => 1_000 }
) {}

/** How many of them one project may have; one more is 503, and other projects still find room. */
export class MaxProjectDefinitionStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/DefinitionStreams/MaxProjectDefinitionStreams",
  { defaultValue: () => 100 }
) {}

const openStreams = Metric.gauge("hedgerow_flag_definition_streams", {
  description: "Open streams of flag definitions"
})

const heartbeat = Duration.seconds(15)

/** A stream ends after this time and the client comes again: so a key that was taken away does not stay in. */
const lifetime = Duration.minutes(15)

const tooMany = unavailable("Too many streams of flag definitions are open.", 30)

const tooManyOfProject = unavailable("Too many streams of this project's flag definitions are open.", 30)

const encoder = new TextEncoder()
const greeting = encoder.encode("retry: 2000\n\n")
const stillHere = encoder.encode(": still here\n\n")

const headers = {
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no"
}

const make = Effect.gen(function*() {
  const evaluations = yield* FlagEvaluations
  const stopping = yield* Stopping
  const isAllowed = yield* FlagQuota
  const limit = yield* MaxDefinitionStreams
  const projectLimit = yield* MaxProjectDefinitionStreams
  const openOf = new Map<ProjectId, number>()
  let open = 0

  const count = (project: ProjectId, change: number) =>
    Effect.suspend(() => {
      open += change
      const own = (openOf.get(project) ?? 0) + change
      if (own === 0) openOf.delete(project)
      else openOf.set(project, own)
      return Metric.update(openStreams, open)
    })

  const enter = (project: ProjectId) =>
    Effect.suspend(() => {
      if (open >= limit) return Effect.fail(tooMany)
      if ((openOf.get(project) ?? 0) >= projectLimit) return Effect.fail(tooManyOfProject)
      return Effect.acquireRelease(count(project, 1), () => count(project, -1))
    })

  /** What opening the stream has asked the quota for is not asked for again; each event after it is. */
  const isPaid = (project: ProjectId, index: number) =>
    index === 0 ? Effect.succeed(true) : isAllowed(project, "definitions")

  const events = (project: ProjectId, last: string | undefined) =>
    evaluations.changes(project).pipe(
      Stream.map((definitions) => localBody(definitions, "with cohorts")),
      Stream.changesWith((left, right) => left.hash === right.hash),
      Stream.zipWithIndex,
      Stream.dropWhile(([{ hash }]) => hash === last),
      Stream.takeWhileEffect(([, index]) => isPaid(project, index)),
      Stream.map(([body]) => body),
      Stream.map(({ event }) => event)
    )

  const bodyOf = (project: ProjectId, last: string | undefined) => {
    const heartbeats = Stream.map(Stream.tick(heartbeat), () => stillHere)
    return Stream.merge(events(project, last), heartbeats, { haltStrategy: "left" }).pipe(
      Stream.interruptWhen(Effect.timeoutOption(stopping.await, lifetime)),
      (following) => Stream.concat(Stream.succeed(greeting), following)
    )
  }

  return DefinitionStreams.of({
    respond: Effect.fnUntraced(function*(project, lastEventId) {
      yield* enter(project)
      return HttpServerResponse.stream(bodyOf(project, lastEventId), { contentType: "text/event-stream", headers })
    })
  })
})

/**
 * Streams of a project's definitions as server-sent events: one at once, unless the client names it as the last one it has,
 * and another each time they change. They end with the server, and when the quota has no more for the next one.
 */
export class DefinitionStreams extends Context.Service<DefinitionStreams, {
  readonly respond: (
    project: ProjectId,
    lastEventId: string | undefined
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError, Scope.Scope>
}>()("@hedgerow/http/flags/sdk/DefinitionStreams") {
  static readonly layer: Layer.Layer<DefinitionStreams, never, FlagEvaluations> = Layer.suspend(() =>
    Layer.effect(DefinitionStreams, make)
  )
}

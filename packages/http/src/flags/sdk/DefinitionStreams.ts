import type { ProjectId } from "@hedgerow/core/access/Project"
import { FlagEvaluations } from "@hedgerow/core/flags/FlagEvaluations"
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

const openStreams = Metric.gauge("hedgerow_flag_definition_streams", {
  description: "Open streams of flag definitions"
})

const heartbeat = Duration.seconds(15)

/** A stream ends after this time and the client comes again: so a key that was taken away does not stay in. */
const lifetime = Duration.minutes(15)

const tooMany = unavailable("Too many streams of flag definitions are open.", 30)

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
  const limit = yield* MaxDefinitionStreams
  let open = 0

  const count = (change: number) =>
    Effect.suspend(() => {
      open += change
      return Metric.update(openStreams, open)
    })

  const enter = Effect.suspend(() =>
    open < limit ? Effect.acquireRelease(count(1), () => count(-1)) : Effect.fail(tooMany)
  )

  const events = (project: ProjectId, last: string | undefined) =>
    evaluations.changes(project).pipe(
      Stream.map((definitions) => localBody(definitions, "with cohorts")),
      Stream.changesWith((left, right) => left.hash === right.hash),
      Stream.dropWhile(({ hash }) => hash === last),
      Stream.map(({ event }) => event)
    )

  const bodyOf = (project: ProjectId, last: string | undefined) => {
    const heartbeats = Stream.map(Stream.tick(heartbeat), () => stillHere)
    return Stream.merge(events(project, last), heartbeats).pipe(
      Stream.interruptWhen(Effect.timeoutOption(stopping.await, lifetime)),
      (following) => Stream.concat(Stream.succeed(greeting), following)
    )
  }

  return DefinitionStreams.of({
    respond: Effect.fnUntraced(function*(project, lastEventId) {
      yield* enter
      return HttpServerResponse.stream(bodyOf(project, lastEventId), { contentType: "text/event-stream", headers })
    })
  })
})

/**
 * Streams of a project's definitions as server-sent events: one at once, unless the client names it as the last one it has,
 * and another each time they change. They end with the server.
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

import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Context, Effect, Layer, Metric, type Scope, Stream } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { ApiError } from "../../errors/ApiError.ts"
import { localBody } from "./LocalBody.ts"
import { makeOpenStreams } from "./OpenStreams.ts"

/** The most streams of definitions that a server keeps open at once; one more is 503. */
export class MaxDefinitionStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/DefinitionStreams/MaxDefinitionStreams",
  { defaultValue: () => 1_000 }
) {}

/** The most of them for one project; one more is 503, and other projects still find room. */
export class MaxProjectDefinitionStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/DefinitionStreams/MaxProjectDefinitionStreams",
  { defaultValue: () => 100 }
) {}

const gauge = Metric.gauge("hedgerow_flag_definition_streams", {
  description: "Open streams of flag definitions"
})

const make = Effect.gen(function*() {
  const evaluations = yield* FlagEvaluations
  const isAllowed = yield* FlagQuota
  const streams = yield* makeOpenStreams({
    limit: yield* MaxDefinitionStreams,
    projectLimit: yield* MaxProjectDefinitionStreams,
    gauge,
    names: ["streams of flag definitions", "streams of this project's flag definitions"]
  })

  /** The quota that opening the stream has asked for is not asked for again; each event after it is. */
  const isPaid = (project: ProjectId, index: number) =>
    index === 0 ? Effect.succeed(true) : isAllowed(project, "definitions")

  const events = (project: ProjectId, last: string | undefined) =>
    evaluations.changes(project).pipe(
      Stream.mapEffect((definitions) => localBody(definitions, "with cohorts")),
      Stream.changesWith((left, right) => left.hash === right.hash),
      Stream.zipWithIndex,
      Stream.dropWhile(([{ hash }]) => hash === last),
      Stream.takeWhileEffect(([, index]) => isPaid(project, index)),
      Stream.map(([body]) => body),
      Stream.map(({ event }) => event)
    )

  return DefinitionStreams.of({
    // A stream that cannot be read at all is an error status, not a stream that breaks.
    respond: (project, lastEventId) =>
      Effect.andThen(evaluations.definitions(project), streams.respond(project, events(project, lastEventId)))
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

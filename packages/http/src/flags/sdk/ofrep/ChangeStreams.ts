import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Context, Effect, Layer, Metric, RcMap, type Scope, Stream } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { ApiError } from "../../../errors/ApiError.ts"
import { makeOpenStreams } from "../OpenStreams.ts"
import { definitionsHash } from "./DefinitionsHash.ts"

/** The most streams of changes that a server keeps open at once; one more is 503. */
export class MaxChangeStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/ofrep/ChangeStreams/MaxChangeStreams",
  { defaultValue: () => 2_000 }
) {}

/** The most of them for one project; one more is 503, and other projects still find room. */
export class MaxProjectChangeStreams extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/ofrep/ChangeStreams/MaxProjectChangeStreams",
  { defaultValue: () => 500 }
) {}

const gauge = Metric.gauge("hedgerow_flag_change_streams", {
  description: "Open streams of changed flags for OpenFeature providers"
})

const encoder = new TextEncoder()

/** The event that makes providers fetch again, as the protocol words it. It carries no other data. */
const refetch = (hash: string): Uint8Array =>
  encoder.encode(`id: ${hash}\ndata: ${JSON.stringify({ type: "refetchEvaluation", etag: hash })}\n\n`)

const make = Effect.gen(function*() {
  const evaluations = yield* FlagEvaluations
  const streams = yield* makeOpenStreams({
    limit: yield* MaxChangeStreams,
    projectLimit: yield* MaxProjectChangeStreams,
    gauge,
    names: ["streams of flag changes", "streams of this project's flag changes"]
  })

  /**
   * One look-out for each project, however many browsers follow it; a browser that joins gets the current state first.
   */
  const followed = yield* RcMap.make({
    lookup: (project: ProjectId) =>
      evaluations.changes(project).pipe(
        Stream.map(definitionsHash),
        Stream.changes,
        Stream.broadcast({ capacity: 1, strategy: "sliding", replay: 1 })
      )
  })

  const events = (project: ProjectId, last: string | undefined) =>
    Stream.unwrap(RcMap.get(followed, project)).pipe(
      Stream.changes,
      Stream.dropWhile((hash) => hash === last),
      Stream.map(refetch)
    )

  return ChangeStreams.of({
    hasCapacity: streams.hasCapacity,
    respond: (project, last) => streams.respond(project, events(project, last))
  })
})

/**
 * Streams that notify browsers to fetch a project's flags again: at once, unless the client has the current ones, and
 * after each change of the definitions. They carry no data, as the public token opens them.
 */
export class ChangeStreams extends Context.Service<ChangeStreams, {
  readonly hasCapacity: (project: ProjectId) => boolean
  /** `last` is the hash of the definitions that the client has. */
  readonly respond: (
    project: ProjectId,
    last: string | undefined
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse, ApiError, Scope.Scope>
}>()("@hedgerow/http/flags/sdk/ofrep/ChangeStreams") {
  static readonly layer: Layer.Layer<ChangeStreams, never, FlagEvaluations> = Layer.suspend(() =>
    Layer.effect(ChangeStreams, make)
  )
}

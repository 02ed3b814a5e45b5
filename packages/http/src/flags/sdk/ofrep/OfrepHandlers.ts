import type { FlagResult } from "@hedgerow/core/evaluation/FlagResult"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { contentHash } from "@hedgerow/core/shared/ContentHash"
import { Effect, Layer, Result } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { handlerGroup } from "../../../endpoints/HandlerGroup.ts"
import type { ApiError } from "../../../errors/ApiError.ts"
import { storageDown, throttled } from "../../../errors/RequestErrors.ts"
import { clientUrl } from "../../../requests/ClientUrl.ts"
import { readJson } from "../../../requests/JsonBody.ts"
import { clientRuntime } from "../ClientRuntime.ts"
import { matchesEntity, weakTag } from "../EntityTags.ts"
import { projectOfToken } from "../TokenProject.ts"
import { ChangeStreams } from "./ChangeStreams.ts"
import { definitionsHash } from "./DefinitionsHash.ts"
import { eventStream, type OfrepEventStream } from "./EventStream.ts"
import { OfrepApi } from "./OfrepApi.ts"
import { ofrepEvaluation } from "./OfrepEvaluation.ts"
import { faultResponse, type OfrepFault, ofrepFault } from "./OfrepFault.ts"
import { readOfrepContext } from "./OfrepRequest.ts"

type Request = HttpServerRequest.HttpServerRequest

interface BulkCall {
  readonly query: { readonly flagConfigEtag?: string }
  readonly request: Request
}

interface StreamCall {
  readonly query: { readonly token?: string; readonly since?: string }
  readonly request: Request
}

const bearer = /^Bearer\s+(\S+)\s*$/i

const tokenOf = ({ headers }: Request): string | undefined =>
  bearer.exec(headers["authorization"]?.trim() ?? "")?.[1] ?? (headers["x-api-key"]?.trim() || undefined)

/** A body that is no JSON gets an error in OpenFeature's form, every other fault one in the API's own. */
const readBody = (request: Request): Effect.Effect<Result.Result<unknown, OfrepFault>, ApiError> =>
  readJson(request).pipe(
    Effect.map(Result.succeed),
    Effect.catchIf(
      ({ body }) => body.code === "parse_error",
      ({ body }) => Effect.succeed(Result.fail(ofrepFault("PARSE_ERROR", body.detail)))
    )
  )

const quotaSeconds = 60

/** The tag stands for the flags and for whether a stream goes with them; where that is does not count. */
const bulkResponse = (
  results: Iterable<FlagResult>,
  streams: ReadonlyArray<OfrepEventStream>,
  ifNoneMatch: string | undefined
) => {
  const flags = Array.from(results, ofrepEvaluation)
  const hash = contentHash(JSON.stringify([flags, streams.length]))
  const headers = { etag: weakTag(hash), "access-control-expose-headers": "ETag" }
  return matchesEntity(ifNoneMatch, hash)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.jsonUnsafe(streams.length === 0 ? { flags } : { flags, eventStreams: streams }, { headers })
}

/** Evaluates flags for OpenFeature's providers. */
export const layer = handlerGroup(
  OfrepApi,
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations
    const isAllowed = yield* FlagQuota
    const streams = yield* ChangeStreams

    const evaluate = Effect.fnUntraced(function*(
      request: Request,
      flagKeys: ReadonlyArray<string> | undefined,
      reported?: string
    ) {
      const project = yield* projectOfToken(evaluations, tokenOf(request))
      const subject = Result.flatMap(yield* readBody(request), readOfrepContext)
      if (Result.isFailure(subject)) return Result.fail(subject.failure)
      if (!(yield* isAllowed(project.id, "evaluation"))) return yield* throttled(quotaSeconds)
      const selection = { flagKeys, runtime: clientRuntime(undefined, request.headers) }
      if (reported !== undefined) yield* catchUp(project.id, reported)
      return Result.succeed(yield* evaluations.evaluate(project.id, { ...subject.success, selection }))
    })

    /** Another server may have sent the event before this one knows of the change. */
    const catchUp = Effect.fnUntraced(function*(project: ProjectId, hash: string) {
      if (definitionsHash(yield* evaluations.definitions(project)) !== hash) yield* evaluations.recheck(project)
    })

    const all = Effect.fn("http.ofrep.all")(function*({ query, request }: BulkCall) {
      const evaluated = yield* evaluate(request, undefined, query.flagConfigEtag)
      if (Result.isFailure(evaluated)) return faultResponse(evaluated.failure, undefined)
      const { definitions, flags } = evaluated.success
      const url = yield* clientUrl(request)
      const following = streams.hasCapacity(definitions.project.id) ? [eventStream(url, definitions)] : []
      return bulkResponse(flags.values(), following, request.headers["if-none-match"])
    })

    const stream = Effect.fn("http.ofrep.stream")(function*({ query, request }: StreamCall) {
      const project = yield* projectOfToken(evaluations, query.token)
      return yield* streams.respond(project.id, request.headers["last-event-id"] ?? query.since)
    })

    const one = Effect.fn("http.ofrep.one")(
      function*({ params, request }: { readonly params: { readonly key: string }; readonly request: Request }) {
        const { key } = params
        const found = Result.flatMap(yield* evaluate(request, [key]), ({ flags }) => {
          const result = flags.get(key)
          return result === undefined
            ? Result.fail(ofrepFault("FLAG_NOT_FOUND", `The project has no active flag "${key}".`))
            : Result.succeed(result)
        })
        if (Result.isSuccess(found) && found.success.reason.code === "database_unavailable") return yield* storageDown
        return Result.match(found, {
          onFailure: (fault) => faultResponse(fault, key),
          onSuccess: (result) =>
            HttpServerResponse.jsonUnsafe(ofrepEvaluation(result), result.failed === true ? { status: 400 } : {})
        })
      }
    )

    return handlers.handleRaw("all", all).handleRaw("one", one).handleRaw("stream", stream)
  })
).pipe(Layer.provide(ChangeStreams.layer))

import type { FlagResult } from "@hedgerow/core/flags/evaluation/FlagResult"
import { FlagEvaluations } from "@hedgerow/core/flags/FlagEvaluations"
import { FlagQuota } from "@hedgerow/core/flags/FlagQuota"
import { contentHash } from "@hedgerow/core/shared/ContentHash"
import { Effect, Result } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../../Api.ts"
import type { ApiError } from "../../../errors/ApiError.ts"
import { throttled } from "../../../errors/RequestErrors.ts"
import { readJson } from "../../../requests/JsonBody.ts"
import { clientRuntime } from "../ClientRuntime.ts"
import { matchesEntity, weakTag } from "../EntityTags.ts"
import { projectOfToken } from "../TokenProject.ts"
import { ofrepEvaluation } from "./OfrepEvaluation.ts"
import { faultResponse, type OfrepFault, ofrepFault } from "./OfrepFault.ts"
import { readOfrepContext } from "./OfrepRequest.ts"

type Request = HttpServerRequest.HttpServerRequest

const bearer = /^Bearer\s+(\S+)\s*$/i

const tokenOf = ({ headers }: Request): string | undefined =>
  bearer.exec(headers["authorization"]?.trim() ?? "")?.[1] ?? (headers["x-api-key"]?.trim() || undefined)

/** A body that is no JSON is told in OpenFeature's words, everything else about it in ours. */
const readBody = (request: Request): Effect.Effect<Result.Result<unknown, OfrepFault>, ApiError> =>
  readJson(request).pipe(
    Effect.map(Result.succeed),
    Effect.catchIf(
      ({ body }) => body.code === "parse_error",
      ({ body }) => Effect.succeed(Result.fail(ofrepFault("PARSE_ERROR", body.detail)))
    )
  )

const quotaSeconds = 60

const bulkResponse = (results: Iterable<FlagResult>, ifNoneMatch: string | undefined) => {
  const body = JSON.stringify({ flags: Array.from(results, ofrepEvaluation) })
  const hash = contentHash(body)
  const headers = { etag: weakTag(hash), "access-control-expose-headers": "ETag" }
  return matchesEntity(ifNoneMatch, hash)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(body, { contentType: "application/json", headers })
}

/** Evaluates flags for OpenFeature's providers. */
export const layer = HttpApiBuilder.group(
  Api,
  "ofrep",
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations
    const isAllowed = yield* FlagQuota

    const evaluate = Effect.fnUntraced(function*(request: Request, flagKeys: ReadonlyArray<string> | undefined) {
      const project = yield* projectOfToken(evaluations, tokenOf(request))
      const subject = Result.flatMap(yield* readBody(request), readOfrepContext)
      if (Result.isFailure(subject)) return Result.fail(subject.failure)
      if (!(yield* isAllowed(project.id, "evaluation"))) return yield* throttled(quotaSeconds)
      const selection = { flagKeys, runtime: clientRuntime(undefined, request.headers) }
      const results = yield* evaluations.evaluate(project.id, { ...subject.success, selection })
      return Result.succeed(results.flags)
    })

    const all = Effect.fn("http.ofrep.all")(function*({ request }: { readonly request: Request }) {
      return Result.match(yield* evaluate(request, undefined), {
        onFailure: (fault) => faultResponse(fault, undefined),
        onSuccess: (flags) => bulkResponse(flags.values(), request.headers["if-none-match"])
      })
    })

    const one = Effect.fn("http.ofrep.one")(
      function*({ params, request }: { readonly params: { readonly key: string }; readonly request: Request }) {
        const { key } = params
        const found = Result.flatMap(yield* evaluate(request, [key]), (flags) => {
          const result = flags.get(key)
          return result === undefined
            ? Result.fail(ofrepFault("FLAG_NOT_FOUND", `The project has no active flag "${key}".`))
            : Result.succeed(result)
        })
        return Result.match(found, {
          onFailure: (fault) => faultResponse(fault, key),
          onSuccess: (result) =>
            HttpServerResponse.jsonUnsafe(ofrepEvaluation(result), result.failed === true ? { status: 400 } : {})
        })
      }
    )

    return handlers.handleRaw("all", all).handleRaw("one", one)
  })
)

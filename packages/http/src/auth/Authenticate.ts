import { AccessDenied, InvalidCredentials } from "@hedgerow/core/access/AccessErrors"
import type { Caller } from "@hedgerow/core/access/Caller"
import { type CallerRequest, CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { findProjectSecret } from "@hedgerow/core/access/Credentials"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { isProjectSecret, keyIdOf, type Requester } from "@hedgerow/core/access/Requester"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Ref } from "effect"
import { HttpServerRequest } from "effect/http"
import { noteFacts } from "../edge/RequestFacts.ts"
import type { ApiError } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { makeAnonymousThrottle } from "../limits/Throttle.ts"
import { hasJsonBody, readJson } from "../requests/JsonBody.ts"

type Needs = HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams

/**
 * Finds who a request comes from: a project's secret when it carries one, else the caller. The body is read only when no
 * header carries a key; when it is malformed then, that is the answer rather than the missing key.
 */
const makeIdentify = Effect.gen(function*() {
  const callers = yield* CallerResolver
  const secrets = yield* ProjectSecretKeys

  const identify = Effect.fnUntraced(function*(asked: CallerRequest) {
    const secret = yield* findProjectSecret(asked)
    if (secret === undefined) return yield* callers.resolve(asked)
    const found = yield* secrets.identify(secret.token)
    return found ?? (yield* new InvalidCredentials({ source: secret.source, kind: "project secret" }))
  })

  return Effect.fnUntraced(function*(): Effect.fn.Return<Requester, ApiError, Needs> {
    const request = yield* HttpServerRequest.HttpServerRequest
    const searchParams = yield* HttpServerRequest.ParsedSearchParams
    const bodyFault = yield* Ref.make<ApiError | undefined>(undefined)
    const body = hasJsonBody(request)
      ? readJson(request).pipe(
        Effect.map(recordOf),
        Effect.catch((fault) => Effect.as(Ref.set(bodyFault, fault), undefined))
      )
      : Effect.undefined
    return yield* identify({
      headers: request.headers,
      query: (name) => {
        const value = searchParams[name]
        return typeof value === "string" ? value : value?.[0]
      },
      body
    }).pipe(
      Effect.tap((requester) => noteFacts({ key: keyIdOf(requester) })),
      Effect.catch((error) => Effect.flatMap(Ref.get(bodyFault), (fault) => Effect.fail(fault ?? toApiError(error))))
    )
  })
})

/**
 * Finds who a request comes from; a caller that cannot be found is counted by address, after the look-up: a sound key
 * is never kept out.
 */
export const makeAuthenticate = Effect.gen(function*() {
  const identify = yield* makeIdentify
  const throttleAnonymous = yield* makeAnonymousThrottle
  return Effect.tapError(identify(), ({ status }) => status === 401 ? throttleAnonymous : Effect.void)
})

/** The caller, where a project's secret opens nothing. */
export const requireCaller = (requester: Requester): Effect.Effect<Caller, AccessDenied> =>
  isProjectSecret(requester)
    ? Effect.fail(new AccessDenied({ reason: { _tag: "NoProjectSecretAccess" } }))
    : Effect.succeed(requester)

import {
  AccessDenied,
  InvalidCredentials,
  type NotAuthenticated,
  type RequestForged
} from "@hedgerow/core/access/AccessErrors"
import type { Caller } from "@hedgerow/core/access/Caller"
import { type CallerRequest, CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { findProjectSecret } from "@hedgerow/core/access/Credentials"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { isProjectSecret, keyIdOf, type Requester } from "@hedgerow/core/access/Requester"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import { toApiError } from "../errors/ErrorTable.ts"
import { makeAnonymousThrottle } from "../limits/Throttle.ts"
import { bearerToken } from "../requests/BearerToken.ts"
import { hasJsonBody, readJson } from "../requests/JsonBody.ts"
import { noteFactsIn } from "../shared/RequestFacts.ts"
import { withCredentialHint } from "./CredentialHints.ts"

type Unidentified = InvalidCredentials | NotAuthenticated | RequestForged

type Needs = HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams

/** The parts of a request that name its sender; its body is read when it is asked for, and may be at fault. */
const askedBy = (context: Context.Context<Needs>) => {
  const request = Context.get(context, HttpServerRequest.HttpServerRequest)
  const searchParams = Context.get(context, HttpServerRequest.ParsedSearchParams)
  let bodyFault: ApiError | undefined
  const readBody = Effect.suspend(() =>
    readJson(request).pipe(
      Effect.map(recordOf),
      Effect.catch((fault) => {
        bodyFault = fault
        return Effect.undefined
      })
    )
  )
  const query = (name: string) => {
    const value = searchParams[name]
    return typeof value === "string" ? value : value?.[0]
  }
  const asked: CallerRequest = {
    bearer: bearerToken(request.headers["authorization"]),
    headers: request.headers,
    query,
    body: hasJsonBody(request) ? readBody : Effect.undefined
  }
  return { request: asked, fault: () => bodyFault }
}

/**
 * Finds who a request comes from: a project's secret when it carries one, else the caller. The body is read only when no
 * header carries a key; when it is malformed then, that is the answer rather than the missing key.
 */
const makeIdentify = Effect.gen(function*() {
  const callers = yield* CallerResolver
  const secrets = yield* ProjectSecretKeys

  const identify = (asked: CallerRequest): Effect.Effect<Requester, Unidentified> =>
    Effect.flatMapEager(
      findProjectSecret(asked),
      (secret): Effect.Effect<Requester, Unidentified> => {
        if (secret === undefined) return callers.resolve(asked)
        const { source, token } = secret
        return Effect.flatMap(
          secrets.identify(token),
          (found) =>
            found === undefined
              ? Effect.fail(new InvalidCredentials({ source, kind: "project secret" }))
              : Effect.succeed(found)
        )
      }
    )

  return Effect.withFiber<Requester, ApiError, Needs>(({ context }) => {
    const asked = askedBy(context as Context.Context<Needs>)
    return Effect.matchEffect(identify(asked.request), {
      onFailure: (error) => Effect.fail(asked.fault() ?? withCredentialHint(toApiError(error), asked.request)),
      onSuccess: (requester) => {
        noteFactsIn(context, { key: keyIdOf(requester) })
        return Effect.succeed(requester)
      }
    })
  })
})

/**
 * Finds who a request comes from; a caller that cannot be found is counted by address, after the look-up: a sound key
 * is never kept out.
 */
export const makeAuthenticate = Effect.gen(function*() {
  const identify = yield* makeIdentify
  const throttleAnonymous = yield* makeAnonymousThrottle
  return Effect.tapError(identify, ({ status }) => status === 401 ? throttleAnonymous : Effect.void)
})

/** The caller, where a project's secret opens nothing. */
export const requireCaller = (requester: Requester): Effect.Effect<Caller, AccessDenied> =>
  isProjectSecret(requester)
    ? Effect.fail(new AccessDenied({ reason: { _tag: "NoProjectSecretAccess" } }))
    : Effect.succeed(requester)

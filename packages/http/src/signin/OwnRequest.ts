import { UserAgent } from "@hedgerow/core/accounts/LoginSessions"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { notFound } from "../errors/RequestErrors.ts"
import { MaxJsonBytes, readJson } from "../requests/JsonBody.ts"
import { HasSignIn, requireOwnLogin } from "./SessionCallers.ts"

/** The parts of what a raw handler is given. */
export interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
}

/** The answer to what is done. */
export const done = HttpServerResponse.jsonUnsafe({ success: true }, { headers: { "cache-control": "no-store" } })

/** The answer with what no cache keeps. */
export const unkept = (body: object, status = 200) =>
  HttpServerResponse.jsonUnsafe(body, { status, headers: { "cache-control": "no-store" } })

/** Without people who sign in here, nothing is here. */
export const requireSignIn = Effect.map(
  HasSignIn,
  (hasSignIn) => hasSignIn ? Effect.void : Effect.fail(notFound)
)

/** The most bytes of a body: strangers send them, and none of the fields is long. */
const mostBytes = 64 * 1024

/** The body of a request by who is signed in. */
export const readSmall = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.provideService(readJson(request), MaxJsonBytes, mostBytes)

/** Runs what opens a session, which keeps the name by which the browser of the request calls itself. */
export const fromBrowser = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.provideService(UserAgent, request.headers["user-agent"])

/** The page that the request was sent from must be the server's own; the body is what it says. */
export const readOwn = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  yield* requireOwnLogin(request)
  return yield* readSmall(request)
})

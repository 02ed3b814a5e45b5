import { longestSession } from "@hedgerow/core/accounts/LoginSessions"
import { Duration, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"

/** Behind TLS the browser itself sees to it that no other host and no plain page sets the cookie. */
const nameOf = (isSecure: boolean): string => `${isSecure ? "__Host-" : ""}hedgerow_session`

const isSecure = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  return (yield* clientUrl(request)).protocol === "https:"
})

/** The value of the session's cookie, under the name that it has behind TLS or without. */
export const sessionCookie = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const value = request.cookies[nameOf(yield* isSecure(request))]
  return value === undefined || value === "" ? undefined : value
})

/** The answer with the session's cookie, which scripts cannot read and other sites' forms do not send; null ends it. */
export const withSessionCookie = Effect.fnUntraced(function*(
  response: HttpServerResponse.HttpServerResponse,
  value: string | null
) {
  const secure = yield* isSecure(yield* HttpServerRequest.HttpServerRequest)
  const maxAge = value === null ? Duration.zero : longestSession
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge } as const
  const made = HttpServerResponse.setCookieUnsafe(response, nameOf(secure), value ?? "", options)
  return HttpServerResponse.setHeader(made, "cache-control", "no-store")
})

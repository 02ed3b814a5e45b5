import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"

/** The cookies of people: of a session, and of a log-in that awaits a second factor. */
export type CookieName = "session" | "second_factor"

/** Behind TLS the browser itself sees to it that no other host and no plain page sets the cookie. */
const nameOf = (name: CookieName, isSecure: boolean): string => `${isSecure ? "__Host-" : ""}hedgerow_${name}`

const isSecure = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  return (yield* clientUrl(request)).protocol === "https:"
})

/** The value of a cookie of the request, under the name that it has behind TLS or without. */
export const cookieOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, name: CookieName) {
  const value = request.cookies[nameOf(name, yield* isSecure(request))]
  return value === undefined || value === "" ? undefined : value
})

/** A cookie to be set, with its seconds; null ends it. */
export interface SentCookie {
  readonly name: CookieName
  readonly value: string | null
  readonly maxAgeSeconds?: number
}

/** The answer with cookies that scripts cannot read and that other sites' forms do not send. */
export const withCookies = Effect.fnUntraced(function*(
  response: HttpServerResponse.HttpServerResponse,
  cookies: ReadonlyArray<SentCookie>
) {
  const secure = yield* isSecure(yield* HttpServerRequest.HttpServerRequest)
  const made = cookies.map(({ maxAgeSeconds = 0, name, value }) =>
    [nameOf(name, secure), value ?? "", {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
      maxAge: `${value === null ? 0 : maxAgeSeconds} seconds`
    }] as const
  )
  return HttpServerResponse.setHeader(HttpServerResponse.setCookiesUnsafe(response, made), "cache-control", "no-store")
})

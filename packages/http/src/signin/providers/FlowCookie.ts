import type { ProviderFlow } from "@hedgerow/core/accounts/providers/IdentityProvider"
import { Duration, Effect, Option, Schema } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { clientUrl } from "../../requests/ClientUrl.ts"

/** A log-in that waits for the browser to come back: only this browser has the cookie with it. */
const Waiting = Schema.Struct({
  state: Schema.String,
  nonce: Schema.String,
  verifier: Schema.String,
  next: Schema.String,
  /** The session whose user is connected; null where somebody signs in. */
  session: Schema.NullOr(Schema.String)
})

/** What the cookie has. */
export type WaitingLogin = ProviderFlow & Pick<typeof Waiting.Type, "next" | "session">

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Waiting))

const life = Duration.minutes(10)

const nameOf = (isSecure: boolean): string => `${isSecure ? "__Host-" : ""}hedgerow_oidc`

const isSecure = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(clientUrl(request), ({ protocol }) => protocol === "https:")

/** The log-in that this browser waits for. */
export const waitingLogin = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const value = request.cookies[nameOf(yield* isSecure(request))]
  return value === undefined
    ? Option.none<WaitingLogin>()
    : Option.flatMap(Option.getSuccess(Base64Url.decodeString(value)), decode)
})

/** The answer with the cookie, which no script reads and no other site's page sends; null ends it. */
export const withFlowCookie = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse,
  waiting: WaitingLogin | null
) {
  const secure = yield* isSecure(request)
  const value = waiting === null ? "" : Base64Url.encode(JSON.stringify(waiting))
  const maxAge = waiting === null ? Duration.zero : life
  const options = { httpOnly: true, sameSite: "strict", path: "/", secure, maxAge } as const
  return HttpServerResponse.setCookieUnsafe(response, nameOf(secure), value, options)
})

/** A path of this server; anything else is the start. Browsers read `//host` and `/\host` as other servers. */
export const ownPath = (next: string): string => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : "/"

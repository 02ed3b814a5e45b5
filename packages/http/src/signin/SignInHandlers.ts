import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import {
  csrfTokenOf,
  endOf,
  LoginSessions,
  longestSession,
  type OpenedSession
} from "@hedgerow/core/accounts/LoginSessions"
import { Passwords } from "@hedgerow/core/accounts/passwords/Passwords"
import { makeResetMail } from "@hedgerow/core/accounts/ResetMail"
import { loginFields, logoutFields, SignIn } from "@hedgerow/core/accounts/SignIn"
import { readFields } from "@hedgerow/core/shared/Fields"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Duration, Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentCaller } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { notFound } from "../errors/RequestErrors.ts"
import { userBasicRecord } from "../identity/IdentityEncode.ts"
import { clientUrl } from "../requests/ClientUrl.ts"
import { readJson } from "../requests/JsonBody.ts"
import { makeLoginThrottle } from "./LoginThrottle.ts"
import { HasSignIn, requireOwnLogin, requireOwnPage } from "./SessionCallers.ts"
import { cookieOf, withCookies } from "./SessionCookies.ts"
import { AccountApi, SignInApi } from "./SignInApi.ts"

const sessionSeconds = Duration.toSeconds(longestSession)

/** The answer that signs in. */
export const signedIn = ({ token }: OpenedSession) =>
  withCookies(HttpServerResponse.jsonUnsafe({ success: true, csrf_token: csrfTokenOf(token) }), [
    { name: "session", value: token, maxAgeSeconds: sessionSeconds },
    { name: "second_factor", value: null }
  ])

const done = HttpServerResponse.jsonUnsafe({ success: true }, { headers: { "cache-control": "no-store" } })

interface Asked {
  readonly request: HttpServerRequest.HttpServerRequest
}

const nobody = { user: null, csrf_token: null, expires_at: null }

/** The page that the request was sent from must be the server's own; the body is what it says. */
const readOwn = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  yield* requireOwnLogin(request)
  return yield* readJson(request)
})

export const layer = handlerGroup(
  SignInApi,
  Effect.fnUntraced(function*(handlers) {
    const hasSignIn = yield* HasSignIn
    const signIn = yield* SignIn
    const sessions = yield* LoginSessions
    const passwords = yield* Passwords
    const links = yield* AccountLinks
    const sendReset = yield* makeResetMail
    const throttled = yield* makeLoginThrottle

    /** Without people who sign in here, nothing is here. */
    const here = hasSignIn ? Effect.void : Effect.fail(notFound)

    const session = Effect.fn("http.signIn.session")(function*({ request }: Asked) {
      yield* here
      const token = yield* cookieOf(request, "session")
      const pending = yield* cookieOf(request, "second_factor")
      const caller = token === undefined ? Option.none() : yield* sessions.callerOf(token)
      const open = token === undefined ? Option.none() : yield* sessions.find(token)
      const awaited = pending === undefined ? Option.none() : yield* sessions.find(pending)
      const known = token !== undefined && Option.isSome(caller) && Option.isSome(open)
        ? {
          user: userBasicRecord(caller.value.user),
          csrf_token: csrfTokenOf(token),
          expires_at: isoText(endOf(open.value))
        }
        : nobody
      return HttpServerResponse.jsonUnsafe({
        ...known,
        setup_required: !(yield* passwords.anyExists),
        second_factor_required: known === nobody && Option.isSome(awaited),
        openid: []
      }, { headers: { "cache-control": "no-store" } })
    }, answering)

    const login = Effect.fn("http.signIn.login")(function*({ request }: Asked) {
      yield* here
      const fields = yield* readFields(loginFields, yield* readOwn(request))
      const user = yield* throttled(fields.email, signIn.identify(fields))
      yield* endFormer(request)
      return yield* signedIn(yield* signIn.enter(user))
    }, answering)

    /** A log-in is a new session: the one that the browser had before ends. */
    const endFormer = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
      const former = yield* cookieOf(request, "session")
      if (former !== undefined) yield* sessions.end(former)
    })

    const logout = Effect.fn("http.signIn.logout")(function*({ request }: Asked) {
      yield* here
      const { everywhere } = yield* readFields(logoutFields, yield* readOwn(request))
      const token = yield* cookieOf(request, "session")
      if (token !== undefined && Option.isSome(yield* sessions.find(token))) {
        yield* requireOwnPage(request, token)
        yield* signIn.leave(token, everywhere)
      }
      return yield* withCookies(done, [{ name: "session", value: null }, { name: "second_factor", value: null }])
    }, answering)

    const setUp = Effect.fn("http.signIn.setUp")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      return yield* signedIn(yield* throttled(undefined, links.setUp(body)))
    }, answering)

    const askReset = Effect.fn("http.signIn.askReset")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      const { origin } = yield* clientUrl(request)
      yield* sendReset(body, origin)
      return done
    }, answering)

    const reset = Effect.fn("http.signIn.reset")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      yield* throttled(undefined, links.reset(body))
      return done
    }, answering)

    return handlers
      .handleRaw("session", session)
      .handleRaw("login", login)
      .handleRaw("logout", logout)
      .handleRaw("setUp", setUp)
      .handleRaw("askReset", askReset)
      .handleRaw("reset", reset)
  })
)

/** The own account of who is signed in. */
export const layerAccount = handlerGroup(
  AccountApi,
  Effect.fnUntraced(function*(handlers) {
    const hasSignIn = yield* HasSignIn
    const signIn = yield* SignIn
    const throttled = yield* makeLoginThrottle
    return handlers.handleRaw(
      "changePassword",
      Effect.fn("http.account.changePassword")(function*({ request }) {
        if (!hasSignIn) return yield* notFound
        const { user } = yield* CurrentCaller
        const body = yield* readJson(request)
        return yield* signedIn(yield* throttled(user.email, signIn.changePassword(user, body)))
      }, answering)
    )
  })
)

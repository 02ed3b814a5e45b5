import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { csrfTokenOf, endOf, LoginSessions, type OpenedSession } from "@hedgerow/core/accounts/LoginSessions"
import { Passwords } from "@hedgerow/core/accounts/passwords/Passwords"
import { IdentityProvider } from "@hedgerow/core/accounts/providers/IdentityProvider"
import { askedResetFields, makeResetMail } from "@hedgerow/core/accounts/ResetMail"
import { type Entered, loginFields, logoutFields, secondStepFields, SignIn } from "@hedgerow/core/accounts/SignIn"
import { readFields } from "@hedgerow/core/shared/Fields"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { baseOf, PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { Effect, Option } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentCaller } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { userBasicRecord } from "../identity/IdentityEncode.ts"
import { readJson } from "../requests/JsonBody.ts"
import { LoginThrottle } from "./LoginThrottle.ts"
import { type Asked, done, fromBrowser, readOwn, requireSignIn, unkept } from "./OwnRequest.ts"
import { requireOwnPage } from "./SessionCallers.ts"
import { sessionCookie, withSessionCookie } from "./SessionCookies.ts"
import { AccountApi, SignInApi } from "./SignInApi.ts"

/** The answer that signs in with this value in the cookie, and says more. */
export const signedInWith = (token: string, more: object) =>
  withSessionCookie(HttpServerResponse.jsonUnsafe({ success: true, csrf_token: csrfTokenOf(token), ...more }), token)

/** The answer that signs in. */
export const signedIn = ({ token }: OpenedSession) => signedInWith(token, {})

/** The answer to who has taken the first step. */
export const enteredWith = (entry: Entered, more: object) =>
  "session" in entry ? signedInWith(entry.session.token, more) : Effect.succeed(unkept({
    ...more,
    success: false,
    second_factor_token: entry.challenge.token,
    expires_at: isoText(entry.challenge.challenge.expires_at)
  }))

const nobody = { user: null, csrf_token: null, expires_at: null }

export const layer = handlerGroup(
  SignInApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const signIn = yield* SignIn
    const sessions = yield* LoginSessions
    const passwords = yield* Passwords
    const links = yield* AccountLinks
    const sendReset = yield* makeResetMail
    const throttle = yield* LoginThrottle

    const session = Effect.fn("http.signIn.session")(function*({ request }: Asked) {
      yield* here
      const token = yield* sessionCookie(request)
      if (token !== undefined) yield* requireOwnPage(request, token)
      const used = token === undefined ? undefined : Option.getOrUndefined(yield* sessions.use(token))
      const known = token === undefined || used === undefined ? nobody : {
        user: userBasicRecord(used.caller.user),
        csrf_token: csrfTokenOf(token),
        expires_at: isoText(endOf(used.session))
      }
      const provider = Option.match(yield* IdentityProvider, { onNone: () => null, onSome: ({ name }) => name })
      return unkept({ ...known, provider, setup_required: !(yield* passwords.anyExists) })
    }, answering)

    const login = Effect.fn("http.signIn.login")(function*({ request }: Asked) {
      yield* here
      const fields = yield* readFields(loginFields, yield* readOwn(request))
      const entry = yield* throttle.attempt(request, fields.email, signIn.logIn(fields)).pipe(fromBrowser(request))
      yield* endFormer(request)
      return yield* enteredWith(entry, {})
    }, answering)

    const complete = Effect.fn("http.signIn.complete")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      const { token } = yield* readFields(secondStepFields, body)
      const who = Option.getOrUndefined(yield* signIn.waiting(token))
      const session = yield* throttle.attempt(request, who, signIn.complete(body)).pipe(fromBrowser(request))
      yield* endFormer(request)
      return yield* signedIn(session)
    }, answering)

    /** A log-in is a new session: the one that the browser had before ends. */
    const endFormer = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
      const former = yield* sessionCookie(request)
      if (former !== undefined) yield* sessions.end(former)
    })

    const logout = Effect.fn("http.signIn.logout")(function*({ request }: Asked) {
      yield* here
      const { everywhere } = yield* readFields(logoutFields, yield* readOwn(request))
      const token = yield* sessionCookie(request)
      if (token !== undefined && Option.isSome(yield* sessions.find(token))) {
        yield* requireOwnPage(request, token)
        yield* signIn.leave(token, everywhere)
      }
      return yield* withSessionCookie(done, null)
    }, answering)

    const setUp = Effect.fn("http.signIn.setUp")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      return yield* signedIn(yield* throttle.attempt(request, undefined, links.setUp(body)).pipe(fromBrowser(request)))
    }, answering)

    const askReset = Effect.fn("http.signIn.askReset")(function*({ request }: Asked) {
      yield* here
      const { email } = yield* readFields(askedResetFields, yield* readOwn(request))
      yield* throttle.mail(request, email)
      // Whoever asks names a host too, which may be theirs: the link has the address that the operator set.
      yield* Option.match(yield* PublicUrl, {
        onNone: () => Effect.void,
        onSome: (url) => sendReset(email, baseOf(url))
      })
      return done
    }, answering)

    const reset = Effect.fn("http.signIn.reset")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      yield* throttle.attempt(request, undefined, links.reset(body))
      return done
    }, answering)

    return handlers
      .handleRaw("session", session)
      .handleRaw("login", login)
      .handleRaw("complete", complete)
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
    const here = yield* requireSignIn
    const signIn = yield* SignIn
    const throttle = yield* LoginThrottle
    return handlers.handleRaw(
      "changePassword",
      Effect.fn("http.account.changePassword")(function*({ request }) {
        yield* here
        const { user } = yield* CurrentCaller
        const body = yield* readJson(request)
        const changing = throttle.attempt(request, user.email, signIn.changePassword(user, body))
        return yield* signedIn(yield* fromBrowser(request)(changing))
      }, answering)
    )
  })
)

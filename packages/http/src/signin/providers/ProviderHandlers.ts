import { LoginSessions } from "@hedgerow/core/accounts/LoginSessions"
import { IdentityProvider, type Provider } from "@hedgerow/core/accounts/providers/IdentityProvider"
import { ProviderRefused } from "@hedgerow/core/accounts/providers/ProviderErrors"
import { ProviderSignIn } from "@hedgerow/core/accounts/providers/ProviderSignIn"
import { readFields } from "@hedgerow/core/shared/Fields"
import { baseOf, PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { notFound } from "../../errors/RequestErrors.ts"
import { clientUrl } from "../../requests/ClientUrl.ts"
import { LoginThrottle } from "../LoginThrottle.ts"
import { type Asked, fromBrowser, readOwn, requireSignIn, unkept } from "../OwnRequest.ts"
import { requireOwnPage } from "../SessionCallers.ts"
import { sessionCookie } from "../SessionCookies.ts"
import { enteredWith, signedInWith } from "../SignInHandlers.ts"
import { ownPath, type WaitingLogin, waitingLogin, withFlowCookie } from "./FlowCookie.ts"
import { IdentitiesApi, ProviderApi, providerReturnFields, providerStartFields } from "./ProviderApi.ts"
import { identityRecord } from "./ProviderSchema.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The page to which the provider sends the browser back. Its address must be known to the provider. */
const returnUrl = Effect.fnUntraced(function*(request: Request) {
  const own = yield* PublicUrl
  const base = Option.isSome(own) ? baseOf(own.value) : (yield* clientUrl(request)).origin
  return `${base}/oidc`
})

/** The provider; without one nothing is here. */
const requireProvider = Effect.flatMap(
  IdentityProvider,
  Option.match({ onNone: () => Effect.fail(notFound), onSome: Effect.succeed })
)

/** Leaves for the provider. */
const leave = Effect.fnUntraced(function*(
  request: Request,
  provider: Provider,
  kept: Pick<WaitingLogin, "next" | "session">
) {
  const throttle = yield* LoginThrottle
  const { flow, url } = yield* throttle.attempt(request, undefined, provider.begin(yield* returnUrl(request)))
  return yield* withFlowCookie(request, unkept({ url }), { ...flow, ...kept })
})

export const layer = handlerGroup(
  ProviderApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const signIn = yield* ProviderSignIn
    const sessions = yield* LoginSessions
    const throttle = yield* LoginThrottle
    const leaving = (request: Request, provider: Provider, next: string) =>
      Effect.provideService(leave(request, provider, { next, session: null }), LoginThrottle, throttle)

    const start = Effect.fn("http.provider.start")(function*({ request }: Asked) {
      yield* here
      const provider = yield* requireProvider
      const { next } = yield* readFields(providerStartFields, yield* readOwn(request))
      return yield* leaving(request, provider, ownPath(next))
    }, answering)

    /** The session that asked to be connected, which is still the browser's. */
    const sameSession = Effect.fnUntraced(function*(request: Request, id: string) {
      const token = yield* sessionCookie(request)
      if (token === undefined) return yield* new ProviderRefused({ reason: "session" })
      yield* requireOwnPage(request, token)
      const used = Option.getOrUndefined(yield* sessions.use(token))
      return used?.session.id === id
        ? { token, user: used.caller.user }
        : yield* new ProviderRefused({ reason: "session" })
    })

    const claimsOf = Effect.fnUntraced(function*(
      request: Request,
      provider: Provider,
      waiting: WaitingLogin,
      search: string
    ) {
      const url = new URL(yield* returnUrl(request))
      url.search = search
      return yield* provider.finish(url, waiting)
    })

    const enter = Effect.fnUntraced(
      function*(request: Request, provider: Provider, waiting: WaitingLogin, search: string) {
        const next = ownPath(waiting.next)
        if (waiting.session !== null) {
          const { token, user } = yield* sameSession(request, waiting.session)
          yield* signIn.connect(user, yield* claimsOf(request, provider, waiting, search))
          return signedInWith(token, { next })
        }
        const entry = yield* signIn.enter(provider, yield* claimsOf(request, provider, waiting, search)).pipe(
          fromBrowser(request)
        )
        const former = yield* sessionCookie(request)
        if (former !== undefined) yield* sessions.end(former)
        return enteredWith(entry, { next })
      }
    )

    const complete = Effect.fn("http.provider.complete")(function*({ request }: Asked) {
      yield* here
      const provider = yield* requireProvider
      const { search } = yield* readFields(providerReturnFields, yield* readOwn(request))
      const waiting = Option.getOrUndefined(yield* waitingLogin(request))
      if (waiting === undefined) return yield* new ProviderRefused({ reason: "answer" })
      const answer = yield* throttle.attempt(request, undefined, enter(request, provider, waiting, search))
      // A log-in is completed once.
      return yield* withFlowCookie(request, yield* answer, null)
    }, answering)

    return handlers.handleRaw("start", start).handleRaw("complete", complete)
  })
)

/** The identities of who is signed in. */
export const layerIdentities = handlerGroup(
  IdentitiesApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const signIn = yield* ProviderSignIn
    const throttle = yield* LoginThrottle
    return handlers
      .handle(
        "list",
        Effect.fn("http.identities.list")(function*() {
          yield* here
          return (yield* signIn.list((yield* CurrentCaller).user.id)).map(identityRecord)
        }, answering)
      )
      .handleRaw(
        "connect",
        Effect.fn("http.identities.connect")(function*({ request }) {
          yield* here
          const provider = yield* requireProvider
          const { session } = yield* CurrentCaller
          if (session === undefined) return yield* notFound
          const leaving = leave(request, provider, { next: "/account", session })
          return yield* Effect.provideService(leaving, LoginThrottle, throttle)
        }, answering)
      )
      .handle(
        "disconnect",
        Effect.fn("http.identities.disconnect")(function*({ params }) {
          yield* here
          yield* signIn.disconnect((yield* CurrentCaller).user, params.id)
        }, answering)
      )
  })
)

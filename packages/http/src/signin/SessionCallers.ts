import { RequestForged } from "@hedgerow/core/access/AccessErrors"
import { type CallerRequest, CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { findCredential } from "@hedgerow/core/access/Credentials"
import { csrfTokenOf, LoginSessions } from "@hedgerow/core/accounts/LoginSessions"
import { Context, Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"
import { foreignLogin, forgery } from "./OwnPage.ts"
import { sessionCookie } from "./SessionCookies.ts"

/** Whether people sign in here, with sessions of Hedgerow's own; an application that embeds it has its own login. */
export class HasSignIn extends Context.Reference<boolean>(
  "@hedgerow/http/signin/SessionCallers/HasSignIn",
  { defaultValue: () => false }
) {}

/** Refuses a request with a session's cookie that a page of another site may have sent. */
export const requireOwnPage = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  token: string
) {
  const { origin: ownOrigin } = yield* clientUrl(request)
  const { headers, method } = request
  const reason = forgery({ method, headers, ownOrigin }, csrfTokenOf(token))
  if (reason !== undefined) return yield* new RequestForged({ reason })
})

/** Refuses a log-in that a page of another site sent. */
export const requireOwnLogin = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const { origin: ownOrigin } = yield* clientUrl(request)
  const { headers, method } = request
  const reason = foreignLogin({ method, headers, ownOrigin })
  if (reason !== undefined) return yield* new RequestForged({ reason })
})

/**
 * Callers by session, around callers by other means: those are asked where a request has a key of any kind, and where it
 * has no session that is open.
 */
export const layer = <E, R>(
  others: Layer.Layer<CallerResolver, E, R>
): Layer.Layer<CallerResolver, E, R | LoginSessions> =>
  Layer.effect(
    CallerResolver,
    Effect.gen(function*() {
      const callers = yield* CallerResolver
      const sessions = yield* LoginSessions
      const bySession = Effect.fnUntraced(function*(asked: CallerRequest) {
        const request = Option.getOrUndefined(yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest))
        const token = request === undefined ? undefined : yield* sessionCookie(request)
        if (request === undefined || token === undefined) return yield* callers.resolve(asked)
        if ((yield* findCredential(asked)) !== undefined) return yield* callers.resolve(asked)
        yield* requireOwnPage(request, token)
        const used = yield* sessions.use(token)
        return Option.isSome(used) ? used.value.caller : yield* callers.resolve(asked)
      })

      return CallerResolver.of({
        resolve: (asked) => asked.headers["authorization"] === undefined ? bySession(asked) : callers.resolve(asked)
      })
    })
  ).pipe(Layer.provide(others), Layer.merge(Layer.succeed(HasSignIn, true)))

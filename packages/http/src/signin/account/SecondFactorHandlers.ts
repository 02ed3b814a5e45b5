import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { Effect } from "effect"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { LoginThrottle } from "../LoginThrottle.ts"
import { type Asked, done, readSmall, requireSignIn, unkept } from "../OwnRequest.ts"
import { SecondFactorApi } from "./SecondFactorApi.ts"
import { secondFactorRecord } from "./SecondFactorSchema.ts"

export const layer = handlerGroup(
  SecondFactorApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const factors = yield* SecondFactors
    const throttle = yield* LoginThrottle

    /** Attempts count as those of signing in do: each compares a password or a code. */
    const attempt = Effect.fnUntraced(function*<A, E, R>(
      { request }: Asked,
      work: (user: CurrentCaller["Service"]["user"], body: unknown) => Effect.Effect<A, E, R>
    ) {
      yield* here
      const { user } = yield* CurrentCaller
      const body = yield* readSmall(request)
      return yield* throttle.attempt(request, user.email, work(user, body))
    })

    return handlers
      .handle(
        "read",
        Effect.fn("http.secondFactor.read")(function*() {
          yield* here
          return secondFactorRecord(yield* factors.status((yield* CurrentCaller).user.id))
        }, answering)
      )
      .handleRaw(
        "begin",
        Effect.fn("http.secondFactor.begin")(function*(asked) {
          const { secret, uri } = yield* attempt(asked, factors.begin)
          return unkept({ secret, uri })
        }, answering)
      )
      .handleRaw(
        "confirm",
        Effect.fn("http.secondFactor.confirm")(function*(asked) {
          return unkept({ backup_codes: yield* attempt(asked, factors.confirm) })
        }, answering)
      )
      .handleRaw(
        "renewCodes",
        Effect.fn("http.secondFactor.renewCodes")(function*(asked) {
          return unkept({ backup_codes: yield* attempt(asked, factors.renewCodes) })
        }, answering)
      )
      .handleRaw(
        "turnOff",
        Effect.fn("http.secondFactor.turnOff")(function*(asked) {
          yield* attempt(asked, factors.turnOff)
          return done
        }, answering)
      )
  })
)

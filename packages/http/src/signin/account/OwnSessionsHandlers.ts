import { LoginSessions } from "@hedgerow/core/accounts/LoginSessions"
import { Effect } from "effect"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { notFound } from "../../errors/RequestErrors.ts"
import { requireSignIn } from "../OwnRequest.ts"
import { ownSessionRecord, OwnSessionsApi } from "./OwnSessionsApi.ts"

export const layer = handlerGroup(
  OwnSessionsApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const sessions = yield* LoginSessions
    return handlers
      .handle(
        "list",
        Effect.fn("http.ownSessions.list")(function*() {
          yield* here
          const { session, user } = yield* CurrentCaller
          return (yield* sessions.list(user.id)).map(ownSessionRecord(session))
        }, answering)
      )
      .handle(
        "end",
        Effect.fn("http.ownSessions.end")(function*({ params }) {
          yield* here
          const { user } = yield* CurrentCaller
          if (!(yield* sessions.endOne(user.id, params.id))) return yield* notFound
        }, answering)
      )
  })
)

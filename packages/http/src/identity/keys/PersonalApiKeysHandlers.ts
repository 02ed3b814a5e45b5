import { PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { Effect } from "effect"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { personalApiKeyRecord } from "../IdentityEncode.ts"
import { PersonalApiKeysApi } from "./PersonalApiKeysApi.ts"

export const layer = handlerGroup(
  PersonalApiKeysApi,
  Effect.fnUntraced(function*(handlers) {
    const keys = yield* PersonalApiKeys
    return handlers
      .handle("list", () =>
        CurrentCaller.pipe(
          Effect.flatMap(keys.list),
          Effect.map((found) => found.map((key) => personalApiKeyRecord(key))),
          answering
        ))
      .handleRaw(
        "create",
        Effect.fn("http.personalApiKeys.create")(function*({ request }) {
          const { key, value } = yield* keys.create(yield* CurrentCaller, yield* readJson(request))
          return personalApiKeyRecord(key, value)
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.personalApiKeys.read")(function*({ params }) {
          return personalApiKeyRecord(yield* keys.read(yield* CurrentCaller, params.id))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.personalApiKeys.update")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          const { id } = yield* keys.read(caller, params.id)
          return personalApiKeyRecord(yield* keys.patch(caller, id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "revoke",
        Effect.fn("http.personalApiKeys.revoke")(function*({ params }) {
          yield* keys.revoke(yield* CurrentCaller, params.id)
        }, answering)
      )
      .handle(
        "roll",
        Effect.fn("http.personalApiKeys.roll")(function*({ params }) {
          const { key, value } = yield* keys.roll(yield* CurrentCaller, params.id)
          return personalApiKeyRecord(key, value)
        }, answering)
      )
  })
)

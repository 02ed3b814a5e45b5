import { Members } from "@hedgerow/core/access/Members"
import { Effect } from "effect"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { pageBody, pageRequest, slice } from "../../requests/Paging.ts"
import { memberRecord } from "../IdentityEncode.ts"
import { MembersApi } from "./MembersApi.ts"

export const layer = handlerGroup(
  MembersApi,
  Effect.fnUntraced(function*(handlers) {
    const members = yield* Members
    return handlers
      .handle(
        "list",
        Effect.fn("http.members.list")(function*({ params, query }) {
          const found = yield* members.list(yield* CurrentCaller, params.organization_id)
          const asked = pageRequest(query)
          return yield* pageBody(slice(found, asked), asked, memberRecord)
        }, answering)
      )
      .handleRaw(
        "add",
        Effect.fn("http.members.add")(function*({ params, request }) {
          const { organization_id } = params
          const caller = yield* CurrentCaller
          yield* members.requireManager(caller, organization_id)
          return memberRecord(yield* members.add(caller, organization_id, yield* readJson(request)))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.members.update")(function*({ params, request }) {
          const { organization_id, user_uuid } = params
          const caller = yield* CurrentCaller
          yield* members.requireManager(caller, organization_id, user_uuid)
          const body = yield* readJson(request)
          return memberRecord(yield* members.changeLevel(caller, organization_id, user_uuid, body))
        }, answering)
      )
      .handle(
        "remove",
        Effect.fn("http.members.remove")(function*({ params }) {
          yield* members.remove(yield* CurrentCaller, params.organization_id, params.user_uuid)
        }, answering)
      )
  })
)

import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { baseOf, PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { DashboardSharings, type SharingState } from "@hedgerow/core/sharing/DashboardSharings"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { clientUrl } from "../requests/ClientUrl.ts"
import { readJson } from "../requests/JsonBody.ts"
import { SharingApi } from "./SharingApi.ts"
import { sharingRecord } from "./SharingSchema.ts"

/** The address of the server as its clients know it. */
const addressOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
  const known = yield* PublicUrl
  return Option.isSome(known) ? baseOf(known.value) : (yield* clientUrl(request)).origin
})

/** Shows, makes, renews and ends the links of dashboards. */
export const layer = handlerGroup(
  SharingApi,
  Effect.fnUntraced(function*(handlers) {
    const sharings = yield* DashboardSharings
    const { people } = yield* UserLookup

    const shown = Effect.fnUntraced(function*(state: SharingState, request: HttpServerRequest.HttpServerRequest) {
      const makers = yield* people(yield* CurrentProject, state.sharing?.created_by ? [state.sharing.created_by] : [])
      return sharingRecord(state, makers, yield* addressOf(request))
    })

    return handlers
      .handle(
        "read",
        Effect.fn("http.dashboardSharing.read")(function*({ params, request }) {
          return yield* shown(yield* sharings.find((yield* CurrentProject).id, params.id), request)
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.dashboardSharing.update")(function*({ params, request }) {
          const state = yield* sharings.patch(yield* currentEditing, params.id, yield* readJson(request))
          return yield* shown(state, request)
        }, answering)
      )
      .handle(
        "renew",
        Effect.fn("http.dashboardSharing.renew")(function*({ params, request }) {
          return yield* shown(yield* sharings.renew(yield* currentEditing, params.id), request)
        }, answering)
      )
  })
)

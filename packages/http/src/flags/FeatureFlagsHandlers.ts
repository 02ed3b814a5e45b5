import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FlagQuota } from "@hedgerow/core/flags/serving/FlagQuota"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { makeActivityPage } from "../activity/ActivityPage.ts"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { CurrentRequester } from "../auth/KeyAuthorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { ApiError } from "../errors/ApiError.ts"
import { answering } from "../errors/ErrorTable.ts"
import { hardDeleteRefused } from "../errors/RequestErrors.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageRequest, pageText } from "../requests/Paging.ts"
import { readFlagsQuery } from "./FeatureFlagQuery.ts"
import { FeatureFlagsApi } from "./FeatureFlagsApi.ts"
import { flagIdOf } from "./FlagIds.ts"
import { makeFlagRecords, mayReadSecrets } from "./FlagRecordsOf.ts"
import { versionNamed } from "./IfMatch.ts"
import { makeNamedProject } from "./sdk/NamedProject.ts"
import { taggedFlag } from "./TaggedFlag.ts"

const refused = new ApiError({ ...hardDeleteRefused, headers: { allow: "GET, HEAD, OPTIONS, PATCH, PUT" } })

/** For these two operations clients of the reference service expect no body when the flag does not exist. */
const empty404 = HttpServerResponse.empty({ status: 404 })

const unknown404 = HttpServerResponse.jsonUnsafe(
  { status: "unknown", reason: "Flag could not be found" },
  { status: 404 }
)

interface Change {
  readonly params: { readonly id: string }
  readonly request: HttpServerRequest.HttpServerRequest
}

/** Shows and changes feature flags. */
export const layer = handlerGroup(
  FeatureFlagsApi,
  Effect.fnUntraced(function*(handlers) {
    const flags = yield* FeatureFlags
    const countUse = yield* FlagQuota
    const { byPath } = yield* makeNamedProject
    const activityPage = yield* makeActivityPage
    const { record, records } = yield* makeFlagRecords

    const find = Effect.fnUntraced(function*(id: string) {
      return yield* flags.find((yield* CurrentProject).id, yield* flagIdOf(id))
    })

    const change = Effect.fnUntraced(function*({ params, request }: Change) {
      const id = yield* flagIdOf(params.id)
      const body = yield* readJson(request)
      const version = versionNamed(request.headers["if-match"])
      return taggedFlag(yield* record(yield* flags.patch(yield* currentEditing, id, body, version)))
    }, answering)

    return handlers
      .handle(
        "list",
        Effect.fn("http.featureFlags.list")(function*({ query }) {
          const { id } = yield* CurrentProject
          // A user who is logged in to a host application looks at flags, and uses none.
          if ((yield* CurrentCaller).key !== undefined) yield* countUse(id, "list")
          const asked = pageRequest(query)
          const page = yield* flags.list(id, yield* readFlagsQuery(query), asked)
          return yield* pageText({ ...page, items: yield* records(page.items) }, asked, (one) => one)
        }, answering)
      )
      .handleRaw(
        "create",
        Effect.fn("http.featureFlags.create")(function*({ request }) {
          const created = yield* flags.create(yield* currentEditing, yield* readJson(request))
          return taggedFlag(yield* record(created), { status: 201 })
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.featureFlags.read")(function*({ params, request }) {
          const ifNoneMatch = request.headers["if-none-match"]
          return taggedFlag(yield* record(yield* find(params.id)), { ifNoneMatch })
        }, answering)
      )
      .handleRaw("update", Effect.fn("http.featureFlags.update")(change))
      .handleRaw("replace", Effect.fn("http.featureFlags.replace")(change))
      .handle(
        "remove",
        Effect.fn("http.featureFlags.remove")(function*({ params }) {
          yield* find(params.id)
          return yield* refused
        }, answering)
      )
      .handle(
        "activity",
        Effect.fn("http.featureFlags.activity")(function*({ query }) {
          return yield* activityPage({ project: (yield* CurrentProject).id, scope: "FeatureFlag" }, query)
        })
      )
      .handle(
        "activityOfOne",
        Effect.fn("http.featureFlags.activityOfOne")(function*({ params, query }) {
          const { id, project_id } = yield* find(params.id)
          return yield* activityPage({ project: project_id, scope: "FeatureFlag", itemId: String(id) }, query)
        }, Effect.catchTag("FeatureFlagNotFound", () => Effect.succeed(empty404)))
      )
      .handle(
        "status",
        Effect.fn("http.featureFlags.status")(function*({ params }) {
          return yield* flags.status((yield* CurrentProject).id, yield* flagIdOf(params.id))
        }, Effect.catchTag("FeatureFlagNotFound", () => Effect.succeed(unknown404)))
      )
      .handle(
        "remoteConfig",
        Effect.fn("http.featureFlags.remoteConfig")(
          function*({ params, query }) {
            const { id } = yield* byPath(params.project_id, query.token)
            return yield* flags.remoteConfig(id, params.id, mayReadSecrets(yield* CurrentRequester))
          },
          Effect.catchTag("FeatureFlagNotFound", () => Effect.succeed(empty404)),
          answering
        )
      )
  })
)

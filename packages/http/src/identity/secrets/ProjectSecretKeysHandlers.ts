import type { ProjectSecretKey } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { pageBody, pageRequest, slice } from "../../requests/Paging.ts"
import { projectSecretKeyRecord } from "../IdentityEncode.ts"
import { ProjectSecretKeysApi } from "./ProjectSecretKeysApi.ts"

const editing = Effect.gen(function*() {
  return { caller: yield* CurrentCaller, project: yield* CurrentProject }
})

/** Shows and changes the secrets of a project. */
export const layer = handlerGroup(
  ProjectSecretKeysApi,
  Effect.fnUntraced(function*(handlers) {
    const keys = yield* ProjectSecretKeys
    const { people } = yield* UserLookup

    const recordsOf = Effect.fnUntraced(function*(found: ReadonlyArray<ProjectSecretKey>) {
      const ids = found.flatMap(({ created_by }) => created_by ?? [])
      return projectSecretKeyRecord(yield* people(yield* CurrentProject, ids))
    })

    const record = Effect.fnUntraced(function*(key: ProjectSecretKey, value?: string) {
      return (yield* recordsOf([key]))(key, value)
    })

    return handlers
      .handle(
        "list",
        Effect.fn("http.projectSecretKeys.list")(function*({ query }) {
          const asked = pageRequest(query)
          const page = slice(yield* keys.list(yield* editing), asked)
          const recordOf = yield* recordsOf(page.items)
          return yield* pageBody(page, asked, (key) => recordOf(key))
        }, answering)
      )
      .handleRaw(
        "create",
        Effect.fn("http.projectSecretKeys.create")(function*({ request }) {
          const { key, value } = yield* keys.create(yield* editing, yield* readJson(request))
          return yield* record(key, value)
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.projectSecretKeys.read")(function*({ params }) {
          return yield* record(yield* keys.read(yield* editing, params.id))
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.projectSecretKeys.update")(function*({ params, request }) {
          const at = yield* editing
          const { id } = yield* keys.read(at, params.id)
          return yield* record(yield* keys.patch(at, id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "revoke",
        Effect.fn("http.projectSecretKeys.revoke")(function*({ params }) {
          yield* keys.revoke(yield* editing, params.id)
        }, answering)
      )
      .handle(
        "roll",
        Effect.fn("http.projectSecretKeys.roll")(function*({ params }) {
          const { key, value } = yield* keys.roll(yield* editing, params.id)
          return yield* record(key, value)
        }, answering)
      )
  })
)

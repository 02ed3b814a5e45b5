import type { DataDeletion } from "@hedgerow/core/deletions/DataDeletion"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../entities/EntityHandlers.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { DataDeletionsApi } from "./DataDeletionsApi.ts"
import { deletionRecords } from "./DeletionRecords.ts"

/** Shows deletions, and makes those of events. */
export const layer = handlerGroup(
  DataDeletionsApi,
  Effect.fnUntraced(function*(handlers) {
    const deletions = yield* DataDeletions
    const records = yield* deletionRecords

    const plain = yield* makeEntityHandlers({
      group: "dataDeletions",
      scope: "DataDeletion",
      list: (project, _, page) => deletions.list(project, page),
      find: deletions.find,
      idOf: ({ id }: DataDeletion) => id,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw(
        "create",
        Effect.fn("http.dataDeletions.create")(function*({ request }) {
          const by = yield* currentEditing
          const { deletion, isDryRun } = yield* deletions.create(by, yield* readJson(request))
          const record = (yield* records(by.project, [deletion]))(deletion)
          return isDryRun
            ? HttpServerResponse.jsonUnsafe({ ...record, id: null, status: "dry_run" })
            : HttpServerResponse.jsonUnsafe(record, { status: 201 })
        }, answering)
      )
      .handle("read", plain.read)
      .handle("activity", plain.activityOfOne)
  })
)

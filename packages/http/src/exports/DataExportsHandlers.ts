import type { DataExport } from "@hedgerow/core/exports/DataExport"
import { DataExports } from "@hedgerow/core/exports/DataExports"
import { ExportNotReady } from "@hedgerow/core/exports/ExportErrors"
import { recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../entities/EntityHandlers.ts"
import { answering } from "../errors/ErrorTable.ts"
import { makeGate } from "../query/QueryGate.ts"
import { readJson } from "../requests/JsonBody.ts"
import { DataExportsApi } from "./DataExportsApi.ts"
import { downloadResponse } from "./ExportDownload.ts"
import { exportRecords } from "./ExportRecords.ts"

/** The request to run the query that a body exports, if it exports one. */
const asQuery = (body: unknown): unknown => ({ query: recordOf(recordOf(body)?.["export_context"])?.["source"] })

/** Makes exports, shows them and sends their files. */
export const layer = handlerGroup(
  DataExportsApi,
  Effect.fnUntraced(function*(handlers) {
    const exports = yield* DataExports
    const gate = yield* makeGate
    const records = yield* exportRecords

    const plain = yield* makeEntityHandlers({
      group: "dataExports",
      scope: "DataExport",
      list: (project, _, page) => exports.list(project, page),
      find: exports.find,
      idOf: ({ id }: DataExport) => id,
      remove: exports.remove,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw(
        "create",
        Effect.fn("http.dataExports.create")(function*({ request }) {
          const body = yield* readJson(request)
          yield* gate.toRun(asQuery(body))
          const by = yield* currentEditing
          const made = yield* exports.create(by, body)
          return (yield* records(by.project, [made]))(made)
        }, answering)
      )
      .handle("read", plain.read)
      .handle("remove", plain.remove)
      .handleRaw(
        "content",
        Effect.fn("http.dataExports.content")(function*({ params, request }) {
          const found = yield* exports.find((yield* CurrentProject).id, params.id)
          if (found.status !== "completed") return yield* new ExportNotReady({ status: found.status })
          return yield* downloadResponse(request, exports, found)
        }, answering)
      )
      .handle("activity", plain.activityOfOne)
  })
)

import type { DataExport } from "@hedgerow/core/exports/DataExport"
import { DataExports } from "@hedgerow/core/exports/DataExports"
import * as ExportJob from "@hedgerow/core/exports/ExportJob"
import { Job, JobId } from "@hedgerow/core/jobs/Job"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Stream } from "effect"

/** Runs one attempt of an export's job. */
export const runExport = Effect.fnUntraced(function*(
  { id, project_id }: Pick<DataExport, "id" | "project_id">,
  attempts = 1
) {
  const handler = yield* ExportJob.handler
  const now = yield* DateTime.now
  yield* handler.run(
    new Job({
      id: JobId.make(yield* makeUuid7),
      project_id,
      kind: ExportJob.exporting.name,
      unique_key: id,
      payload: { export: id },
      state: "running",
      run_at: now,
      again_at: null,
      attempts,
      max_attempts: 2,
      lease: 1,
      leased_by: null,
      leased_until: null,
      last_error: null,
      failed_at: null,
      created_at: now
    })
  )
  return yield* (yield* DataExports).find(project_id, id)
})

/** The bytes of a file from one place up to another one. */
export const bytesOf = Effect.fnUntraced(function*(asked: DataExport, from = 0, to = asked.bytes) {
  const pieces = yield* Stream.runCollect((yield* DataExports).content(asked, { from, to }))
  return Buffer.concat([...pieces])
})

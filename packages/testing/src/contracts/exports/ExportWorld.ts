import type { DataExport } from "@hedgerow/core/exports/DataExport"
import { DataExports } from "@hedgerow/core/exports/DataExports"
import * as ExportJob from "@hedgerow/core/exports/ExportJob"
import { Job, JobId } from "@hedgerow/core/jobs/Job"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Stream } from "effect"

type Known = Pick<DataExport, "id" | "project_id">

const jobOf = Effect.fnUntraced(function*(kind: string, { id, project_id }: Known, attempts: number) {
  const now = yield* DateTime.now
  return new Job({
    id: JobId.make(yield* makeUuid7),
    project_id,
    kind,
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
})

/** Runs one attempt of an export's job. */
export const runExport = Effect.fnUntraced(function*(asked: Known, attempts = 1) {
  const handler = yield* ExportJob.handler
  yield* handler.run(yield* jobOf(ExportJob.exporting.name, asked, attempts))
  return yield* (yield* DataExports).find(asked.project_id, asked.id)
})

/** Runs the job that removes an export, at its time or before. */
export const runRemoval = Effect.fnUntraced(function*(asked: Known) {
  const handler = yield* ExportJob.removalHandler
  yield* handler.run(yield* jobOf(ExportJob.expiring.name, asked, 1))
})

/** The bytes of a file from one place up to another one. */
export const bytesOf = Effect.fnUntraced(function*(asked: DataExport, from = 0, to = asked.bytes) {
  const pieces = yield* Stream.runCollect((yield* DataExports).content(asked, { from, to }))
  return Buffer.concat([...pieces])
})

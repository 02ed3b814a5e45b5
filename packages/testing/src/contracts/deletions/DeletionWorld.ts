import type { DataDeletion } from "@hedgerow/core/deletions/DataDeletion"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import * as DeletionJob from "@hedgerow/core/deletions/DeletionJob"
import * as EventRetention from "@hedgerow/core/deletions/EventRetention"
import type { Editing } from "@hedgerow/core/entities/Changes"
import * as EventTime from "@hedgerow/core/events/EventTime"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Job, JobId } from "@hedgerow/core/jobs/Job"
import type { JobHandler } from "@hedgerow/core/jobs/JobKind"
import { Queries } from "@hedgerow/core/query/Queries"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, type Schema } from "effect"
import { makeEntry } from "../QueryLogContract.ts"

/** One who asks for deletions in a project. */
export const editing = (project: Project): Editing => ({ project, actor: "system" })

/** Captures events as a client sends them, and waits until they are stored. */
export const capture = Effect.fnUntraced(function*(project: Project, batch: ReadonlyArray<object>) {
  const ingestion = yield* Ingestion
  const receivedAt = yield* EventTime.now
  const body = JSON.stringify({ api_key: project.api_token, batch })
  yield* Effect.orDie(ingestion.capture({ body, receivedAt, ip: undefined, sentAt: undefined }))
})

/** The rows of a statement. */
export const ask = Effect.fnUntraced(function*(project: Project, query: string) {
  const { results } = yield* (yield* Queries).run(project, { query: { kind: "HogQLQuery", query } })
  return results
})

/** Runs a job of a project once. */
const runOnce = Effect.fnUntraced(function*(handler: JobHandler, project_id: ProjectId, payload: Schema.Json) {
  const now = yield* DateTime.now
  yield* handler.run(
    new Job({
      id: JobId.make(yield* makeUuid7),
      project_id,
      kind: handler.name,
      unique_key: null,
      payload,
      state: "running",
      run_at: now,
      again_at: null,
      attempts: 1,
      max_attempts: 1,
      lease: 1,
      leased_by: null,
      leased_until: null,
      last_error: null,
      failed_at: null,
      created_at: now
    })
  )
})

/** Runs the job of what a project does not keep. */
export const runRetention = Effect.fnUntraced(function*({ id }: Project) {
  yield* runOnce(yield* EventRetention.handler, id, {})
})

/** Runs the job of a deletion once. */
export const runJob = Effect.fnUntraced(function*({ id, project_id }: Pick<DataDeletion, "id" | "project_id">) {
  yield* runOnce(yield* DeletionJob.handler(Effect.void), project_id, { deletion: id })
  return yield* (yield* DataDeletions).find(project_id, id)
})

/** An entry of the query log with this statement. */
export const logEntry = (project: ProjectId, query: string) => makeEntry(project, { query })

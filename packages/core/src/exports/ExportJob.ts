import { DateTime, Effect, Option, Schema } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { defectText, failureText } from "../query/execution/QueryFailureText.ts"
import { withChanges } from "../shared/Fields.ts"
import { isoText } from "../shared/IsoText.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7, type Uuid } from "../shared/Uuid.ts"
import { DataExport, DataExportId, isOpen } from "./DataExport.ts"
import { DataExportRepository } from "./DataExportRepository.ts"
import { ExportContent } from "./ExportContent.ts"
import { writeExportFile } from "./ExportFile.ts"
import { ExportSettings } from "./ExportSettings.ts"
import { eventSource, type ExportSource, makeReader, personSource, querySource } from "./ExportSource.ts"

/** Makes the file of one export. */
export const exporting = defineJob({
  name: "data.export",
  payload: Schema.Struct({ export: DataExportId }),
  maxAttempts: 4,
  concurrency: 1,
  spare: 1
})

/** Has the file of an export made; a step of the caller's transaction. */
export const enqueueExport = Effect.fnUntraced(function*({ id, project_id }: DataExport) {
  const jobs = yield* Jobs
  yield* jobs.enqueue(exporting, { project: project_id, payload: { export: id }, uniqueKey: id })
})

const textOf = (time: DateTime.Utc | null): string | undefined => time === null ? undefined : isoText(time)

/** The rows that an export asks for. */
const sourceOf = Effect.fnUntraced(function*(project: Project, asked: DataExport) {
  const read = yield* makeReader(project, asked.created_by)
  const sources: Readonly<Record<DataExport["model"], () => ExportSource>> = {
    events: () => eventSource(read, { from: textOf(asked.date_from), until: textOf(asked.date_to) }),
    persons: () => personSource(read),
    query: () => querySource(read, asked.source ?? {})
  }
  return sources[asked.model]()
})

const make = Effect.gen(function*() {
  const content = yield* ExportContent
  const exports = yield* DataExportRepository
  const projects = yield* ProjectRepository
  const transaction = yield* Transaction
  const { keptFor } = yield* ExportSettings

  /** Changes the export as long as this attempt is the one that writes its file. */
  const change = (asked: DataExport, attempt: Uuid, changes: Partial<DataExport>) =>
    transaction.run(Effect.gen(function*() {
      const stored = Option.getOrUndefined(yield* exports.findForUpdate(asked.project_id, asked.id))
      if (stored === undefined || stored.content !== attempt || !isOpen(stored)) return
      yield* Effect.orDie(exports.update(new DataExport(withChanges(stored, changes))))
    }))

  /** The export under way, whose file this attempt writes. */
  const begin = (project: ProjectId, id: DataExportId) =>
    transaction.run(Effect.gen(function*() {
      const stored = Option.getOrUndefined(yield* exports.findForUpdate(project, id))
      if (stored === undefined || !isOpen(stored)) return undefined
      const attempt = yield* makeUuid7
      const begun = new DataExport(withChanges(stored, { status: "running", content: attempt, rows: 0, bytes: 0 }))
      yield* Effect.orDie(exports.update(begun))
      return { asked: begun, attempt }
    }))

  const end = Effect.fnUntraced(function*(asked: DataExport, attempt: Uuid, changes: Partial<DataExport>) {
    const now = yield* DateTime.now
    yield* change(asked, attempt, { ...changes, completed_at: now, expires_at: DateTime.addDuration(now, keptFor) })
  })

  /** There will be no file, and nothing of it is kept. */
  const giveUp = Effect.fnUntraced(function*(asked: DataExport, attempt: Uuid, error: string) {
    yield* end(asked, attempt, { status: "failed", error })
    yield* content.clear({ project: asked.project_id, export: asked.id })
  })

  const write = Effect.fnUntraced(function*(owner: Project, asked: DataExport, attempt: Uuid) {
    const key = { project: owner.id, export: asked.id, content: attempt }
    yield* content.clear(key, attempt)
    const source = yield* sourceOf(owner, asked)
    const written = yield* writeExportFile(key, asked.format, source, (size) => change(asked, attempt, size))
    yield* end(asked, attempt, { ...written, status: "completed" })
  })

  return Effect.fnUntraced(function*(project: ProjectId, id: DataExportId, isLastAttempt: boolean) {
    const owner = Option.getOrUndefined(yield* projects.find(project))
    const begun = owner === undefined ? undefined : yield* begin(project, id)
    if (owner === undefined || begun === undefined) return
    const { asked, attempt } = begun
    yield* write(owner, asked, attempt).pipe(
      Effect.catchTags({
        ExportGone: () => Effect.void,
        ExportTooLarge: ({ message }) => giveUp(asked, attempt, message),
        ReadFailed: (error) => {
          const { message, retryable } = failureText(error.failure)
          return retryable && !isLastAttempt ? Effect.fail(error) : giveUp(asked, attempt, message)
        }
      }),
      Effect.tapDefect(() => isLastAttempt ? giveUp(asked, attempt, defectText.message) : Effect.void)
    )
  })
})

/** Does `exporting`. An attempt that was cut short is followed by one that writes the file anew. */
export const handler = Effect.flatMap(
  make,
  (run) =>
    handle(
      exporting,
      (payload, { attempts, max_attempts, project_id }) =>
        project_id === null ? Effect.void : run(project_id, payload.export, attempts >= max_attempts)
    )
)

/** Removes an export that has expired. */
export const expiring = defineJob({
  name: "data.remove_export",
  payload: Schema.Struct({ export: DataExportId })
})

/** Has an export removed when it expires; a step of the caller's transaction. */
export const enqueueRemoval = Effect.fnUntraced(function*({ expires_at, id, project_id }: DataExport) {
  const jobs = yield* Jobs
  const payload = { export: id }
  yield* jobs.enqueue(expiring, { project: project_id, payload, uniqueKey: id, runAt: expires_at })
})

const makeRemoval = Effect.gen(function*() {
  const content = yield* ExportContent
  const exports = yield* DataExportRepository
  const jobs = yield* Jobs
  const transaction = yield* Transaction

  /** One that was finished after the job had been planned has more time. */
  return Effect.fnUntraced(function*(project: ProjectId, id: DataExportId) {
    const stored = Option.getOrUndefined(yield* exports.findForUpdate(project, id))
    if (stored === undefined) return
    if (DateTime.isGreaterThan(stored.expires_at, yield* DateTime.now)) {
      return yield* Effect.provideService(enqueueRemoval(stored), Jobs, jobs)
    }
    yield* exports.remove(project, id)
    yield* content.clear({ project, export: id })
  }, transaction.run)
})

/** Does `expiring`. */
export const removalHandler = Effect.flatMap(
  makeRemoval,
  (remove) =>
    handle(
      expiring,
      (payload, { project_id }) => project_id === null ? Effect.void : remove(project_id, payload.export)
    )
)

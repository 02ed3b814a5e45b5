import { DateTime, Effect, Option, Schema } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { Changes } from "../entities/Changes.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { withChanges } from "../shared/Fields.ts"
import { Transaction } from "../shared/Transaction.ts"
import { enqueueCompaction } from "./Compaction.ts"
import {
  completed,
  DataDeletion,
  dataDeletionEntity,
  DataDeletionId,
  gonePersonsOf,
  selectionOf
} from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import { DeletionIncomplete } from "./DeletionErrors.ts"
import { DeletionSettings } from "./DeletionSettings.ts"
import { EventRemoval } from "./EventRemoval.ts"
import { namingTexts } from "./NamingTexts.ts"
import { TraceRemoval } from "./TraceRemoval.ts"

/** Removes what one deletion asks for. It gives up only after weeks: a deletion that was promised is kept. */
export const deleting = defineJob({
  name: "data.delete",
  payload: Schema.Struct({ deletion: DataDeletionId }),
  maxAttempts: 500,
  concurrency: 1
})

/** Has a deletion done, now or at a time; a step of the caller's transaction. */
export const enqueueDeletion = Effect.fnUntraced(
  function*({ id, project_id }: Pick<DataDeletion, "id" | "project_id">, runAt?: DateTime.Utc) {
    const jobs = yield* Jobs
    yield* jobs.enqueue(deleting, {
      project: project_id,
      payload: { deletion: id },
      uniqueKey: id,
      ...(runAt === undefined ? undefined : { runAt })
    })
  }
)

/** `trimmed` removes the rows of the outbox that every consumer has passed: they may hold events and persons. */
const make = Effect.fnUntraced(function*<R>(trimmed: Effect.Effect<void, never, R>) {
  const changes = yield* Changes
  const deletions = yield* DataDeletionRepository
  const projects = yield* ProjectRepository
  const removal = yield* EventRemoval
  const traces = yield* TraceRemoval
  const transaction = yield* Transaction
  const jobs = yield* Jobs
  const { settledAfter } = yield* DeletionSettings

  /** The deletion under way, with the number of its events: counted once, before the first of them goes. */
  const begun = Effect.fnUntraced(function*(deletion: DataDeletion) {
    if (deletion.status === "running") return deletion
    const selection = selectionOf(deletion)
    const events_count = selection === undefined ? 0 : yield* removal.count(deletion.project_id, selection)
    const running = new DataDeletion(withChanges(deletion, { status: "running", events_count }))
    yield* Effect.orDie(deletions.update(running))
    return running
  })

  const removeEvents = Effect.fnUntraced(function*(deletion: DataDeletion) {
    const selection = selectionOf(deletion)
    if (selection === undefined) return
    yield* removal.remove(deletion.project_id, selection)
    const left = yield* removal.count(deletion.project_id, selection)
    if (left > 0) return yield* new DeletionIncomplete({ left })
  })

  const removeTraces = Effect.fnUntraced(function*(deletion: DataDeletion) {
    const { distinct_ids, names, person_ids, project_id } = deletion
    const gone = gonePersonsOf(deletion)
    if (gone !== undefined) yield* removal.removeCopies(project_id, gone)
    yield* traces.removeExports(project_id, deletion.created_at)
    const texts = yield* traces.remove(project_id, namingTexts([...person_ids, ...distinct_ids, ...names]))
    yield* trimmed
    const counted = new DataDeletion(withChanges(deletion, { texts_count: (deletion.texts_count ?? 0) + texts }))
    yield* Effect.orDie(deletions.update(counted))
    return counted
  })

  const complete = (project: Project, deletion: DataDeletion) =>
    transaction.run(Effect.gen(function*() {
      const after = completed(deletion, yield* DateTime.now)
      yield* Effect.orDie(deletions.update(after))
      yield* changes.record({ project, actor: "system" }, dataDeletionEntity, { before: deletion, after })
      yield* enqueueCompaction(jobs, "data")
    }))

  return Effect.fnUntraced(function*(project: ProjectId, id: DataDeletionId) {
    const owner = Option.getOrUndefined(yield* projects.find(project))
    const asked = Option.getOrUndefined(yield* deletions.find(project, id))
    if (owner === undefined || asked === undefined || asked.status === "completed") return
    const deletion = yield* begun(asked)
    yield* removeEvents(deletion)
    const cleared = yield* removeTraces(deletion)
    const settledAt = DateTime.addDuration(deletion.created_at, settledAfter)
    if (DateTime.isLessThan(yield* DateTime.now, settledAt)) {
      return yield* Effect.provideService(enqueueDeletion(deletion, settledAt), Jobs, jobs)
    }
    yield* complete(owner, cleared)
  })
})

/** The services that the job uses. */
export type DeletionServices =
  | Changes
  | DataDeletionRepository
  | EventRemoval
  | Jobs
  | ProjectRepository
  | TraceRemoval
  | Transaction

/** Does `deleting`. A run that was cut short is done again from its beginning: each step may be repeated. */
export const handler = Effect.fnUntraced(function*<R>(trimmed: Effect.Effect<void, never, R>) {
  const run = yield* make(trimmed)
  return yield* handle(
    deleting,
    ({ deletion }, { project_id }) => project_id === null ? Effect.void : run(project_id, deletion)
  )
})

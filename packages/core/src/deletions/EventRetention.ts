import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { enqueueRetention, retaining } from "../access/RetentionJob.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { propertyTypesOf } from "../definitions/PropertyTypesRealm.ts"
import { Changes } from "../entities/Changes.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Transaction } from "../shared/Transaction.ts"
import { DataDeletion, dataDeletionEntity, selectionOf } from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import { enqueueDeletion } from "./DeletionJob.ts"
import { EventRemoval } from "./EventRemoval.ts"

/** The first moment that a project keeps events of, which keeps them for this number of days: a day begins in UTC. */
export const keptFrom = (days: number, now: DateTime.Utc): DateTime.Utc =>
  DateTime.startOf(DateTime.subtract(now, { days }), "day")

/**
 * The moment before which old events are removed from the storage: the beginning of the month of the first day that is
 * kept. Stores have a partition for each month, and a month goes as a whole, once.
 */
export const removedBefore = (days: number, now: DateTime.Utc): DateTime.Utc =>
  DateTime.startOf(keptFrom(days, now), "month")

/** The next moment at which a whole month is old. */
export const nextRemoval = (days: number, now: DateTime.Utc): DateTime.Utc =>
  DateTime.add(DateTime.add(removedBefore(days, now), { months: 1 }), { days })

const make = Effect.gen(function*() {
  const changes = yield* Changes
  const deletions = yield* DataDeletionRepository
  const jobs = yield* Jobs
  const projects = yield* ProjectRepository
  const removal = yield* EventRemoval
  const transaction = yield* Transaction
  const versions = yield* DefinitionsVersions

  const deletionOf = Effect.fnUntraced(function*({ id }: Project, date_to: DateTime.Utc) {
    return new DataDeletion({
      project_id: id,
      id: yield* deletions.nextId,
      kind: "events",
      status: "pending",
      with_events: true,
      person_ids: [],
      distinct_ids: [],
      names: [],
      events: [],
      date_from: null,
      date_to,
      persons_count: 0,
      distinct_ids_count: 0,
      events_count: null,
      texts_count: null,
      created_by: null,
      created_at: yield* DateTime.now,
      completed_at: null
    })
  })

  /** The deletion goes on as any other does, and says in the log how many events there were. */
  const remove = Effect.fnUntraced(function*(project: Project, deletion: DataDeletion) {
    yield* deletions.insert(deletion)
    yield* Effect.provideService(enqueueDeletion(deletion), Jobs, jobs)
    yield* versions.bump(propertyTypesOf(project.id))
    yield* changes.record({ project, actor: "system" }, dataDeletionEntity, { after: deletion })
  })

  return Effect.fnUntraced(function*(id: ProjectId) {
    const project = Option.getOrUndefined(yield* projects.find(id))
    if (project === undefined || project.events_retention_days === null) return
    const days = project.events_retention_days
    const now = yield* DateTime.now
    const deletion = yield* deletionOf(project, removedBefore(days, now))
    const selection = selectionOf(deletion)
    const count = selection === undefined ? 0 : yield* removal.count(id, selection)
    yield* transaction.run(Effect.gen(function*() {
      if (count > 0) yield* Effect.orDie(remove(project, deletion))
      yield* enqueueRetention(jobs, id, nextRemoval(days, now))
    }))
  })
})

/** Does `retaining`: removes what is old now, and comes again when the next month is. */
export const handler = Effect.gen(function*() {
  const run = yield* make
  return yield* handle(retaining, (_, { project_id }) => project_id === null ? Effect.void : run(project_id))
})

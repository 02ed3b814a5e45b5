import { DateTime, Effect, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import { enqueueRetention, retaining } from "../access/RetentionJob.ts"
import type { Editing } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeDeletionAdding } from "./AddDeletion.ts"
import { type DataDeletion, selectionOf } from "./DataDeletion.ts"
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
  const { add, draft } = yield* makeDeletionAdding
  const jobs = yield* Jobs
  const projects = yield* ProjectRepository
  const removal = yield* EventRemoval
  const transaction = yield* Transaction

  const hasEvents = Effect.fnUntraced(function*(deletion: DataDeletion) {
    const selection = selectionOf(deletion)
    return selection !== undefined && (yield* removal.count(deletion.project_id, selection)) > 0
  })

  return Effect.fnUntraced(function*(id: ProjectId) {
    const project = Option.getOrUndefined(yield* projects.find(id))
    if (project === undefined || project.events_retention_days === null) return
    const days = project.events_retention_days
    const now = yield* DateTime.now
    const by: Editing = { project, actor: "system" }
    const deletion = yield* draft(by, { kind: "events", with_events: true, date_to: removedBefore(days, now) })
    const isOld = yield* hasEvents(deletion)
    yield* transaction.run(Effect.gen(function*() {
      const current = Option.getOrUndefined(yield* projects.findForUpdate(id))
      // Whoever has changed the setting meanwhile has the job come again for the new one.
      if (current?.events_retention_days !== days) return
      if (isOld) yield* Effect.orDie(add(by, deletion))
      yield* enqueueRetention(jobs, id, nextRemoval(days, now))
    }))
  })
})

/** Does `retaining`: removes what is old now, and comes again when the next month is. */
export const handler = Effect.gen(function*() {
  const run = yield* make
  return yield* handle(retaining, (_, { project_id }) => project_id === null ? Effect.void : run(project_id))
})

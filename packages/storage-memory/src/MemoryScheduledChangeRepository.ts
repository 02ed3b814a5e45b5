import type { ProjectId } from "@hedgerow/core/access/Project"
import { ScheduledChange, type ScheduledChangeId } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import {
  type ScheduledChangeFilter,
  ScheduledChangeRepository
} from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase, type MemoryState } from "./MemoryDatabase.ts"
import { slice } from "./Slice.ts"

/** The project's, by id. */
const all = (state: MemoryState, project: ProjectId): ReadonlyArray<ScheduledChange> =>
  [...state.of(project).scheduledChanges.values()].toSorted((left, right) => left.id - right.id)

const isMeant = ({ modelName, recordId }: ScheduledChangeFilter) => (change: ScheduledChange): boolean =>
  (modelName === undefined || change.model_name === modelName)
  && (recordId === undefined || change.record_id === recordId)

const isPending = ({ executed_at }: ScheduledChange): boolean => executed_at === null

/** Scheduled changes in memory. */
export const layer: Layer.Layer<ScheduledChangeRepository, never, MemoryDatabase> = Layer.effect(
  ScheduledChangeRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (project: ProjectId, id: ScheduledChangeId) =>
      database.operation((state) => Option.fromUndefinedOr(state.of(project).scheduledChanges.get(id)))

    return ScheduledChangeRepository.of({
      list: Effect.fn("ScheduledChangeRepository.list")((
        project: ProjectId,
        filter: ScheduledChangeFilter,
        page: PageRequest
      ) => database.operation((state) => slice(all(state, project).filter(isMeant(filter)), page))),
      pending: Effect.fn("ScheduledChangeRepository.pending")((project: ProjectId, recordId: string) =>
        database.operation((state) => all(state, project).filter(isPending).filter(isMeant({ recordId })))
      ),
      countPending: Effect.fn("ScheduledChangeRepository.countPending")((project: ProjectId) =>
        database.operation((state) => all(state, project).filter(isPending).length)
      ),
      find: Effect.fn("ScheduledChangeRepository.find")(find),
      // A transaction has the whole database to itself.
      findForUpdate: Effect.fn("ScheduledChangeRepository.findForUpdate")(find),
      insert: Effect.fn("ScheduledChangeRepository.insert")((fields: Omit<ScheduledChange, "id" | "isPaused">) =>
        database.operation((state) => {
          const change = new ScheduledChange({ ...fields, id: state.nextId("scheduledChange") as ScheduledChangeId })
          state.of(change.project_id).scheduledChanges.set(change.id, change)
          return change
        })
      ),
      update: Effect.fn("ScheduledChangeRepository.update")((change: ScheduledChange) =>
        database.operation((state) => {
          const { scheduledChanges } = state.of(change.project_id)
          if (scheduledChanges.has(change.id)) scheduledChanges.set(change.id, change)
        })
      ),
      remove: Effect.fn("ScheduledChangeRepository.remove")((project: ProjectId, id: ScheduledChangeId) =>
        database.operation((state) => state.of(project).scheduledChanges.delete(id))
      )
    })
  })
)

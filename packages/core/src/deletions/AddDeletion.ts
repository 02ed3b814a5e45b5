import { DateTime, Effect } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { propertyTypesOf } from "../definitions/PropertyTypesRealm.ts"
import { Changes, type Editing, userOf } from "../entities/Changes.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { DataDeletion, dataDeletionEntity } from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import { enqueueDeletion } from "./DeletionJob.ts"

/** What a deletion is of, before its job has begun: all but what the job writes, and whose and when it is. */
type Draft =
  & Pick<DataDeletion, "kind" | "with_events">
  & Partial<
    Pick<
      DataDeletion,
      | "person_ids"
      | "distinct_ids"
      | "names"
      | "events"
      | "date_from"
      | "date_to"
      | "persons_count"
      | "distinct_ids_count"
    >
  >

/** Makes deletions, and adds them as steps of the caller's transaction. */
export const makeDeletionAdding = Effect.gen(function*() {
  const changes = yield* Changes
  const jobs = yield* Jobs
  const repository = yield* DataDeletionRepository
  const versions = yield* DefinitionsVersions

  return {
    /** A deletion that waits for its job; it is not stored yet. */
    draft: Effect.fnUntraced(function*(by: Editing, draft: Draft) {
      return new DataDeletion({
        person_ids: [],
        distinct_ids: [],
        names: [],
        events: [],
        date_from: null,
        date_to: null,
        persons_count: 0,
        distinct_ids_count: 0,
        ...draft,
        id: yield* repository.nextId,
        project_id: by.project.id,
        status: "pending",
        events_count: null,
        texts_count: null,
        created_by: userOf(by),
        created_at: yield* DateTime.now,
        completed_at: null
      })
    }),

    /** From its commit on nobody sees what is deleted: queries hide it, and cached answers are of other types. */
    add: Effect.fnUntraced(function*(by: Editing, deletion: DataDeletion) {
      yield* repository.insert(deletion)
      yield* Effect.provideService(enqueueDeletion(deletion), Jobs, jobs)
      yield* versions.bump(propertyTypesOf(deletion.project_id))
      yield* changes.record(by, dataDeletionEntity, { after: deletion })
      return deletion
    })
  }
})

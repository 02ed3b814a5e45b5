import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { HashedEntityRepository } from "../entities/EntityRepository.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { CopiedChange } from "../replication/CopiedChange.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { Cohort, CohortId } from "./Cohort.ts"

/** The place of a cohort among those whose members are to be found anew. */
export type DueCohort = Pick<Cohort, "id" | "last_calculation">

/** Persons with ids above `after`, up to and including `until`; undefined: from the first, to the last. */
export interface PersonRange {
  readonly after: Uuid | undefined
  readonly until: Uuid | undefined
}

/** The methods of the storage of cohorts beside those of an entity. */
interface Members {
  /**
   * Of all projects: those to be found by properties or behaviour whose members were last found before a time, or never. In parts: the
   * first ones that come after another one; never found come first, then those found longest ago, then by id.
   */
  readonly due: (
    before: DateTime.Utc,
    after: DueCohort | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Cohort>>

  readonly addMembers: (project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) => CopiedChange
  /** Makes these the cohort's only members among the persons of the range. */
  readonly replaceMembers: (
    project: ProjectId,
    id: CohortId,
    range: PersonRange,
    persons: ReadonlyArray<Uuid>
  ) => CopiedChange
  readonly countMembers: (project: ProjectId, id: CohortId) => Effect.Effect<number>
  /** By id. */
  readonly members: (project: ProjectId, id: CohortId, page: PageRequest) => Effect.Effect<Page<Uuid>>
  /** The cohorts, among these, that the person is a member of. */
  readonly membershipsOf: (
    project: ProjectId,
    person: Uuid,
    ids: ReadonlyArray<CohortId>
  ) => Effect.Effect<ReadonlySet<CohortId>>
  /** The members of these cohorts among these persons. */
  readonly membershipsOfAll: (
    project: ProjectId,
    persons: ReadonlyArray<Uuid>,
    ids: ReadonlyArray<CohortId>
  ) => Effect.Effect<ReadonlyMap<Uuid, ReadonlySet<CohortId>>>
}

/**
 * Storage of cohorts and their members. A member is a person of the project: an id of no person is ignored, and a merged
 * person's memberships go to the person it is now part of, in the transaction of the merge.
 */
export class CohortRepository extends Context.Service<CohortRepository, HashedEntityRepository<Cohort> & Members>()(
  "@hedgerow/core/cohorts/CohortRepository"
) {}

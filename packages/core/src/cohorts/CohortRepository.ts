import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { PartStamps } from "../caching/Parts.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { Cohort, CohortId } from "./Cohort.ts"

/** Which cohorts are meant, of those not deleted; everything not named is any. */
export interface CohortFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly isStatic?: boolean
  readonly createdBy?: number
}

/** The place of a cohort among those whose members are to be found anew. */
export type DueCohort = Pick<Cohort, "id" | "last_calculation">

/** Persons with ids above `after`, up to and including `until`; undefined: from the first, to the last. */
export interface PersonRange {
  readonly after: Uuid | undefined
  readonly until: Uuid | undefined
}

/**
 * Storage of cohorts and their members. A member is a person of the project: whoever is none is not added, and a merged
 * person's memberships go to the person it is now part of, in the transaction of the merge.
 */
export class CohortRepository extends Context.Service<CohortRepository, {
  /** Inside a `Transaction.run` no other one gets past its own until it ends: definitions name each other. */
  readonly lock: (project: ProjectId) => Effect.Effect<void>
  /** Those not deleted, newest first. */
  readonly list: (project: ProjectId, filter: CohortFilter, page: PageRequest) => Effect.Effect<Page<Cohort>>
  /** All that are not deleted, by id. */
  readonly all: (project: ProjectId) => Effect.Effect<ReadonlyArray<Cohort>>
  /** What stands for the parts that `all` is made of; everything of a cohort counts but what finding its members writes. */
  readonly parts: (project: ProjectId) => Effect.Effect<PartStamps>
  /** Those of `all` that are in these parts. */
  readonly inParts: (project: ProjectId, parts: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Cohort>>
  /**
   * Of all projects: those to be found by properties whose members were last found before a time, or never. In parts: the
   * first ones that come after another one; never found come first, then those found longest ago, then by id.
   */
  readonly due: (
    before: DateTime.Utc,
    after: DueCohort | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Cohort>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: CohortId) => Effect.Effect<Option.Option<Cohort>>
  /** Also deleted ones, by id. */
  readonly findMany: (project: ProjectId, ids: ReadonlyArray<CohortId>) => Effect.Effect<ReadonlyArray<Cohort>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findForUpdate: (project: ProjectId, id: CohortId) => Effect.Effect<Option.Option<Cohort>>
  readonly insert: (cohort: Omit<Cohort, "id">) => Effect.Effect<Cohort>
  /** Replaces all fields of the project's cohort with this id. */
  readonly update: (cohort: Cohort) => Effect.Effect<void>

  readonly addMembers: (project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) => Effect.Effect<void>
  /** Makes these the cohort's only members among the persons of the range. */
  readonly replaceMembers: (
    project: ProjectId,
    id: CohortId,
    range: PersonRange,
    persons: ReadonlyArray<Uuid>
  ) => Effect.Effect<void>
  readonly countMembers: (project: ProjectId, id: CohortId) => Effect.Effect<number>
  /** By id. */
  readonly members: (project: ProjectId, id: CohortId, page: PageRequest) => Effect.Effect<Page<Uuid>>
  /** Which of these cohorts the person is a member of. */
  readonly membershipsOf: (
    project: ProjectId,
    person: Uuid,
    ids: ReadonlyArray<CohortId>
  ) => Effect.Effect<ReadonlySet<CohortId>>
  /** Which of these persons are members of which of these cohorts. */
  readonly membershipsOfAll: (
    project: ProjectId,
    persons: ReadonlyArray<Uuid>,
    ids: ReadonlyArray<CohortId>
  ) => Effect.Effect<ReadonlyMap<Uuid, ReadonlySet<CohortId>>>
}>()("@hedgerow/core/cohorts/CohortRepository") {}

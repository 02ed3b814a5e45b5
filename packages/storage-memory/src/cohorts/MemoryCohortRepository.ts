import { type Cohort, cohortEntity, type CohortId, isFound } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository, type DueCohort, type PersonRange } from "@hedgerow/core/cohorts/CohortRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer, Order } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { slice } from "../database/Slice.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"
import { addMembers, removeOthers } from "./MemoryCohortMembers.ts"

/** Never calculated first, then longest ago. */
const byDue: Order.Order<DueCohort> = Order.combine(
  Order.mapInput(
    Order.Number,
    ({ last_calculation: last }) => last === null ? Number.NEGATIVE_INFINITY : DateTime.toEpochMillis(last)
  ),
  Order.mapInput(Order.Number, ({ id }) => id)
)

const present = (data: MemoryProject): ReadonlyArray<Cohort> =>
  [...data.entities.of(cohortEntity).rows.values()].filter((cohort) => !cohort.deleted)

const memberships = (data: MemoryProject, person: Uuid, ids: ReadonlyArray<CohortId>): ReadonlySet<CohortId> =>
  new Set(ids.filter((id) => data.cohortMembers.has(id, person)))

/** Cohorts and their members in memory. */
export const layer: Layer.Layer<CohortRepository, never, MemoryDatabase> = Layer.effect(
  CohortRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const cohorts = yield* MemoryEntity.make(cohortEntity)

    return CohortRepository.of({
      ...cohorts,
      due: Effect.fn("CohortRepository.due")((
        before: DateTime.Utc,
        after: DueCohort | undefined,
        limit: number
      ) =>
        database.operation((state) =>
          state.projects.flatMap((project) =>
            present(state.of(project.id)).filter((cohort) =>
              isFound(cohort.cohort_type)
              && (cohort.last_calculation === null || DateTime.isLessThan(cohort.last_calculation, before))
              && (after === undefined || byDue(after, cohort) < 0)
            )
          ).toSorted(byDue).slice(0, limit)
        )
      ),
      addMembers: (project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) =>
        withoutCopies(
          database.operation((state) => addMembers(state.of(project), id, persons)).pipe(
            Effect.withSpan("CohortRepository.addMembers")
          )
        ),
      replaceMembers: (project: ProjectId, id: CohortId, range: PersonRange, persons: ReadonlyArray<Uuid>) =>
        withoutCopies(
          database.operation((state) => {
            removeOthers(state.of(project), id, range, persons)
            addMembers(state.of(project), id, persons)
          }).pipe(Effect.withSpan("CohortRepository.replaceMembers"))
        ),
      countMembers: Effect.fn("CohortRepository.countMembers")((project: ProjectId, id: CohortId) =>
        database.operation((state) => state.of(project).cohortMembers.get(id).length)
      ),
      members: Effect.fn("CohortRepository.members")((project: ProjectId, id: CohortId, page: PageRequest) =>
        database.operation((state) => slice(state.of(project).cohortMembers.get(id).toSorted(), page))
      ),
      membershipsOf: Effect.fn("CohortRepository.membershipsOf")((
        project: ProjectId,
        person: Uuid,
        ids: ReadonlyArray<CohortId>
      ) => database.operation((state) => memberships(state.of(project), person, ids))),
      membershipsOfAll: Effect.fn("CohortRepository.membershipsOfAll")((
        project: ProjectId,
        persons: ReadonlyArray<Uuid>,
        ids: ReadonlyArray<CohortId>
      ) =>
        database.operation((state) =>
          new Map(
            persons.map((person) => [person, memberships(state.of(project), person, ids)] as const)
              .filter(([, found]) => found.size > 0)
          )
        )
      )
    })
  })
)

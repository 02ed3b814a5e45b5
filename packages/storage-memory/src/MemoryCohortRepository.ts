import type { ProjectId } from "@hedgerow/core/access/Project"
import { Cohort, type CohortId } from "@hedgerow/core/cohorts/Cohort"
import {
  type CohortFilter,
  CohortRepository,
  type DueCohort,
  type PersonRange
} from "@hedgerow/core/cohorts/CohortRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Equal, Layer, Option, Order } from "effect"
import { addMembers, removeOthers } from "./MemoryCohortMembers.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import type { MemoryProject } from "./MemoryProject.ts"
import { carryStamp, partsOf, stampsOf } from "./PartStamps.ts"
import { slice } from "./Slice.ts"

const byId: Order.Order<Cohort> = Order.mapInput(Order.Number, (cohort) => cohort.id)

const newestFirst: Order.Order<Cohort> = Order.flip(
  Order.combine(Order.mapInput(DateTime.Order, (cohort) => cohort.created_at), byId)
)

/** Never calculated first, then longest ago. */
const byDue: Order.Order<DueCohort> = Order.combine(
  Order.mapInput(
    Order.Number,
    ({ last_calculation: last }) => last === null ? Number.NEGATIVE_INFINITY : DateTime.toEpochMillis(last)
  ),
  Order.mapInput(Order.Number, ({ id }) => id)
)

const present = (data: MemoryProject): ReadonlyArray<Cohort> =>
  [...data.cohorts.values()].filter((cohort) => !cohort.deleted)

const ofMembers: ReadonlySet<string> = new Set(["is_calculating", "last_calculation", "errors_calculating", "count"])

/** Only what finding the members writes may be another. */
const isSameButForMembers = (before: Cohort, after: Cohort): boolean =>
  Object.entries(after).every(([field, value]) =>
    ofMembers.has(field) || Equal.equals(value, before[field as keyof Cohort])
  )

const matches = ({ createdBy, isStatic, search = "" }: CohortFilter) => (cohort: Cohort): boolean =>
  cohort.name.toLowerCase().includes(search.toLowerCase())
  && (isStatic === undefined || cohort.is_static === isStatic)
  && (createdBy === undefined || cohort.created_by === createdBy)

const memberships = (data: MemoryProject, person: Uuid, ids: ReadonlyArray<CohortId>): ReadonlySet<CohortId> =>
  new Set(ids.filter((id) => data.cohortMembers.has(id, person)))

/** Cohorts and their members in memory. */
export const layer: Layer.Layer<CohortRepository, never, MemoryDatabase> = Layer.effect(
  CohortRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (project: ProjectId, id: CohortId) =>
      database.operation((state) => Option.fromUndefinedOr(state.of(project).cohorts.get(id)))

    return CohortRepository.of({
      // A transaction has the whole database to itself.
      lock: () => Effect.void,
      list: Effect.fn("CohortRepository.list")((project: ProjectId, filter: CohortFilter, page: PageRequest) =>
        database.operation((state) =>
          slice(present(state.of(project)).filter(matches(filter)).toSorted(newestFirst), page)
        )
      ),
      all: Effect.fn("CohortRepository.all")((project: ProjectId) =>
        database.operation((state) => present(state.of(project)).toSorted(byId))
      ),
      parts: Effect.fn("CohortRepository.parts")((project: ProjectId) =>
        database.operation((state) => stampsOf(present(state.of(project)).toSorted(byId)))
      ),
      inParts: Effect.fn("CohortRepository.inParts")((project: ProjectId, parts: ReadonlyArray<number>) =>
        database.operation((state) => partsOf(present(state.of(project)).toSorted(byId), parts))
      ),
      due: Effect.fn("CohortRepository.due")((
        before: DateTime.Utc,
        after: DueCohort | undefined,
        limit: number
      ) =>
        database.operation((state) =>
          [...state.projects.values()].flatMap((project) =>
            present(state.of(project.id)).filter((cohort) =>
              cohort.cohort_type === "person_property"
              && (cohort.last_calculation === null || DateTime.isLessThan(cohort.last_calculation, before))
              && (after === undefined || byDue(after, cohort) < 0)
            )
          ).toSorted(byDue).slice(0, limit)
        )
      ),
      find: Effect.fn("CohortRepository.find")(find),
      findMany: Effect.fn("CohortRepository.findMany")((project: ProjectId, ids: ReadonlyArray<CohortId>) =>
        database.operation((state) => {
          const { cohorts } = state.of(project)
          return [...new Set(ids)].flatMap((id) => cohorts.get(id) ?? []).toSorted(byId)
        })
      ),
      findForUpdate: Effect.fn("CohortRepository.findForUpdate")(find),
      insert: Effect.fn("CohortRepository.insert")((fields: Omit<Cohort, "id">) =>
        database.operation((state) => {
          const cohort = new Cohort({ ...fields, id: state.nextId("cohort") as CohortId })
          state.of(cohort.project_id).cohorts.set(cohort.id, cohort)
          return cohort
        })
      ),
      update: Effect.fn("CohortRepository.update")((cohort: Cohort) =>
        database.operation((state) => {
          const { cohorts } = state.of(cohort.project_id)
          const before = cohorts.get(cohort.id)
          if (before === undefined) return
          cohorts.set(cohort.id, isSameButForMembers(before, cohort) ? carryStamp(before, cohort) : cohort)
        })
      ),

      addMembers: Effect.fn("CohortRepository.addMembers")((
        project: ProjectId,
        id: CohortId,
        persons: ReadonlyArray<Uuid>
      ) => database.operation((state) => addMembers(state.of(project), id, persons))),
      replaceMembers: Effect.fn("CohortRepository.replaceMembers")((
        project: ProjectId,
        id: CohortId,
        range: PersonRange,
        persons: ReadonlyArray<Uuid>
      ) =>
        database.operation((state) => {
          removeOthers(state.of(project), id, range, persons)
          addMembers(state.of(project), id, persons)
        })
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

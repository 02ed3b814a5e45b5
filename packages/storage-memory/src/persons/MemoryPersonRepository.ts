import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type KnownPerson, type PersonChanges, PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import { Effect, Layer } from "effect"
import { leaveCohorts, moveMemberships } from "../cohorts/MemoryCohortMembers.ts"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { requireBounded } from "../events/KnownSizes.ts"
import { moveHashKeys } from "../flags/MemoryHashKeyRepository.ts"

const personOf = (data: MemoryProject, distinctId: string) => {
  const id = data.distinctIds.get(distinctId)
  return id === undefined ? undefined : data.persons.get(id)
}

const assign = (data: MemoryProject, distinctId: string, person: Uuid): void => {
  const before = data.distinctIds.get(distinctId)
  if (before === person) return
  if (before !== undefined) data.distinctIdsOf.remove(before, distinctId)
  data.distinctIds.set(distinctId, person)
  data.distinctIdsOf.add(person, distinctId)
}

const redirect = (data: MemoryProject, from: Uuid, into: Uuid): void => {
  const before = data.overrides.get(from)
  if (before === into) return
  if (before !== undefined) data.overriddenBy.remove(before, from)
  data.overrides.set(from, into)
  data.overriddenBy.add(into, from)
}

/** Adds `from → into` and keeps every chain one step long, in whichever order its links come. */
const override = (data: MemoryProject, from: Uuid, into: Uuid): Uuid => {
  const target = data.overrides.get(into) ?? into
  if (target === from) return target
  for (const earlier of data.overriddenBy.get(from)) redirect(data, earlier, target)
  redirect(data, from, target)
  return target
}

const unredirect = (data: MemoryProject, from: Uuid): void => {
  const before = data.overrides.get(from)
  if (before === undefined) return
  data.overrides.delete(from)
  data.overriddenBy.remove(before, from)
}

const merge = (data: MemoryProject, from: Uuid, into: Uuid): void => {
  const target = override(data, from, into)
  if (target === from) return
  for (const distinctId of data.distinctIdsOf.get(from)) assign(data, distinctId, target)
  moveHashKeys(data, from, target)
  moveMemberships(data, from, target)
  data.persons.delete(from)
}

const applyChanges = (data: MemoryProject, changes: PersonChanges): void => {
  for (const person of changes.upserted) data.persons.set(person.id, person)
  for (const id of changes.returned) unredirect(data, id)
  for (const { distinctId, personId } of changes.assigned) assign(data, distinctId, personId)
  for (const { from, into } of changes.merged) merge(data, from, into)
  for (const { from, into } of changes.overridden) override(data, from, into)
}

const remove = (data: MemoryProject, id: Uuid): void => {
  for (const distinctId of data.distinctIdsOf.get(id)) {
    data.distinctIds.delete(distinctId)
    data.distinctIdsOf.remove(id, distinctId)
  }
  for (const from of data.overriddenBy.get(id)) unredirect(data, from)
  leaveCohorts(data, id)
  data.hashKeys.delete(id)
  data.persons.delete(id)
}

const known = (data: MemoryProject, ids: Iterable<Uuid>): ReadonlyArray<KnownPerson> =>
  [...new Set(ids)].toSorted().flatMap((id) => {
    const person = data.persons.get(id)
    return person === undefined ? [] : [{ person, distinctIds: data.distinctIdsOf.get(id).toSorted(compareText) }]
  })

/** Persons, distinct ids and overrides in memory. The lock of `lockByDistinctIds` is the transaction's own. */
export const layer: Layer.Layer<PersonRepository, never, MemoryDatabase> = Layer.effect(
  PersonRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const findAll = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
      database.operation((state) => {
        const data = state.of(project)
        return new Map(distinctIds.flatMap((distinctId) => {
          const person = personOf(data, distinctId)
          return person === undefined ? [] : [[distinctId, person] as const]
        }))
      })

    return PersonRepository.of({
      lockByDistinctIds: Effect.fn("PersonRepository.lockByDistinctIds")(
        function*(project: ProjectId, distinctIds: ReadonlyArray<string>, bounds?: PropertyBounds) {
          const found = yield* findAll(project, distinctIds)
          yield* requireBounded(new Set(found.values()), bounds)
          return found
        }
      ),
      findByDistinctIds: Effect.fn("PersonRepository.findByDistinctIds")(findAll),
      findByDistinctId: Effect.fn("PersonRepository.findByDistinctId")((project: ProjectId, distinctId: string) =>
        database.operation((state) => personOf(state.of(project), distinctId))
      ),
      distinctIdsOf: Effect.fn("PersonRepository.distinctIdsOf")((project: ProjectId, person: Uuid) =>
        database.operation((state) => state.of(project).distinctIdsOf.get(person))
      ),
      page: Effect.fn("PersonRepository.page")((project: ProjectId, after: Uuid | undefined, limit: number) =>
        database.operation((state) => known(state.of(project), state.of(project).persons.keysAfter(after, limit)))
      ),
      findByIds: Effect.fn("PersonRepository.findByIds")((project: ProjectId, ids: ReadonlyArray<Uuid>) =>
        database.operation((state) => known(state.of(project), ids))
      ),
      count: Effect.fn("PersonRepository.count")((project: ProjectId) =>
        database.operation((state) => state.of(project).persons.size)
      ),
      recordedAs: Effect.fn("PersonRepository.recordedAs")((project: ProjectId, ids: ReadonlyArray<Uuid>) =>
        database.operation((state) => {
          const { overriddenBy } = state.of(project)
          return [...new Set(ids.flatMap((id) => [id, ...overriddenBy.get(id)]))].toSorted()
        })
      ),
      ownersOf: Effect.fn("PersonRepository.ownersOf")((project: ProjectId, ids: ReadonlyArray<Uuid>) =>
        database.operation((state) => {
          const { overrides, persons } = state.of(project)
          return new Map(ids.flatMap((id) => {
            const owner = overrides.get(id) ?? (persons.has(id) ? id : undefined)
            return owner === undefined ? [] : [[id, owner] as const]
          }))
        })
      ),
      remove: (project: ProjectId, ids: ReadonlyArray<Uuid>) =>
        withoutCopies(
          database.operation((state) => {
            for (const id of ids) remove(state.of(project), id)
          }).pipe(Effect.withSpan("PersonRepository.remove"))
        ),
      apply: (project: ProjectId, changes: PersonChanges) =>
        withoutCopies(
          database.operation((state) => applyChanges(state.of(project), changes)).pipe(
            Effect.withSpan("PersonRepository.apply")
          )
        )
    })
  })
)

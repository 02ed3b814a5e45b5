import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { newPerson, personChanges } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"

/** The services that the person suite needs. */
export type PersonPorts = OrganizationRepository | PersonRepository | ProjectRepository | StoredRows | Transaction

/** The distinct ids of a person, sorted. */
export const idsOf = Effect.fnUntraced(function*(project: ProjectId, person: Uuid) {
  const persons = yield* PersonRepository
  return [...(yield* persons.distinctIdsOf(project, person))].toSorted()
})

/** One person per letter, each with that letter as its distinct id. */
export const makePersons = Effect.fnUntraced(function*(project: ProjectId, letters: string) {
  const persons = yield* PersonRepository
  for (const letter of letters) yield* persons.apply(project, newPerson(project, [letter])).uncaptured
})

/** Merges written as "ab" for "a into b", applied together. */
export const merge = Effect.fnUntraced(function*(project: ProjectId, ...pairs: ReadonlyArray<string>) {
  const persons = yield* PersonRepository
  const merged = pairs.map(([from = "", into = ""]) => ({
    from: deriveUuid(project, from),
    into: deriveUuid(project, into)
  }))
  yield* persons.apply(project, personChanges({ merged })).uncaptured
})

/** Overrides as "ac" for "a is now c", sorted. */
export const overridesOf = Effect.fnUntraced(function*(project: ProjectId, letters: string) {
  const rows = yield* StoredRows
  const letterOf = new Map<string, string>(Array.from(letters, (letter) => [deriveUuid(project, letter), letter]))
  const overrides = yield* rows.overrides(project)
  return Array.from(overrides, ([from, into]) => `${letterOf.get(from)}${letterOf.get(into)}`).toSorted()
})

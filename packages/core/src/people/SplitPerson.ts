import { Effect } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { Person } from "../persons/Person.ts"
import { derivePersonId } from "../persons/PersonBatch.ts"
import type { KnownPerson, PersonChanges, PersonRepository } from "../persons/PersonRepository.ts"
import { deriveUuid, type Uuid } from "../shared/Uuid.ts"
import { shownDistinctIds } from "./PersonName.ts"

/** A distinct id that leaves its person, and the person that it makes. */
export interface Part {
  readonly distinctId: string
  readonly personId: Uuid
}

/** The distinct id that a person began with, which gave it its id; where that is gone, the first that people read. */
export const firstOf = ({ distinctIds, person }: KnownPerson): string | undefined =>
  distinctIds.find((distinctId) => derivePersonId(person.project_id, distinctId) === person.id)
    ?? shownDistinctIds(distinctIds)[0]

/** The ids that the person of a distinct id may have; the first is the one that its own events were recorded under. */
const candidate = (project: ProjectId, distinctId: string, place: number): Uuid =>
  place === 0 ? derivePersonId(project, distinctId) : deriveUuid("person", project, distinctId, place)

/**
 * The persons that these distinct ids of a person make: each has the first id of its distinct id that means nobody else. An
 * id that was merged into the person is taken, as it means that distinct id again.
 */
export const partsOf = Effect.fnUntraced(function*(
  persons: Pick<PersonRepository["Service"], "ownersOf">,
  { person }: KnownPerson,
  distinctIds: ReadonlyArray<string>
) {
  const parts: Array<Part> = []
  let left = distinctIds
  for (let place = 0; left.length > 0; place++) {
    const wanted = left.map((distinctId) => ({
      distinctId,
      personId: candidate(person.project_id, distinctId, place)
    }))
    const owners = yield* persons.ownersOf(person.project_id, wanted.map(({ personId }) => personId))
    const isFree = ({ personId }: Part) =>
      !owners.has(personId) || (owners.get(personId) === person.id && personId !== person.id)
    parts.push(...wanted.filter(isFree))
    left = wanted.filter((part) => !isFree(part)).map(({ distinctId }) => distinctId)
  }
  return parts
})

/**
 * The changes of a split. The person keeps its id, and its properties where it is known whose they are; a new one has none.
 * The time of a new person's first event is not known: it has the time of the person's.
 */
export const splitChanges = (
  { person }: KnownPerson,
  parts: ReadonlyArray<Part>,
  keepsProperties: boolean
): PersonChanges => {
  const version = person.version + 1
  const kept = new Person({ ...person, version, properties: keepsProperties ? person.properties : {} })
  const made = parts.map(({ personId }) =>
    new Person({ ...person, id: personId, properties: {}, is_identified: false, version })
  )
  return {
    upserted: [kept, ...made],
    assigned: parts,
    merged: [],
    overridden: [],
    returned: parts.map(({ personId }) => personId)
  }
}

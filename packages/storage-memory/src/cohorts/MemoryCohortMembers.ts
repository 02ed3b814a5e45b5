import { cohortEntity, type CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { PersonRange } from "@hedgerow/core/cohorts/CohortRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { MemoryProject } from "../database/MemoryProject.ts"

const removeMember = (data: MemoryProject, id: CohortId, person: Uuid): void => {
  data.cohortMembers.remove(id, person)
  data.cohortsOf.remove(person, id)
}

const addMember = (data: MemoryProject, id: CohortId, person: Uuid): void => {
  data.cohortMembers.add(id, person)
  data.cohortsOf.add(person, id)
}

/** Adds those of the persons that there are, or the ones they were merged into. */
export const addMembers = (data: MemoryProject, id: CohortId, persons: ReadonlyArray<Uuid>): void => {
  if (!data.entities.has(cohortEntity.table, id)) return
  for (const person of persons) {
    const living = data.overrides.get(person) ?? person
    if (data.persons.has(living)) addMember(data, id, living)
  }
}

/** Removes the members in the range that are not among these. */
export const removeOthers = (
  data: MemoryProject,
  id: CohortId,
  { after, until }: PersonRange,
  persons: ReadonlyArray<Uuid>
): void => {
  const kept = new Set(persons)
  for (const person of data.cohortMembers.get(id)) {
    const isInRange = (after === undefined || person > after) && (until === undefined || person <= until)
    if (isInRange && !kept.has(person)) removeMember(data, id, person)
  }
}

/** The effect of a merge on memberships: the one that stays has those of both. */
export const moveMemberships = (data: MemoryProject, from: Uuid, into: Uuid): void => {
  for (const id of data.cohortsOf.get(from)) {
    removeMember(data, id, from)
    addMember(data, id, into)
  }
}

/** The person is a member of no cohort any more. */
export const leaveCohorts = (data: MemoryProject, person: Uuid): void => {
  for (const id of data.cohortsOf.get(person)) removeMember(data, id, person)
}

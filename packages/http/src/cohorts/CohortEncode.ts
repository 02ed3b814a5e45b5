import type { Cohort, CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { ExperimentId } from "@hedgerow/core/experiments/Experiment"
import type { User, UserId } from "@hedgerow/core/identity/User"
import type { KnownPerson } from "@hedgerow/core/persons/PersonRepository"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { toIso } from "@hedgerow/sql/types/Instants"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { CohortPersonRecord, CohortRecord } from "./CohortSchema.ts"

/** The people that cohorts name, by id. */
type People = ReadonlyMap<UserId, User>

/** The records that cohorts name, and those that name cohorts. */
export interface CohortNeighbours {
  readonly people: People
  /** The experiments whose exposed people a cohort holds. */
  readonly exposures: ReadonlyMap<CohortId, ReadonlyArray<ExperimentId>>
}

/** A cohort on the wire. */
export const cohortRecord =
  ({ exposures, people }: CohortNeighbours) => (cohort: Cohort): typeof CohortRecord.Type => ({
    id: cohort.id,
    name: cohort.name,
    description: cohort.description,
    groups: cohort.groups,
    deleted: cohort.deleted,
    filters: cohort.filters,
    query: cohort.query,
    is_calculating: cohort.is_calculating,
    created_by: namedUser(people, cohort.created_by),
    created_at: isoText(cohort.created_at),
    last_calculation: isoTextOrNull(cohort.last_calculation),
    errors_calculating: cohort.errors_calculating,
    count: cohort.count,
    is_static: cohort.is_static,
    cohort_type: cohort.cohort_type,
    experiment_set: exposures.get(cohort.id) ?? []
  })

/** The properties that people are known by, the best first. */
const naming = ["email", "name", "username"]

const nameOf = ({ distinctIds, person }: KnownPerson): string => {
  const names = naming.map((property) => person.properties[property])
  const name = names.find((value) => typeof value === "string" && value !== "")
  return typeof name === "string" ? name : distinctIds[0] ?? person.id
}

/** A member of a cohort on the wire. */
export const cohortPersonRecord = (known: KnownPerson): typeof CohortPersonRecord.Type => ({
  type: "person",
  id: known.person.id,
  uuid: known.person.id,
  name: nameOf(known),
  distinct_ids: known.distinctIds,
  properties: known.person.properties,
  is_identified: known.person.is_identified,
  created_at: toIso(known.person.created_at)
})

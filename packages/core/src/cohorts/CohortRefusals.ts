import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Cohort } from "./Cohort.ts"
import type { CohortUser } from "./CohortUsage.ts"

const maxNamed = 5

const named = (names: ReadonlyArray<string>): string => {
  const more = names.length - maxNamed
  return `${names.slice(0, maxNamed).join(", ")}${more > 0 ? `, … and ${more} more` : ""}`
}

const namesOf = (users: ReadonlyArray<CohortUser>): string => named(users.map(({ id, key }) => `${key} (ID: ${id})`))

/** Flags would no longer know whom they mean. */
export const usedByFlags = (users: ReadonlyArray<CohortUser>): InvalidInput =>
  InvalidInput.at(
    [],
    "invalid_input",
    `Cannot delete this cohort because feature flags use it: ${namesOf(users)}. `
      + "Please update or delete these feature flags first."
  )

/** Other cohorts would no longer know whom they mean. */
export const usedByCohorts = (cohorts: ReadonlyArray<Cohort>): InvalidInput =>
  InvalidInput.at(
    [],
    "invalid_input",
    `Cannot delete this cohort because other cohorts use it: ${
      named(cohorts.map(({ id, name }) => `${name} (ID: ${id})`))
    }. `
      + "Please update or delete these cohorts first."
  )

/** Flags cannot know what people did. */
export const behaviourOfFlags = (name: string, users: ReadonlyArray<CohortUser>): InvalidInput =>
  InvalidInput.at(
    ["filters"],
    "behavioral_cohort_found",
    `Cohort '${name}' with filters on events cannot be used in feature flags. It is used in: ${namesOf(users)}.`
  )

/** Members that were listed and members that are found are different things. */
export const staticFixed: InvalidInput = InvalidInput.at(
  ["is_static"],
  "invalid_input",
  "A cohort cannot change between static and dynamic. Please create a new one."
)

/** Only a static cohort has members that a request lists. */
export const membersOfDynamic: InvalidInput = InvalidInput.at(
  ["_create_static_person_ids"],
  "invalid_input",
  "Persons can only be listed for a static cohort."
)

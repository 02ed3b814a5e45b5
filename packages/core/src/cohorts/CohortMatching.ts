import type { DateTime } from "effect"
import { type CohortProblem, makeCohortIndex } from "../flags/evaluation/CohortIndex.ts"
import { conditionMatcher } from "../flags/evaluation/SubjectMatcher.ts"
import type { KnownPerson } from "../persons/PersonRepository.ts"
import type { Cohort, CohortId } from "./Cohort.ts"
import { cohortSource } from "./CohortDefinition.ts"

/** The test of membership of a cohort, for one person after another. */
export interface CohortMatching {
  /** The reason why its members cannot be decided. */
  readonly problem: CohortProblem | undefined
  /** The cohorts with a list of members that the answer depends on. */
  readonly listed: ReadonlyArray<CohortId>
  /** The work of its answers so far, in the units of `Work`. */
  readonly spent: () => number
  /** Whether the person, a member of these `listed` ones, belongs to it. */
  readonly matches: (person: KnownPerson, listed: ReadonlySet<number>, now: DateTime.Utc) => boolean
}

/** Reads a cohort of a project; dates without an offset are of the time zone. */
export const matchingOf = (cohorts: ReadonlyArray<Cohort>, id: CohortId, timeZone: string): CohortMatching => {
  const sources = cohorts.map(cohortSource)
  const isMember = { key: "id", type: "cohort", value: id, operator: "in" }
  const { matches, spent, staticCohorts } = conditionMatcher([isMember], { cohorts: sources, timeZone })

  return {
    problem: makeCohortIndex(sources).problemOf(id),
    listed: staticCohorts.map((listed) => listed as CohortId),
    spent,
    matches: ({ distinctIds: [identifier = ""], person }, staticCohorts, now) =>
      matches({ identifier, properties: person.properties, staticCohorts, now })
  }
}

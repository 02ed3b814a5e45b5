import type { DateTime } from "effect"
import { type CohortProblem, makeCohortIndex } from "../evaluation/CohortIndex.ts"
import { conditionMatcher } from "../evaluation/SubjectMatcher.ts"
import type { KnownPerson } from "../persons/PersonRepository.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import type { Cohort, CohortId } from "./Cohort.ts"
import { cohortSource, isJoining } from "./CohortDefinition.ts"

/** The test of membership of a cohort, for one person after another. */
export interface CohortMatching {
  /** The reason why its members cannot be decided. */
  readonly problem: CohortProblem | undefined
  /** The cohorts with a list of members that the answer depends on. */
  readonly listed: ReadonlyArray<CohortId>
  /** The conditions on what persons did, each under the id of a cohort that does not exist. */
  readonly behaviours: ReadonlyMap<CohortId, JsonRecord>
  /** The work of its answers so far, in the units of `Work`. */
  readonly spent: () => number
  /** Whether the person, a member of these `listed` ones and of these `behaviours`, belongs to it. */
  readonly matches: (person: KnownPerson, listed: ReadonlySet<number>, now: DateTime.Utc) => boolean
}

const largestId = 2_147_483_647

/** Puts a list of members in the place of each condition on what persons did: those who behave so. */
const withLists = (cohorts: ReadonlyArray<Cohort>) => {
  const taken = new Set<number>(cohorts.map(({ id }) => id))
  const behaviours = new Map<CohortId, JsonRecord>()
  let next = largestId
  const nextId = (): CohortId => {
    while (taken.has(next)) next--
    return next-- as CohortId
  }
  const listed = (part: unknown): unknown => {
    if (!isJsonRecord(part)) return part
    if (isJoining(part)) {
      const { values } = part
      return { ...part, values: Array.isArray(values) ? values.map(listed) : values }
    }
    if (part["type"] !== "behavioral") return part
    const id = nextId()
    behaviours.set(id, part)
    return { type: "cohort", key: "id", value: id, negation: part["negation"] ?? false }
  }
  return { behaviours, listed }
}

/** Reads a cohort of a project; dates without an offset are of the time zone. */
export const matchingOf = (cohorts: ReadonlyArray<Cohort>, id: CohortId, timeZone: string): CohortMatching => {
  const { behaviours, listed } = withLists(cohorts)
  const known = cohorts.map((cohort) => {
    const source = cohortSource(cohort)
    if (cohort.id !== id || source.filters === null) return source
    return { ...source, filters: { properties: listed(source.filters["properties"]) as JsonRecord } }
  })
  const lists = [...behaviours.keys()].map((behaviour) => ({ id: behaviour, is_static: true, filters: null }))
  const sources = [...known, ...lists]
  const isMember = { key: "id", type: "cohort", value: id, operator: "in" }
  const { matches, spent, staticCohorts } = conditionMatcher([isMember], { cohorts: sources, timeZone })

  return {
    problem: makeCohortIndex(sources).problemOf(id),
    listed: staticCohorts.map((listed) => listed as CohortId).filter((listed) => !behaviours.has(listed)),
    behaviours,
    spent,
    matches: ({ distinctIds: [identifier = ""], person }, staticCohorts, now) =>
      matches({ identifier, properties: person.properties, staticCohorts, now })
  }
}

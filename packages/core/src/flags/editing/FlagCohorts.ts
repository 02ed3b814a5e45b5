import { Effect } from "effect"
import type { Cohort, CohortId } from "../../cohorts/Cohort.ts"
import { conditionsOf, namedCohorts } from "../../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import { fault, type FilterFault } from "../../evaluation/filters/FilterFault.ts"
import { valueText } from "../../evaluation/filters/ValueText.ts"
import { cohortsOf, propertiesOf, type PropertyAt } from "../../evaluation/FlagConditions.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"

/** Cohorts by id. */
export type KnownCohorts = ReadonlyMap<CohortId, Cohort>

/** The cohort that has conditions on events, of one that reaches such a cohort and those that it names. */
const withBehaviour = (cohorts: KnownCohorts, cohort: Cohort): Cohort => {
  const next = [cohort]
  const seen = new Set<CohortId>()
  for (const one of next) {
    if (conditionsOf(one).some(({ condition }) => condition["type"] === "behavioral")) return one
    seen.add(one.id)
    for (const { id } of namedCohorts(one)) {
      const named = cohorts.get(id)
      if (named?.cohort_type === "behavioral" && !seen.has(id)) next.push(named)
    }
  }
  return cohort
}

const cohortFault = (cohorts: KnownCohorts, { path, property }: PropertyAt): FilterFault | undefined => {
  if (property["type"] !== "cohort") return undefined
  const { value } = property
  const at = [...path, "value"]
  const found = cohorts.get((positiveInt4(value) ?? 0) as CohortId)
  if (found === undefined || found.deleted) {
    return fault(at, "cohort.exists", `Cohort with id ${valueText(value)} does not exist`, "cohort_does_not_exist")
  }
  if (found.cohort_type !== "behavioral") return undefined
  const message = `Cohort '${
    withBehaviour(cohorts, found).name
  }' with filters on events cannot be used in feature flags.`
  return fault(at, "cohort.behavioral", message, "behavioral_cohort_found")
}

/** Everything wrong with the cohorts that a flag names; `cohorts` are those it can reach. */
export const cohortFaults = (flag: FeatureFlag, cohorts: KnownCohorts): ReadonlyArray<FilterFault> =>
  propertiesOf(flag.filters).flatMap((placed) => cohortFault(cohorts, placed) ?? [])

/** Finds every cohort that some flags name, themselves or through others; also deleted ones. */
export const makeCohortsReached = Effect.gen(function*() {
  const cohorts = yield* CohortRepository

  return Effect.fnUntraced(function*(project: ProjectId, flags: ReadonlyArray<FeatureFlag>) {
    const known = new Map<CohortId, Cohort>()
    const named: ReadonlyArray<number> = [...new Set(flags.flatMap(({ filters }) => cohortsOf(filters)))]
    let next = named as ReadonlyArray<CohortId>
    while (next.length > 0) {
      const found = yield* cohorts.findMany(project, next)
      for (const cohort of found) known.set(cohort.id, cohort)
      next = [...new Set(found.flatMap(namedCohorts).map(({ id }) => id))].filter((id) => !known.has(id))
    }
    return known
  })
})

import { Effect } from "effect"
import type { CohortId } from "../../cohorts/Cohort.ts"
import type { DashboardId } from "../../dashboards/Dashboard.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import type { Reference, ReferenceFinder } from "../../entities/References.ts"
import { cohortsOf } from "../../evaluation/FlagConditions.ts"
import { dashboardsOf, type FeatureFlag } from "./FeatureFlag.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import type { FlagFacts } from "./FlagFacts.ts"
import { flagsUsingCohorts, flagsUsingDashboards } from "./FlagFilter.ts"

/** Flags by each of the ids that they name. */
const byTarget = <Id extends number>(
  ids: ReadonlyArray<Id>,
  flags: ReadonlyArray<FeatureFlag>,
  named: (flag: FeatureFlag) => ReadonlyArray<number>
): ReadonlyMap<Id, ReadonlyArray<Reference>> => {
  const found = new Map<number, Array<Reference>>()
  for (const flag of flags) {
    for (const id of new Set(named(flag))) {
      const known = found.get(id) ?? []
      known.push({ id: flag.id, name: flag.key })
      found.set(id, known)
    }
  }
  return new Map(ids.map((id) => [id, found.get(id) ?? []]))
}

const finderOf = <Id extends number>(
  query: (ids: ReadonlyArray<Id>) => EntityQuery<FeatureFlag, FlagFacts>,
  named: (flag: FeatureFlag) => ReadonlyArray<number>
) =>
  Effect.map(FeatureFlagRepository, (flags): ReferenceFinder<Id, Reference> => ({
    find: (project, ids) => Effect.map(flags.all(project, query(ids)), (found) => byTarget(ids, found, named)),
    lock: flags.lock
  }))

/** The flags with a condition on a cohort. */
export const flagsOfCohorts = finderOf<CohortId>(flagsUsingCohorts, ({ filters }) => cohortsOf(filters))

/** The flags that a dashboard shows the use of, or that name it as one of their analytics. */
export const flagsOfDashboards = finderOf<DashboardId>(flagsUsingDashboards, dashboardsOf)

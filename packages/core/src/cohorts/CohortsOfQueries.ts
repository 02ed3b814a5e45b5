import { Effect, Layer } from "effect"
import { type KnownCohort, KnownCohorts } from "../query/KnownCohorts.ts"
import { type Cohort, isFound } from "./Cohort.ts"
import { CohortRepository } from "./CohortRepository.ts"

const known = ({ cohort_type, id, is_static, last_calculation, name }: Cohort): KnownCohort => ({
  id,
  name,
  is_static,
  isFindable: isFound(cohort_type),
  isFound: is_static || last_calculation !== null
})

/** The cohorts of a project as its queries may name them. */
export const layer: Layer.Layer<KnownCohorts, never, CohortRepository> = Layer.effect(
  KnownCohorts,
  Effect.map(CohortRepository, (repository) =>
    KnownCohorts.of({
      of: (project) =>
        Effect.map(repository.all(project), (cohorts) => cohorts.filter(({ deleted }) => !deleted).map(known))
    }))
)

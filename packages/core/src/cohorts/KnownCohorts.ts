import { Context, Effect, Layer } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { Cohort } from "./Cohort.ts"
import { CohortRepository } from "./CohortRepository.ts"

/** A cohort as queries name it. */
export interface KnownCohort extends Pick<Cohort, "cohort_type" | "id" | "is_static" | "name"> {
  /** Whether its members were found at least once; those of a static one are given. */
  readonly isFound: boolean
}

const known = ({ cohort_type, id, is_static, last_calculation, name }: Cohort): KnownCohort => ({
  id,
  name,
  is_static,
  cohort_type,
  isFound: is_static || last_calculation !== null
})

/** The cohorts that queries of a project may name: those that are not deleted. */
export class KnownCohorts extends Context.Service<KnownCohorts, {
  readonly of: (project: ProjectId) => Effect.Effect<ReadonlyArray<KnownCohort>>
}>()("@hedgerow/core/cohorts/KnownCohorts") {
  static readonly layer: Layer.Layer<KnownCohorts, never, CohortRepository> = Layer.effect(
    KnownCohorts,
    Effect.map(CohortRepository, (repository) =>
      KnownCohorts.of({
        of: (project) =>
          Effect.map(repository.all(project), (cohorts) => cohorts.filter(({ deleted }) => !deleted).map(known))
      }))
  )

  /** There is none. */
  static readonly layerNone: Layer.Layer<KnownCohorts> = Layer.succeed(KnownCohorts, { of: () => Effect.succeed([]) })
}

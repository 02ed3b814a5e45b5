import { Effect, Layer } from "effect"
import { CohortUsage } from "../cohorts/CohortUsage.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { flagsUsingCohorts } from "./FlagFilter.ts"

/** Tells which flags use cohorts; no flag begins to until the transaction ends. */
export const layer: Layer.Layer<CohortUsage, never, FeatureFlagRepository> = Layer.effect(
  CohortUsage,
  Effect.gen(function*() {
    const flags = yield* FeatureFlagRepository

    return CohortUsage.of({
      of: Effect.fn("CohortUsage.of")(function*(project, ids) {
        if (ids.length === 0) return []
        yield* flags.lock(project)
        const found = yield* flags.all(project, flagsUsingCohorts(ids))
        return found.map(({ id, key }) => ({ kind: "feature flag", id, key }))
      })
    })
  })
)

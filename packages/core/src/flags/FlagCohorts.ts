import { Effect, Option } from "effect"
import type { CohortId } from "../cohorts/Cohort.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import { fault, type FilterFault } from "./filters/FilterFault.ts"
import { valueText } from "./filters/ValueText.ts"
import { propertiesOf } from "./FlagConditions.ts"

/** What flags say of cohorts. */
export const makeFlagCohorts = Effect.gen(function*() {
  const cohorts = yield* CohortRepository

  const cohortFault = Effect.fnUntraced(
    function*(flag: FeatureFlag, value: unknown, path: ReadonlyArray<string | number>) {
      const id = positiveInt4(value) as CohortId | undefined
      const found = id === undefined ? undefined : Option.getOrUndefined(yield* cohorts.find(flag.project_id, id))
      if (found === undefined || found.deleted) {
        return fault(
          path,
          "cohort.exists",
          `Cohort with id ${valueText(value)} does not exist`,
          "cohort_does_not_exist"
        )
      }
      if (found.cohort_type !== "behavioral") return undefined
      const message = `Cohort '${found.name}' with filters on events cannot be used in feature flags.`
      return fault(path, "cohort.behavioral", message, "behavioral_cohort_found")
    }
  )

  return {
    /** Everything wrong with the cohorts that a flag names. */
    faults: Effect.fnUntraced(function*(flag: FeatureFlag) {
      const faults: Array<FilterFault> = []
      for (const { path, property } of propertiesOf(flag.filters)) {
        if (property["type"] !== "cohort") continue
        const found = yield* cohortFault(flag, property["value"], [...path, "value"])
        if (found !== undefined) faults.push(found)
      }
      return faults
    })
  }
})

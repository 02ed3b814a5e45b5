import { DateTime, Effect, Result } from "effect"
import { cohortSource } from "../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { InputIssue } from "../shared/InvalidInput.ts"
import { compileFlags } from "./evaluation/CompiledFlags.ts"
import { evaluateFlags } from "./evaluation/EvaluateFlags.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import { dependenciesOf } from "./FlagConditions.ts"
import { makeFlagDependencies } from "./FlagDependencies.ts"

const impossible: InputIssue = {
  path: ["filters"],
  code: "invalid_input",
  message: "Can't evaluate flag - please check release conditions",
  field: null,
  rule: "trial.evaluation"
}

/** Evaluates a flag once, for a user of whom nothing is known: what throws here would throw for everybody. */
export const makeFlagTrial = Effect.gen(function*() {
  const cohorts = yield* CohortRepository
  const { reachable } = yield* makeFlagDependencies

  return Effect.fnUntraced(function*(flag: FeatureFlag, timeZone: string) {
    const others = yield* reachable(flag.project_id, dependenciesOf(flag.filters))
    const sources = (yield* cohorts.all(flag.project_id)).map(cohortSource)
    const now = yield* DateTime.now
    const tried = Result.try(() => {
      const flags = [...others.values()].filter(({ deleted, id }) => !deleted && id !== flag.id)
      const compiled = compileFlags({
        flags: [...flags, { ...flag, active: true }],
        cohorts: sources,
        groupTypes: new Map(),
        timeZone
      })
      return evaluateFlags(compiled, {
        distinctId: "",
        groups: {},
        personProperties: {},
        groupProperties: {},
        hashKeys: new Map(),
        staticCohorts: new Set(),
        now,
        selection: { flagKeys: [flag.key] }
      })
    })
    return Result.isSuccess(tried) ? [] : [impossible]
  })
})

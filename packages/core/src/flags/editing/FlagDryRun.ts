import { DateTime, Effect, Result } from "effect"
import { cohortSource } from "../../cohorts/CohortDefinition.ts"
import { compileFlags } from "../../evaluation/CompiledFlags.ts"
import { evaluateFlags } from "../../evaluation/EvaluateFlags.ts"
import type { FlagSource } from "../../evaluation/FlagSource.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { KnownCohorts } from "./FlagCohorts.ts"
import type { Flags } from "./FlagDependencies.ts"

const impossible: InputIssue = {
  path: ["filters"],
  code: "invalid_input",
  message: "Can't evaluate flag - please check release conditions",
  field: null,
  rule: "trial.evaluation"
}

/** The records that a flag names, and the flags on every way that may lead back to it. */
export interface Reached {
  readonly flags: Flags
  readonly cohorts: KnownCohorts
}

/** A flag that another one depends on, for all users: how it comes to its answer was tried out when it was written. */
const answering = (flag: FeatureFlag): FlagSource => ({ ...flag, active: true, filters: { groups: [{}] } })

/** Evaluates a flag once, for a user of whom nothing is known: an error here would be one for all users. */
export const tryOut = Effect.fnUntraced(function*(flag: FeatureFlag, { cohorts, flags }: Reached, timeZone: string) {
  const now = yield* DateTime.now
  const tried = Result.try(() => {
    const others = [...flags.values()].filter(({ deleted, id }) => !deleted && id !== flag.id).map(answering)
    const compiled = compileFlags({
      flags: [...others, { ...flag, active: true }],
      cohorts: [...cohorts.values()].filter(({ deleted }) => !deleted).map(cohortSource),
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

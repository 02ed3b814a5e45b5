import { Effect, Option } from "effect"
import type { Project } from "../access/Project.ts"
import { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import type { InputIssue } from "../shared/InvalidInput.ts"
import type { FeatureFlag } from "./FeatureFlag.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { issueOf } from "./filters/FilterFault.ts"
import { makeFlagCohorts } from "./FlagCohorts.ts"
import { flagNames, makeFlagDependencies } from "./FlagDependencies.ts"
import { filterIssues } from "./FlagInput.ts"
import { crossFieldIssues, deletionIssues } from "./FlagRules.ts"
import { makeFlagTrial } from "./FlagTrial.ts"
import { FlagUsage, noUses } from "./FlagUsage.ts"

type Issues = ReadonlyArray<InputIssue>

/** A flag as it would be after a change, and as it was: both with readable payloads. */
export interface Draft {
  readonly after: FeatureFlag
  readonly before?: FeatureFlag
  /** What the change is about, by name. */
  readonly touches: ReadonlySet<string>
}

export const keyTaken: InputIssue = {
  path: ["key"],
  code: "unique",
  message: "There is already a feature flag with this key."
}

const refusal = (message: string): Issues => [{ path: [], code: "invalid_input", message }]

/** Everything a change of a flag may break beyond its own fields. */
export const makeFlagChecks = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const dashboards = yield* DashboardRepository
  const cohorts = yield* makeFlagCohorts
  const dependencies = yield* makeFlagDependencies
  const trial = yield* makeFlagTrial
  const usage = yield* FlagUsage

  const keyIssues = Effect.fnUntraced(function*({ after, before }: Draft) {
    if (after.deleted) return []
    if (before !== undefined && before.key === after.key && !before.deleted) return []
    const owner = Option.getOrUndefined(yield* repository.findByKey(after.project_id, after.key))
    return owner === undefined || owner.id === after.id ? [] : [keyTaken]
  })

  const dashboardIssues = Effect.fnUntraced(function*({ after, touches }: Draft) {
    if (!touches.has("analytics_dashboards")) return []
    const issues: Array<InputIssue> = []
    for (const [index, id] of after.analytics_dashboards.entries()) {
      const found = Option.getOrUndefined(yield* dashboards.find(after.project_id, id))
      if (found !== undefined && !found.deleted) continue
      const message = `Invalid pk "${id}" - object does not exist.`
      issues.push({
        path: ["analytics_dashboards", index],
        code: "does_not_exist",
        message,
        field: "analytics_dashboards"
      })
    }
    return issues
  })

  const filtersIssues = Effect.fnUntraced(function*({ after, before, touches }: Draft) {
    const isRestored = before?.deleted === true && !after.deleted
    if (!touches.has("filters") && !isRestored) return []
    const own = filterIssues(after.filters)
    const named = [...yield* cohorts.faults(after), ...yield* dependencies.faults(after)]
    return [...own, ...named.map(issueOf)]
  })

  const deleting = Effect.fnUntraced(function*({ after, before }: Draft) {
    if (before === undefined || before.deleted || !after.deleted) return []
    const uses = (yield* usage.of(after.project_id, [after.id])).get(after.id) ?? noUses
    const dependents = yield* dependencies.activeDependents(after.project_id, after.id)
    return [
      ...deletionIssues(uses),
      ...(dependents.length === 0 ? [] : refusal(
        `Cannot delete this feature flag because other flags depend on it: ${flagNames(dependents)}. `
          + "Please update or delete the dependent flags first."
      ))
    ]
  })

  const disabling = Effect.fnUntraced(function*({ after, before }: Draft) {
    if (before === undefined || !before.active || after.active || after.deleted) return []
    const dependents = yield* dependencies.activeDependents(after.project_id, after.id)
    return dependents.length === 0 ? [] : refusal(
      `Cannot disable this feature flag because other flags depend on it: ${flagNames(dependents)}. `
        + "Please update or disable the dependent flags first."
    )
  })

  const enabling = Effect.fnUntraced(function*({ after, before, touches }: Draft) {
    if (before === undefined || before.active || !after.active || touches.has("filters")) return []
    const disabled = yield* dependencies.disabled(after)
    return disabled.length === 0 ? [] : refusal(
      `Cannot enable this feature flag because it depends on disabled flags: ${flagNames(disabled)}. `
        + "Please enable the dependency flags first."
    )
  })

  const crossFields = Effect.fnUntraced(function*({ after, before }: Draft) {
    const uses = before === undefined
      ? noUses
      : (yield* usage.of(after.project_id, [after.id])).get(after.id) ?? noUses
    return crossFieldIssues(after, before, uses)
  })

  const checks = [keyIssues, filtersIssues, crossFields, dashboardIssues, deleting, disabling, enabling]

  /** All that is wrong with a change; a flag that seems right is tried out. */
  return Effect.fnUntraced(function*(project: Project, draft: Draft) {
    const issues = (yield* Effect.forEach(checks, (check) => check(draft))).flat()
    return issues.length > 0 || !draft.touches.has("filters") ? issues : yield* trial(draft.after, project.timezone)
  })
})

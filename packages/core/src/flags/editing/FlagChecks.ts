import { type DateTime, Effect, Option } from "effect"
import { Dashboards } from "../../dashboards/Dashboards.ts"
import type { Draft } from "../../entities/EntityEditing.ts"
import { issueOf } from "../../evaluation/filters/FilterFault.ts"
import { filterNameFaults, saysWho, unknownFilterFaults } from "../../evaluation/filters/FilterNameFaults.ts"
import { sizeFaults } from "../../evaluation/filters/FilterRules.ts"
import type { Project } from "../../identity/Project.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { flagByKey } from "../model/FlagFilter.ts"
import { FlagReferences, noUses } from "../model/FlagReferences.ts"
import { cohortFaults, makeCohortsReached } from "./FlagCohorts.ts"
import { dependencyFaults, disabledDependencies, flagNames, makeFlagDependencies } from "./FlagDependencies.ts"
import { type Reached, tryOut } from "./FlagDryRun.ts"
import { dashboardMissing } from "./FlagFields.ts"
import { filterIssues } from "./FlagInput.ts"
import { crossFieldIssues, deletionIssues } from "./FlagRules.ts"

type Issues = ReadonlyArray<InputIssue>

/** The words of a change for those who must approve it. */
export interface ApprovalWords {
  /** Whether they have done so. */
  readonly isGiven: boolean
  readonly comment: string | null
  readonly scheduledAt: DateTime.Utc | null
}

/** A flag as it would be after a change, and as it was: both with readable payloads. */
export interface FlagDraft extends Draft<FeatureFlag> {
  /** As it was, with encrypted payloads sealed. */
  readonly stored: FeatureFlag | undefined
  /** The filters that were sent, which may have been laid over the stored ones. */
  readonly sent: JsonRecord | undefined
  /** The fields that the change names. */
  readonly touches: ReadonlySet<string>
  /** The issues of the change by itself. */
  readonly issues: Issues
  /** The words for those who must approve the change. */
  readonly approval: ApprovalWords
  /** Whether a new flag gets a usage dashboard. */
  readonly hasDashboard: boolean | undefined
}

export const keyTaken: InputIssue = {
  path: ["key"],
  code: "unique",
  message: "There is already a feature flag with this key."
}

const isRestored = ({ after, before }: FlagDraft): boolean => before?.deleted === true && !after.deleted

const isEnabled = ({ after, before }: FlagDraft): boolean => before?.active === false && after.active && !after.deleted

const nothing: Reached = { flags: new Map(), cohorts: new Map() }

/** Unknown names in filters without other conditions: the stored filters would hide that they are lost. */
const lostIssues = ({ before, sent }: FlagDraft): Issues =>
  sent === undefined || saysWho(sent)
    ? []
    : unknownFilterFaults(sent).filter(({ path: [name] }) => !Object.hasOwn(before?.filters ?? {}, String(name)))
      .map(issueOf)

/**
 * The faults of the filters. Names that were stored before they were looked at are no news: a record can be sent back
 * as it was read.
 */
const newIssues = (draft: FlagDraft): Issues => {
  const { after, before } = draft
  const own = filterIssues(after.filters, before?.filters)
  const places = new Set(own.map(({ path }) => JSON.stringify(path)))
  const issues = [...own, ...lostIssues(draft).filter(({ path }) => !places.has(JSON.stringify(path)))]
  if (before === undefined || !issues.some(isOfNames)) return issues
  const known = new Set(filterNameFaults(before.filters).map(({ path }) => JSON.stringify(["filters", ...path])))
  return issues.filter((issue) => !isOfNames(issue) || !known.has(JSON.stringify(issue.path)))
}

const isOfNames = ({ rule }: InputIssue): boolean => rule?.startsWith("name.") === true

const refusal = (message: string): Issues => [{ path: [], code: "invalid_input", message }]

/** Everything a change of a flag may break beyond its own fields. */
export const makeFlagChecks = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const dashboards = yield* Dashboards
  const cohortsReached = yield* makeCohortsReached
  const dependencies = yield* makeFlagDependencies
  const references = yield* FlagReferences

  const keyIssues = Effect.fnUntraced(function*({ after, before }: FlagDraft) {
    if (after.deleted) return []
    if (before !== undefined && before.key === after.key && !before.deleted) return []
    const owner = Option.getOrUndefined(yield* repository.first(after.project_id, flagByKey(after.key)))
    return owner === undefined || owner.id === after.id ? [] : [keyTaken]
  })

  const dashboardIssues = Effect.fnUntraced(function*({ after, touches }: FlagDraft) {
    if (!touches.has("analytics_dashboards")) return []
    const missing = new Set(yield* dashboards.missing(after.project_id, after.analytics_dashboards))
    return after.analytics_dashboards.flatMap((id, index): Issues =>
      missing.has(id) ? [dashboardMissing(id, ["analytics_dashboards", index])] : []
    )
  })

  /** The records that the flag names, as far as the change makes them matter. */
  const reached = Effect.fnUntraced(function*(draft: FlagDraft) {
    const { after, before, touches } = draft
    if (!touches.has("filters") && !isRestored(draft) && !isEnabled(draft)) return nothing
    if (sizeFaults(after.filters).length > 0) return nothing
    const flags = yield* dependencies.concerned(after, before)
    return { flags, cohorts: yield* cohortsReached(after.project_id, [after]) }
  })

  const filtersIssues = (draft: FlagDraft, { cohorts, flags }: Reached) => {
    const { after, touches } = draft
    const isNew = touches.has("filters") || isRestored(draft)
    if (!isNew && !isEnabled(draft)) return Effect.succeed([])
    if (sizeFaults(after.filters).length > 0) return Effect.succeed(filterIssues(after.filters))
    const named = [...cohortFaults(after, cohorts), ...dependencyFaults(after, flags)]
    // Of disabled flags that a flag depends on, `enabling` speaks; one that is restored disabled needs none of them.
    const speaksOfDisabled = touches.has("filters") || isNew && after.active
    const reported = named.filter(({ rule }) => speaksOfDisabled || rule !== "dependency.active").map(issueOf)
    return Effect.succeed(isNew ? [...newIssues(draft), ...reported] : reported)
  }

  const deleting = Effect.fnUntraced(function*({ after, before }: FlagDraft) {
    if (before === undefined || before.deleted || !after.deleted) return []
    const uses = yield* references.findForUpdate(after.project_id, after.id)
    const dependents = yield* dependencies.activeDependents(after.project_id, after.id)
    return [
      ...deletionIssues(uses),
      ...(dependents.length === 0 ? [] : refusal(
        `Cannot delete this feature flag because other flags depend on it: ${flagNames(dependents)}. `
          + "Please update or delete the dependent flags first."
      ))
    ]
  })

  const disabling = Effect.fnUntraced(function*({ after, before }: FlagDraft) {
    if (before === undefined || !before.active || after.active || after.deleted) return []
    const dependents = yield* dependencies.activeDependents(after.project_id, after.id)
    return dependents.length === 0 ? [] : refusal(
      `Cannot disable this feature flag because other flags depend on it: ${flagNames(dependents)}. `
        + "Please update or disable the dependent flags first."
    )
  })

  const enabling = (draft: FlagDraft, { flags }: Reached) => {
    if (!isEnabled(draft) || draft.touches.has("filters")) return Effect.succeed([])
    const disabled = disabledDependencies(draft.after, flags)
    return Effect.succeed(
      disabled.length === 0 ? [] : refusal(
        `Cannot enable this feature flag because it depends on disabled flags: ${flagNames(disabled)}. `
          + "Please enable the dependency flags first."
      )
    )
  }

  const crossFields = Effect.fnUntraced(function*({ after, before }: FlagDraft) {
    const uses = before === undefined ? noUses : yield* references.find(after.project_id, after.id)
    return crossFieldIssues(after, before, uses)
  })

  const checks = [keyIssues, filtersIssues, crossFields, dashboardIssues, deleting, disabling, enabling]

  /** All that is wrong with a change; a flag that seems right is tried out. */
  return Effect.fnUntraced(function*(project: Project, draft: FlagDraft) {
    const known = yield* reached(draft)
    const issues = (yield* Effect.forEach(checks, (check) => check(draft, known))).flat()
    return issues.length > 0 || !draft.touches.has("filters")
      ? issues
      : yield* tryOut(draft.after, known, project.timezone)
  })
})

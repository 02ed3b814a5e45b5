import { DateTime, Effect, Option } from "effect"
import { UserRepository } from "../../access/AccessRepository.ts"
import { Dashboards } from "../../dashboards/Dashboards.ts"
import { Changes, type Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import { type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagNotFound, FlagConflict, FlagVersionMismatch } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { featureFlagEntity } from "../model/FlagEntity.ts"
import { shownRolloutIssues } from "../model/FlagNames.ts"
import { FlagReferences } from "../model/FlagReferences.ts"
import { blankFlag, changedFlag, withDefaultCondition } from "./FlagChanging.ts"
import { type Draft, keyTaken, makeFlagChecks } from "./FlagChecks.ts"
import { staleFields } from "./FlagConflicts.ts"
import type { FlagChanges } from "./FlagFields.ts"
import { readFlagChanges, readNewFlag, requireSound } from "./FlagInput.ts"
import { openPayloads, withFilters } from "./FlagPayloads.ts"
import { RequiresEvaluationTags } from "./FlagPolicy.ts"
import { decryptionIssues, revealPayloads, sealed } from "./FlagSecrets.ts"

/** A new flag with fields that clients cannot send. */
export interface NewFlagOptions {
  /** Whether it belongs to a survey or another owner, and is in no list. */
  readonly isInternal?: boolean
}

const taken = new InvalidInput({ issues: [keyTaken] })

const untagged: InputIssue = {
  path: ["evaluation_tags"],
  code: "required",
  message: "At least one evaluation tag is required to create a new feature flag."
}

/** Creates and changes flags: each change is one transaction with its activity. */
export const makeFlagWriting = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const users = yield* UserRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const { follow } = yield* FlagReferences
  const requiresTags = yield* RequiresEvaluationTags
  const dashboards = yield* Dashboards
  const check = yield* makeFlagChecks

  const create = Effect.fnUntraced(
    function*(editing: Editing, body: unknown, { isInternal = false }: NewFlagOptions) {
      const { _should_create_usage_dashboard: withDashboard, ...fields } = yield* readNewFlag(body)
      yield* repository.lock(editing.project.id)
      const blank = blankFlag(
        yield* repository.nextId,
        fields.key,
        editing.project.id,
        editing.actor,
        yield* DateTime.now
      )
      const drafted = withDefaultCondition(changedFlag(blank, fields))
      const { flag, issues } = revealPayloads(new FeatureFlag({ ...drafted, is_internal: isInternal }), undefined)
      const needsTags = !isInternal && requiresTags(editing.project.id) && flag.evaluation_tags.length === 0
      const touches = new Set(["filters", "analytics_dashboards"])
      const broken = yield* check(editing.project, {
        after: flag,
        touches,
        ...(fields.filters && { sent: fields.filters })
      })
      const shown = shownRolloutIssues(recordOrEmpty(body), flag.filters)
      yield* requireSound([...issues, ...shown, ...broken, ...(needsTags ? [untagged] : [])])
      const dashboard = isInternal || withDashboard === false
        ? null
        : (yield* dashboards.createUsageDashboard(editing, flag.key)).id
      const made = new FeatureFlag({ ...flag, usage_dashboard: dashboard })
      const stored = yield* sealed(made)
      yield* Effect.catchTag(repository.insert(stored), "FlagKeyTaken", () => Effect.fail(taken))
      yield* record(editing, featureFlagEntity, { after: made })
      return stored
    },
    transaction.run
  )

  /** The flag, locked until the transaction ends; several flags' rules hang together, so all of them wait. */
  const lock = Effect.fnUntraced(function*(editing: Editing, id: FeatureFlagId) {
    yield* repository.lock(editing.project.id)
    const found = Option.getOrUndefined(yield* repository.findForUpdate(editing.project.id, id))
    return found ?? (yield* new FeatureFlagNotFound())
  })

  const conflict = Effect.fnUntraced(function*(stored: FeatureFlag) {
    const { last_modified_by: id } = stored
    const user = id === null ? undefined : Option.getOrUndefined(yield* users.find(id))
    return yield* new FlagConflict({ updated_by: user?.email ?? null })
  })

  /** The flag as its record shows it: made as a flag, and without dashboards that are deleted. */
  const readForm = Effect.fnUntraced(function*(stored: FeatureFlag) {
    const gone = new Set(yield* dashboards.missing(stored.project_id, stored.analytics_dashboards))
    return new FeatureFlag({
      ...stored,
      creation_context: stored.creation_context ?? "feature_flags",
      analytics_dashboards: stored.analytics_dashboards.filter((id) => !gone.has(id))
    })
  })

  /**
   * The part of a change to be written: all of it, or, when it is based on an older version, the caller's own changes of
   * that. Refuses one that would undo another change made since.
   */
  const onStored = Effect.fnUntraced(function*(
    now: FeatureFlag,
    changes: FlagChanges,
    sent: JsonRecord,
    ifVersion: number | undefined
  ) {
    if (ifVersion !== undefined && ifVersion !== now.version) {
      return yield* new FlagVersionMismatch({ version: now.version })
    }
    const { original_flag: original, version } = changes
    if (version === undefined || original === undefined || original === null) return changes
    if ((version ?? 0) === now.version) return changes
    const { evaluation_tags } = changes
    const wanted = evaluation_tags === undefined ? sent : { ...sent, evaluation_tags }
    const { conflicting, overtaken } = staleFields(yield* readForm(now), original, wanted)
    if (conflicting.length > 0) return yield* conflict(now)
    const own: FlagChanges = Object.fromEntries(Object.entries(changes).filter(([name]) => !overtaken.includes(name)))
    return own
  })

  const renameDashboard = Effect.fnUntraced(function*(editing: Editing, before: FeatureFlag, after: FeatureFlag) {
    if (before.key === after.key || after.usage_dashboard === null) return
    const keys = { from: before.key, to: after.key }
    // A dashboard that is gone needs no other name.
    yield* Effect.ignore(dashboards.renameUsageDashboard(editing, after.usage_dashboard, keys))
  })

  const save = Effect.fnUntraced(function*(
    editing: Editing,
    stored: FeatureFlag,
    { after, before }: { readonly after: FeatureFlag; readonly before: FeatureFlag }
  ) {
    const changed = new FeatureFlag({
      ...after,
      version: before.version + 1,
      updated_at: yield* DateTime.now,
      last_modified_by: editing.actor === "system" ? null : editing.actor.id
    })
    const kept = yield* sealed(changed, stored, before)
    yield* Effect.catchTag(repository.update(kept), "FlagKeyTaken", () => Effect.fail(taken))
    yield* follow(editing, stored, kept)
    yield* renameDashboard(editing, before, changed)
    yield* record(editing, featureFlagEntity, { before, after: changed })
    return kept
  })

  const patch = Effect.fnUntraced(
    function*(editing: Editing, id: FeatureFlagId, body: unknown, ifVersion: number | undefined) {
      const stored = yield* lock(editing, id)
      const sent = yield* readFlagChanges(body)
      const before = withFilters(stored, yield* openPayloads(stored))
      const changes = yield* onStored(before, sent, recordOrEmpty(body), ifVersion)
      const { flag: after, issues } = revealPayloads(changedFlag(before, changes), before)
      const touches = new Set(Object.keys(changes))
      const draft: Draft = { after, before, touches, ...(changes.filters && { sent: changes.filters }) }
      const broken = yield* check(editing.project, draft)
      const shown = shownRolloutIssues(recordOrEmpty(body), after.filters)
      yield* requireSound([...issues, ...shown, ...decryptionIssues(before, after, changes.filters), ...broken])
      return yield* save(editing, stored, { after, before })
    },
    transaction.run
  )

  return { create, patch, lock }
})

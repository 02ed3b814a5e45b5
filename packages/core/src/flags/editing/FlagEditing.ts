import { Effect } from "effect"
import { Dashboards } from "../../dashboards/Dashboards.ts"
import { type Editing, userOf } from "../../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../../entities/EntityEditing.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import { type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { requireApproval } from "../approvals/NeededApproval.ts"
import { makeOvertaking } from "../approvals/OvertakenRequests.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagNotFound } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { featureFlagEntity } from "../model/FlagEntity.ts"
import { shownRolloutIssues } from "../model/FlagNames.ts"
import { FlagReferences } from "../model/FlagReferences.ts"
import { blankFlag, changedFlag, withDefaultCondition } from "./FlagChanging.ts"
import { type FlagDraft, keyTaken, makeFlagChecks } from "./FlagChecks.ts"
import { makeVersionCheck } from "./FlagConflicts.ts"
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

/** The fields of a flag that are sent, and the body that they were read of. */
interface SentFlag {
  readonly changes: FlagChanges
  readonly body: JsonRecord
  readonly hasDashboard?: boolean
  /** Whether those who must approve it have done so. */
  readonly isApproved?: boolean
}

/** A new flag that is sent. */
interface SentNewFlag extends SentFlag, NewFlagOptions {
  readonly key: string
}

const untagged: InputIssue = {
  path: ["evaluation_tags"],
  code: "required",
  message: "At least one evaluation tag is required to create a new feature flag."
}

const newlyTouched: ReadonlySet<string> = new Set(["filters", "analytics_dashboards"])

/** The flag after a change, and what is wrong with the change by itself. */
const drafted = (before: FeatureFlag | undefined, from: FeatureFlag, { body, changes }: SentFlag) => {
  const changed = changedFlag(before ?? from, changes)
  const { flag, issues } = revealPayloads(before === undefined ? withDefaultCondition(changed) : changed, before)
  return {
    after: flag,
    issues: [
      ...issues,
      ...shownRolloutIssues(body, flag.filters),
      ...(before === undefined ? [] : decryptionIssues(before, flag, changes.filters))
    ]
  }
}

/** Creates and changes flags: each change is one transaction with its activity. */
export const makeFlagEditing = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const references = yield* FlagReferences
  const requiresTags = yield* RequiresEvaluationTags
  const dashboards = yield* Dashboards
  const check = yield* makeFlagChecks
  const checkVersion = yield* makeVersionCheck
  const overtake = yield* makeOvertaking

  const renameDashboard = Effect.fnUntraced(function*(by: Editing, before: FeatureFlag, after: FeatureFlag) {
    if (before.key === after.key || after.usage_dashboard === null) return
    const keys = { from: before.key, to: after.key }
    // A dashboard that is gone needs no other name.
    yield* Effect.ignore(dashboards.renameUsageDashboard(by, after.usage_dashboard, keys))
  })

  const editing = yield* makeEntityEditing(featureFlagEntity, repository, {
    missing: () => new FeatureFlagNotFound(),
    lock: repository.lock,
    blank: ({ by, made, sent: { isInternal = false, key } }: NewEdit<FeatureFlag, SentNewFlag>) =>
      new FeatureFlag({
        ...blankFlag(made.id, key, made.project_id, by.actor, made.created_at),
        is_internal: isInternal
      }),
    draft: Effect.fnUntraced(function*({ before: stored, by, from, now, sent }: Edit<FeatureFlag, SentFlag>) {
      const before = stored === undefined ? undefined : withFilters(stored, yield* openPayloads(stored))
      const touches = before === undefined ? newlyTouched : new Set(Object.keys(sent.changes))
      const draft: FlagDraft = {
        ...drafted(before, from, sent),
        before,
        by,
        now,
        stored,
        touches,
        sent: sent.changes.filters,
        approval: {
          isGiven: sent.isApproved === true,
          comment: sent.changes._approval_comment || null,
          scheduledAt: sent.changes._approval_scheduled_at ?? null
        },
        hasDashboard: sent.hasDashboard
      }
      return draft
    }),
    check: Effect.fnUntraced(function*(draft) {
      const { after, before, by: { project }, issues } = draft
      const isUntagged = before === undefined && !after.is_internal && after.evaluation_tags.length === 0
      const needsTags = isUntagged && requiresTags(project.id)
      yield* requireSound([...issues, ...(yield* check(project, draft)), ...(needsTags ? [untagged] : [])])
    }),
    link: Effect.fnUntraced(function*(draft) {
      const { after, before, by, hasDashboard = true, now } = draft
      if (before === undefined) {
        const dashboard = after.is_internal || !hasDashboard
          ? null
          : yield* dashboards.createUsageDashboard(by, after.key)
        return { ...draft, after: new FeatureFlag({ ...after, usage_dashboard: dashboard?.id ?? null }) }
      }
      yield* renameDashboard(by, before, after)
      const version = { version: before.version + 1, updated_at: now, last_modified_by: userOf(by) }
      return { ...draft, after: new FeatureFlag({ ...after, ...version }) }
    }),
    seal: ({ after, before, stored }: FlagDraft) => sealed(after, stored, before),
    taken: () => new InvalidInput({ issues: [keyTaken] }),
    follow: Effect.fnUntraced(function*(draft: FlagDraft, after) {
      const { by, stored: before } = draft
      if (before === undefined) return
      yield* references.follow(by, before, after)
      yield* requireApproval(draft)
      yield* overtake(by, after)
    })
  })

  const patchAs = (isApproved: boolean) => (by: Editing, id: FeatureFlagId, body: unknown, ifVersion?: number) =>
    editing.update(
      by,
      id,
      Effect.fnUntraced(function*(stored) {
        const changes = yield* readFlagChanges(body)
        const sent = recordOrEmpty(body)
        return { body: sent, changes: yield* checkVersion(stored, changes, sent, ifVersion), isApproved }
      })
    )

  const readNew = (body: unknown, options: NewFlagOptions) =>
    Effect.map(readNewFlag(body), ({ _should_create_usage_dashboard: hasDashboard = true, ...changes }) => ({
      ...options,
      body: recordOrEmpty(body),
      changes,
      hasDashboard,
      key: changes.key
    }))

  return {
    create: (by: Editing, body: unknown, options: NewFlagOptions = {}) =>
      // Nobody must approve a new flag.
      Effect.catchIf(
        editing.create(by, readNew(body, options)),
        (error) => error._tag === "NeededApproval",
        Effect.die
      ),
    /** `ifVersion` is a version that the flag must have. Nothing is changed when others must approve the change. */
    patch: patchAs(false),
    /** As `patch`, of a change that those who must have approved. */
    patchApproved: patchAs(true)
  }
})

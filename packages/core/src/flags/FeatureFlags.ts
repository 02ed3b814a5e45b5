import { Context, Effect, Layer } from "effect"
import type { UserRepository } from "../access/AccessRepository.ts"
import type { Caller } from "../access/Caller.ts"
import type { ProjectAccess } from "../access/ProjectAccess.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Cohort } from "../cohorts/Cohort.ts"
import type { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { Cohorts } from "../cohorts/Cohorts.ts"
import type { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import type { Dashboards } from "../dashboards/Dashboards.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import type { GroupRepository } from "../persons/GroupRepository.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { makeAskingForApproval } from "./approvals/AskForApproval.ts"
import type { ApprovalRequired } from "./approvals/ChangeRequestErrors.ts"
import type { ChangeRequestRepository } from "./approvals/ChangeRequestRepository.ts"
import { changingWithin } from "./approvals/ChangeWithin.ts"
import { makeFlagCopying } from "./copying/CopyFlags.ts"
import type { FlagCopy } from "./copying/FlagCopy.ts"
import { makeFlagCohortCreation } from "./editing/FlagCohortCreation.ts"
import { makeFlagEditing, type NewFlagOptions } from "./editing/FlagEditing.ts"
import type { FeatureFlag, FlagReference } from "./model/FeatureFlag.ts"
import type {
  FeatureFlagNotFound,
  FlagConflict,
  FlagCopyRefused,
  FlagIdsInvalid,
  FlagPayloadUnreadable,
  FlagVersionMismatch,
  UsageDashboardRefused
} from "./model/FeatureFlagErrors.ts"
import type { FeatureFlagRepository } from "./model/FeatureFlagRepository.ts"
import type { FlagReferences } from "./model/FlagReferences.ts"
import type { FlagState } from "./model/FlagStatus.ts"
import { type FlagKeys, type FlagQuery, makeFlagReading } from "./reading/FlagReading.ts"
import { makeFlagDashboards } from "./usage/FlagDashboards.ts"

type Ports =
  | Changes
  | ChangeRequestRepository
  | CohortRepository
  | Cohorts
  | DashboardRepository
  | Dashboards
  | DefinitionsVersions
  | FeatureFlagRepository
  | FlagReferences
  | GroupRepository
  | Jobs
  | ProjectAccess
  | Transaction
  | UserRepository

/** The flags of projects, and every rule of changing them. Each change is one transaction with its activity. */
export class FeatureFlags extends Context.Service<FeatureFlags, {
  /** Makes a flag of `body`. */
  readonly create: (
    editing: Editing,
    body: unknown,
    options?: NewFlagOptions
  ) => Effect.Effect<FeatureFlag, InvalidInput>
  /**
   * Changes what `body` names; `ifVersion` is a version the flag must have. Marks as deleted and restores, too. Of a change
   * that others must approve a change request is made, and the flag stays: not for use within a transaction.
   */
  readonly patch: (
    editing: Editing,
    id: FeatureFlagId,
    body: unknown,
    ifVersion?: number
  ) => Effect.Effect<
    FeatureFlag,
    ApprovalRequired | FeatureFlagNotFound | FlagConflict | FlagVersionMismatch | InvalidInput
  >
  /**
   * As `patch`, as a part of another change, whose transaction has the lock of the flags. Of a change that others must
   * approve no request is made: the whole is refused. Dies where the project has no such flag.
   */
  readonly change: (
    editing: Editing,
    id: FeatureFlagId,
    body: unknown
  ) => Effect.Effect<FeatureFlag, ApprovalRequired | InvalidInput>
  /** Flags that are neither deleted nor internal. */
  readonly list: (
    project: ProjectId,
    query: FlagQuery,
    page: PageRequest
  ) => Effect.Effect<Page<FeatureFlag>>
  /** Also one that is deleted. */
  readonly find: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<FeatureFlag, FeatureFlagNotFound>
  /** Those with these ids, also deleted ones. */
  readonly findMany: (
    project: ProjectId,
    ids: ReadonlyArray<FeatureFlagId>
  ) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** Whether the flag is still of use, and why. */
  readonly status: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<FlagState, FeatureFlagNotFound>
  /** The keys of the flags with these ids (`ids` of the body): those of unknown and deleted flags are left out. */
  readonly bulkKeys: (project: ProjectId, body: unknown) => Effect.Effect<FlagKeys, FlagIdsInvalid | InvalidInput>
  /** The active flags with a condition on this one. */
  readonly activeDependents: (
    project: ProjectId,
    id: FeatureFlagId
  ) => Effect.Effect<ReadonlyArray<FlagReference>, FeatureFlagNotFound>
  /**
   * The payload of a remote configuration (by id or key) as its JSON text, null when there is none. `isTrusted` opens an
   * encrypted one, which is hidden otherwise.
   */
  readonly remoteConfig: (
    project: ProjectId,
    idOrKey: string,
    isTrusted: boolean
  ) => Effect.Effect<string | null, FeatureFlagNotFound | FlagPayloadUnreadable>
  /** The flag as a caller may see it: encrypted payloads opened for trusted ones, hidden for others. */
  readonly shown: (flag: FeatureFlag, isTrusted: boolean) => Effect.Effect<FeatureFlag>
  /** Makes the flag's usage dashboard, unless it has one. */
  readonly createUsageDashboard: (
    editing: Editing,
    id: FeatureFlagId
  ) => Effect.Effect<void, FeatureFlagNotFound | UsageDashboardRefused>
  /** Adds insights of `$feature_view` and `$feature_interaction` to the usage dashboard. */
  readonly enrichUsageDashboard: (
    editing: Editing,
    id: FeatureFlagId
  ) => Effect.Effect<void, FeatureFlagNotFound | UsageDashboardRefused>
  /** Makes a static cohort of the persons for whom the flag is on, which are found in the background. */
  readonly createStaticCohort: (editing: Editing, id: FeatureFlagId) => Effect.Effect<Cohort, FeatureFlagNotFound>
  /**
   * Copies a flag with the flags and cohorts it depends on into other projects: all of it or nothing. Its body:
   * `target_project_ids`, and `dry_run`, `disable`, `on_conflict` (`update` or `fail`).
   */
  readonly copyToProjects: (
    caller: Caller,
    from: Project,
    id: FeatureFlagId,
    body: unknown
  ) => Effect.Effect<
    ReadonlyArray<FlagCopy>,
    ApprovalRequired | FeatureFlagNotFound | FlagCopyRefused | InvalidInput
  >
}>()("@hedgerow/core/flags/FeatureFlags") {
  static readonly layer: Layer.Layer<FeatureFlags, never, Ports> = Layer.effect(
    FeatureFlags,
    Effect.gen(function*() {
      const reading = yield* makeFlagReading
      const editing = yield* makeFlagEditing
      const dashboards = yield* makeFlagDashboards
      const createStaticCohort = yield* makeFlagCohortCreation
      const change = changingWithin(editing)
      const copy = yield* makeFlagCopying({ create: editing.create, change })
      const patch = yield* makeAskingForApproval(editing)

      return FeatureFlags.of({
        create: Effect.fn("FeatureFlags.create")(editing.create),
        patch: Effect.fn("FeatureFlags.patch")(patch),
        change: Effect.fn("FeatureFlags.change")(change),
        list: Effect.fn("FeatureFlags.list")(reading.list),
        find: Effect.fn("FeatureFlags.find")(reading.find),
        findMany: Effect.fn("FeatureFlags.findMany")(reading.findMany),
        status: Effect.fn("FeatureFlags.status")(reading.status),
        bulkKeys: Effect.fn("FeatureFlags.bulkKeys")(reading.bulkKeys),
        activeDependents: Effect.fn("FeatureFlags.activeDependents")(reading.activeDependents),
        remoteConfig: Effect.fn("FeatureFlags.remoteConfig")(reading.remoteConfig),
        shown: Effect.fn("FeatureFlags.shown")(reading.shown),
        createUsageDashboard: Effect.fn("FeatureFlags.createUsageDashboard")(dashboards.create),
        enrichUsageDashboard: Effect.fn("FeatureFlags.enrichUsageDashboard")(dashboards.enrich),
        createStaticCohort: Effect.fn("FeatureFlags.createStaticCohort")(createStaticCohort),
        copyToProjects: Effect.fn("FeatureFlags.copyToProjects")(function*(caller, from, id, body) {
          return yield* copy(caller, from, yield* reading.find(from.id, id), body)
        })
      })
    })
  )
}

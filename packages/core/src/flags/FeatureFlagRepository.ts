import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { PartStamps } from "../caching/Parts.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { FeatureFlag, FeatureFlagId, FlagCalls, FlagReference } from "./FeatureFlag.ts"
import type { FlagKeyTaken } from "./FeatureFlagErrors.ts"
import type { FlagFilter } from "./FlagFilter.ts"

/**
 * Storage of feature flags. Keys are unique among a project's flags that are not deleted. A flag of another project is as
 * one that does not exist.
 */
export class FeatureFlagRepository extends Context.Service<FeatureFlagRepository, {
  /** The id of the next flag: unique over the installation and given once. */
  readonly nextId: Effect.Effect<FeatureFlagId>
  /** Flags that are neither deleted nor internal. */
  readonly list: (project: ProjectId, filter: FlagFilter, page: PageRequest) => Effect.Effect<Page<FeatureFlag>>
  /** Also one that is deleted. */
  readonly find: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<Option.Option<FeatureFlag>>
  /** Also those that are deleted, by id. */
  readonly findMany: (
    project: ProjectId,
    ids: ReadonlyArray<FeatureFlagId>
  ) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** One that is not deleted. */
  readonly findByKey: (project: ProjectId, key: string) => Effect.Effect<Option.Option<FeatureFlag>>
  /**
   * Every flag that is not deleted, internal ones too, by id. Encrypted payloads are sealed: whoever shows what stands in
   * a payload goes through `FlagPayloads`.
   */
  readonly all: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** What stands for the parts that `all` is made of; everything of a flag counts but when it was called. */
  readonly parts: (project: ProjectId) => Effect.Effect<PartStamps>
  /** Those of `all` that are in these parts. */
  readonly inParts: (project: ProjectId, parts: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly lock: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<Option.Option<FeatureFlag>>
  /**
   * Inside a `Transaction.run` no other one of the project gets past its own until it ends: for changes whose rules look at
   * several flags.
   */
  readonly lockAll: (project: ProjectId) => Effect.Effect<void>
  readonly insert: (flag: FeatureFlag) => Effect.Effect<void, FlagKeyTaken>
  /** Replaces the project's flag with this id, but for when it was called. */
  readonly update: (flag: FeatureFlag) => Effect.Effect<void, FlagKeyTaken>
  /** Flags that are not deleted with a condition on this one, by id. */
  readonly dependentsOf: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** Whether some flag that is not deleted has a condition on this one. */
  readonly hasDependents: (project: ProjectId, id: FeatureFlagId) => Effect.Effect<boolean>
  /** The flags with these ids and all that they depend on, directly or not; also those that are deleted, by id. */
  readonly reachable: (
    project: ProjectId,
    from: ReadonlyArray<FeatureFlagId>
  ) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** Flags that are not deleted with a condition on one of these cohorts, by id. */
  readonly usingCohorts: (
    project: ProjectId,
    cohorts: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<FlagReference>>
  /** Moves the time of the last call forward, never back; unknown keys are passed over. */
  readonly markCalled: (project: ProjectId, calls: FlagCalls) => Effect.Effect<void>
  /** Marks flags as ones of which views and interactions were seen; unknown keys are passed over. */
  readonly markEnriched: (project: ProjectId, keys: ReadonlyArray<string>) => Effect.Effect<void>
}>()("@hedgerow/core/flags/FeatureFlagRepository") {}

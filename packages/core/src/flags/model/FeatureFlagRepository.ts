import type { Effect } from "effect"
import { Context } from "effect"
import type { HashedEntityRepository } from "../../entities/EntityRepository.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { FeatureFlag, FlagCalls } from "./FeatureFlag.ts"
import type { FlagKeyTaken } from "./FeatureFlagErrors.ts"
import type { FlagFacts } from "./FlagFacts.ts"

interface Marks {
  /** The flags with these ids and all that they depend on, directly or not; also those that are deleted, by id. */
  readonly reachable: (
    project: ProjectId,
    from: ReadonlyArray<FeatureFlagId>
  ) => Effect.Effect<ReadonlyArray<FeatureFlag>>
  /** Moves the time of the last call forward, never back; unknown keys are ignored. */
  readonly markCalled: (project: ProjectId, calls: FlagCalls) => Effect.Effect<void>
  /** Marks flags as ones of which views and interactions were seen; unknown keys are ignored. */
  readonly markEnriched: (project: ProjectId, keys: ReadonlyArray<string>) => Effect.Effect<void>
}

/**
 * Storage of feature flags. Keys are unique among a project's flags that are not deleted. Encrypted payloads are sealed:
 * a payload is shown through `FlagPayloads` alone.
 */
export class FeatureFlagRepository extends Context.Service<
  FeatureFlagRepository,
  HashedEntityRepository<FeatureFlag, FlagFacts, FlagKeyTaken> & Marks
>()("@hedgerow/core/flags/model/FeatureFlagRepository") {}

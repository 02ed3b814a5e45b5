import { Effect } from "effect"
import type { CreationContext, FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { type FlagFilter, flagsBy } from "../../flags/model/FlagFilter.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { ineligible } from "./DecidingFilters.ts"

/** Flags that were made for these belong to them. */
const taken: ReadonlySet<CreationContext | null> = new Set(["product_tours", "surveys"] as const)

const isEligible = ({ creation_context, filters }: FeatureFlag): boolean =>
  !taken.has(creation_context) && ineligible(filters) === undefined

/** Finds the flags that an experiment can decide by. */
export const makeEligibleFlags = Effect.map(
  FeatureFlagRepository,
  (flags) =>
    Effect.fnUntraced(function*(project: ProjectId, filter: FlagFilter, { limit, offset }: PageRequest) {
      const found = (yield* flags.all(project, flagsBy({ ...filter, type: "multivariant" }))).filter(isEligible)
      return { count: found.length, items: found.slice(offset, offset + limit) } satisfies Page<FeatureFlag>
    })
)

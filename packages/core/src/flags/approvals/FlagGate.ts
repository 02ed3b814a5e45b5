import type { FlagApprovals } from "../../identity/Project.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"

type Tagged = Pick<FeatureFlag, "is_internal" | "tags">

/**
 * Whether changes of a flag need approval; a flag's tags are in lower case. Flags that belong to a survey decide for that
 * alone, and change with it.
 */
export const isGated = (approvals: FlagApprovals | null, before: Tagged, after: Tagged): boolean => {
  if (approvals === null || before.is_internal) return false
  const meant = new Set((approvals.tags ?? []).map((tag) => tag.toLowerCase()))
  return meant.size === 0 || [...before.tags, ...after.tags].some((tag) => meant.has(tag))
}

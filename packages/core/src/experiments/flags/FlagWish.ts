import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { ExperimentChange } from "../editing/ExperimentDraft.ts"
import { stateOf } from "../Experiment.ts"
import type { Holdout } from "../holdouts/Holdout.ts"
import { followingFilters, withHoldout } from "./DecidingFilters.ts"
import type { FlagWish } from "./ExperimentFlags.ts"

/**
 * The change of the flag after a change of its experiment: its variants while the experiment is a draft, or on request.
 */
export const wishOf = (
  flag: FeatureFlag,
  { after, before, changes }: ExperimentChange,
  holdout: Holdout | null
): FlagWish => {
  const isDraft = stateOf(before) === "draft"
  const parameters = changes.parameters ?? null
  const follows = parameters !== null && (isDraft || changes.update_feature_flag_params === true)
  const filters = follows ? followingFilters(flag.filters, parameters) : flag.filters
  const continuity = parameters?.["ensure_experience_continuity"]
  return {
    filters: changes.holdout_id === undefined ? filters : withHoldout(filters, holdout),
    ...(isDraft && after.start_date !== null ? { active: true } : undefined),
    ...(follows && typeof continuity === "boolean" ? { ensure_experience_continuity: continuity } : undefined)
  }
}

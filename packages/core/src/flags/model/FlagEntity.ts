import { entity } from "../../entities/Entity.ts"
import { FeatureFlag } from "./FeatureFlag.ts"
import { FlagKeyTaken } from "./FeatureFlagErrors.ts"
import { type FlagFacts, flagFacts } from "./FlagFacts.ts"

/** The entity of feature flags. A new time of the last call is no change of the content. */
export const featureFlagEntity = entity<FeatureFlag, FlagFacts, FlagKeyTaken>({
  name: "FeatureFlag",
  table: "feature_flags",
  model: FeatureFlag,
  ids: { sequence: "feature_flag_ids" },
  derive: {
    columns: ["depends_on", "cohort_ids", "has_variants", "is_rolled_out"],
    from: ({ filters }) => flagFacts(filters)
  },
  jsonNulls: ["rollback_conditions"],
  keptByUpdate: ["last_called_at"],
  uncounted: ["last_called_at"],
  unique: { field: "key", isFreedByDeletion: true, taken: ({ key }) => new FlagKeyTaken({ key }) },
  activity: {
    scope: "FeatureFlag",
    name: ({ key }) => key,
    secrets: (flag, before) =>
      flag.has_encrypted_payloads || before?.has_encrypted_payloads === true ? ["filters.payloads"] : []
  },
  bumps: "project"
})

import { knownNames } from "../../shared/KnownNames.ts"

/** Other words for a share of users. */
export const shareWords: ReadonlyArray<string> = [
  "rollout",
  "percentage",
  "percent",
  "rollout_percent",
  "weight",
  "pct",
  "traffic",
  "share",
  "ratio",
  "fraction",
  "exposure",
  "coverage",
  "probability",
  "sampling",
  "sample_rate",
  "split",
  "rate"
]

/** Other words for the users who get a flag. */
export const audienceWords: ReadonlyArray<string> = [
  "condition",
  "conditions",
  "release_conditions",
  "condition_sets",
  "rule",
  "rules",
  "targeting",
  "target",
  "users",
  "user",
  "user_ids",
  "people",
  "person",
  "segment",
  "audience",
  "cohort",
  "include",
  "exclude",
  "when",
  "where",
  "criteria",
  "criterion",
  "filter_group",
  "constraints",
  "strategy",
  "strategies",
  "allowlist",
  "whitelist"
]

/** Other words for the share that is held out. */
export const holdoutWords: ReadonlyArray<string> = ["exclusion", "exclude_percentage"]

/** Other words for variants. */
export const variantWords: ReadonlyArray<string> = ["variations", "options", "arms"]

/** Other words for the operator of a property. */
export const operatorWords: ReadonlyArray<string> = [
  "op",
  "operation",
  "comparator",
  "comparison",
  "match",
  "predicate"
]

/** Other words for the opposite of a condition. */
export const negationWords: ReadonlyArray<string> = ["negate", "negated", "not"]

/** The names of `filters`. */
export const filterNames = knownNames([
  "groups",
  "multivariate",
  "payloads",
  "aggregation_group_type_index",
  "early_exit",
  "holdout",
  "holdout_groups",
  "feature_enrollment",
  "super_groups",
  "properties"
], {
  shown: ["version"],
  elsewhere: {
    rollout_percentage: "groups[].rollout_percentage",
    variants: "multivariate.variants",
    exclusion_percentage: "holdout.exclusion_percentage"
  },
  words: {
    "groups[].rollout_percentage": shareWords,
    "holdout.exclusion_percentage": holdoutWords,
    "multivariate.variants": variantWords,
    "groups[].properties": ["property"],
    groups: [...audienceWords, "filter", "filters"],
    aggregation_group_type_index: ["group_type_index"]
  }
})

/** The names of a condition. */
export const conditionNames = knownNames(
  ["properties", "rollout_percentage", "variant", "aggregation_group_type_index"],
  {
    shown: ["description", "sort_key", "users_affected"],
    words: {
      rollout_percentage: [...shareWords, ...holdoutWords],
      properties: ["property", "props", "filter", "filters", ...audienceWords],
      aggregation_group_type_index: ["group_type_index"]
    }
  }
)

/** The names of a condition on one property. */
export const propertyNames = knownNames(["key", "type", "value", "operator", "group_type_index", "negation"], {
  shown: ["cohort_name", "label", "dependency_chain"],
  words: { operator: operatorWords, negation: negationWords }
})

/** The names of `multivariate`. */
export const multivariateNames = knownNames(["variants"], { words: { variants: variantWords } })

/** The names of a variant. */
export const variantNames = knownNames(["key", "name", "rollout_percentage"], {
  words: { rollout_percentage: shareWords }
})

/** The names of `holdout`. */
export const holdoutNames = knownNames(["exclusion_percentage"], {
  shown: ["id"],
  words: { exclusion_percentage: [...shareWords, ...holdoutWords, "rollout_percentage"] }
})

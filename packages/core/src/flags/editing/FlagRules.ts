import { fault } from "../../evaluation/filters/FilterFault.ts"
import { issueOf } from "../../evaluation/filters/FilterFault.ts"
import { variantsOf } from "../../evaluation/FlagConditions.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { FlagUses } from "../model/FlagReferences.ts"

type Issues = ReadonlyArray<InputIssue>

const at = (field: string, message: string): InputIssue => ({ path: [field], code: "invalid_input", message })

const tagIssues = ({ evaluation_tags, tags }: FeatureFlag): Issues => {
  const unknown = evaluation_tags.filter((tag) => !tags.includes(tag))
  return unknown.length === 0 ? [] : [
    at(
      "evaluation_tags",
      `Evaluation tags must be a subset of tags. Invalid evaluation tags: ${unknown.join(", ")}`
    )
  ]
}

const bucketingIssues = (flag: FeatureFlag): Issues =>
  flag.bucketing_identifier === "device_id" && flag.ensure_experience_continuity
    ? [
      at("bucketing_identifier", "Device ID bucketing cannot be combined with persistence across authentication steps.")
    ]
    : []

const encryptionIssues = (flag: FeatureFlag): Issues =>
  flag.has_encrypted_payloads && !flag.is_remote_configuration
    ? [at("has_encrypted_payloads", "Encrypted payloads require the flag to be a remote configuration.")]
    : []

const aggregationIssues = ({ filters }: FeatureFlag, { EarlyAccessFeature: features }: FlagUses): Issues => {
  const index = filters["aggregation_group_type_index"]
  if (features.length === 0 || index === undefined || index === null) return []
  const message = "Cannot change this flag to a group-based when linked to an Early Access Feature."
  return [issueOf(fault(["aggregation_group_type_index"], "cross_field.early_access_group", message))]
}

const variantIssues = (flag: FeatureFlag, before: FeatureFlag | undefined, uses: FlagUses): Issues => {
  const running = uses.Experiment.filter(({ isRunning }) => isRunning)
  if (before === undefined || running.length === 0) return []
  const kept = new Set(variantsOf(flag.filters).map(({ key }) => key))
  const ids = running.map(({ id }) => id).join(", ")
  return variantsOf(before.filters).filter(({ key }) => !kept.has(key)).map(({ key }) =>
    issueOf(fault(
      ["multivariate", "variants"],
      "cross_field.variant_in_experiment",
      `Variant '${key}' cannot be removed: it is used by running experiment(s) with ID(s): ${ids}.`
    ))
  )
}

/** Exposures are found by the key: with another one a running experiment would begin with nobody. */
const keyIssues = ({ key }: FeatureFlag, before: FeatureFlag | undefined, uses: FlagUses): Issues => {
  const running = uses.Experiment.filter(({ isRunning }) => isRunning)
  if (before === undefined || before.key === key || running.length === 0) return []
  const ids = running.map(({ id }) => id).join(", ")
  return [at("key", `The key cannot be changed: it is used by running experiment(s) with ID(s): ${ids}.`)]
}

/** The rules that a flag's fields break together, and with the records that use it. */
export const crossFieldIssues = (flag: FeatureFlag, before: FeatureFlag | undefined, uses: FlagUses): Issues => [
  ...aggregationIssues(flag, uses),
  ...variantIssues(flag, before, uses),
  ...keyIssues(flag, before, uses),
  ...tagIssues(flag),
  ...encryptionIssues(flag),
  ...bucketingIssues(flag)
]

/** The issues of deleting a flag that something depends on. */
export const deletionIssues = ({ EarlyAccessFeature: features, Experiment: experiments }: FlagUses): Issues => {
  const refuse = (why: string, advice: string): InputIssue => ({
    path: [],
    code: "invalid_input",
    message: `Cannot delete a feature flag that is ${why}. Please delete the ${advice} before deleting the flag.`
  })
  const ids = experiments.map(({ id }) => id).join(", ")
  return [
    ...(features.length === 0 ? [] : [refuse("in use with early access features", "early access feature")]),
    ...(experiments.length === 0
      ? []
      : [refuse(`linked to active experiment(s) with ID(s): ${ids}`, "experiment(s)")])
  ]
}

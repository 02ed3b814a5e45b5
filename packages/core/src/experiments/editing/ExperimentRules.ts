import { DateTime } from "effect"
import { variantsOf } from "../../evaluation/FlagConditions.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import { shownValue } from "../../shared/ShownValue.ts"
import { stateOf } from "../Experiment.ts"
import { ineligible } from "../flags/DecidingFilters.ts"
import { repeatedUuid } from "../metrics/InlineMetrics.ts"
import { orderFault } from "../metrics/MetricOrder.ts"
import { uuidsOf } from "./ExperimentChanging.ts"
import { type ExperimentDraft, type KnownMetrics, together } from "./ExperimentDraft.ts"

type Issues = ReadonlyArray<InputIssue>

/** An experiment ends after it has begun. */
export const dateIssues = ({ after, changes }: ExperimentDraft): Issues => {
  const { end_date: end, start_date: start } = after
  const isTouched = changes.start_date !== undefined || changes.end_date !== undefined
  return isTouched && start !== null && end !== null && !DateTime.isGreaterThan(end, start)
    ? [together("End date must be after start date")]
    : []
}

/** The names of fields that stay as they are, in the reference service's words. */
export const fixedIssues = ({ before, changes }: ExperimentDraft, flag: FeatureFlag): Issues => {
  if (before === undefined) return []
  const keys = [
    ...(changes.feature_flag_key === undefined || changes.feature_flag_key === flag.key
      ? []
      : ["get_feature_flag_key"]),
    ...(changes.type === undefined || changes.type === before.type ? [] : ["type"])
  ]
  return keys.length === 0 ? [] : [together(`Can't update keys: ${keys.join(", ")} on Experiment`)]
}

const keepsVariants = (sent: unknown, flag: FeatureFlag): boolean => {
  const keys = variantsOf(flag.filters).map(({ key }) => key)
  return Array.isArray(sent) && sent.length === keys.length
    && keys.every((key) => sent.some((variant) => variant?.key === key))
}

/** The issues of changes that are not allowed once an experiment has begun. */
export const begunIssues = ({ before, changes }: ExperimentDraft, flag: FeatureFlag): Issues => {
  if (before === undefined || stateOf(before) === "draft") return []
  const { holdout_id: holdout, parameters } = changes
  const name = "feature_flag_variants"
  const hasOthers = parameters !== undefined && parameters !== null && Object.hasOwn(parameters, name)
    && !keepsVariants(parameters[name], flag)
  return [
    ...(hasOthers ? [together(`Can't update ${name} on Experiment`)] : []),
    ...(holdout === undefined || holdout === before.holdout_id
      ? []
      : [together("Can't update holdout on running Experiment")])
  ]
}

/** The baseline that `stats_config` names is a variant of the flag. */
export const baselineIssues = ({ changes }: ExperimentDraft, filters: FeatureFlag["filters"]): Issues => {
  const named = changes.stats_config?.["baseline_variant_key"] ?? ""
  if (named === "" || variantsOf(filters).some(({ key }) => key === named)) return []
  return [{
    path: ["stats_config", "baseline_variant_key"],
    field: "stats_config",
    code: "invalid_choice",
    message: `"${shownValue(named)}" is not a variant of the feature flag.`
  }]
}

/** Conditions stand in the exposure and in the metrics. */
export const propertiesIssues = ({ changes }: ExperimentDraft): Issues => {
  const properties = changes.filters?.["properties"]
  const isEmpty = properties === undefined || properties === null || properties === false || properties === ""
    || Array.isArray(properties) && properties.length === 0
    || typeof properties === "object" && Object.keys(properties).length === 0
  return isEmpty ? [] : [together("Experiments do not support global filter properties")]
}

/** Only an experiment whose flag exists can be restored or launched. */
export const flagIssues = ({ after, before }: ExperimentDraft, flag: FeatureFlag): Issues => {
  if (before?.deleted === true && !after.deleted && flag.deleted) {
    return [
      together(
        "Cannot restore experiment: the linked feature flag has been deleted. "
          + "Restore the feature flag first, then restore the experiment."
      )
    ]
  }
  if (before === undefined || stateOf(before) !== "draft" || stateOf(after) === "draft") return []
  if (flag.deleted) return [together("Experiment cannot be launched because its feature flag has been deleted.")]
  const why = ineligible(flag.filters)
  return why === undefined ? [] : [together(why)]
}

/** The uuids of metrics differ, and all of them have a place in the order. */
export const metricIssues = ({ after }: ExperimentDraft, known: KnownMetrics): Issues => {
  const repeated = repeatedUuid(after.metrics, after.metrics_secondary)
  if (repeated !== undefined) {
    return [together(`Duplicate metric UUID: '${repeated}'. Each metric must have a unique UUID.`)]
  }
  return (["primary", "secondary"] as const).flatMap((sort) => {
    const fault = orderFault(sort, after[`${sort}_metrics_ordered_uuids`], uuidsOf(after, known, sort))
    return fault === undefined ? [] : [together(fault)]
  })
}

import { type DateTime, Result } from "effect"
import { variantsOf } from "../../evaluation/FlagConditions.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import { type Experiment, onlyMatured } from "../Experiment.ts"
import { splitAtEnd } from "../flags/SplitAtEnd.ts"
import type { AnalysedExperiment } from "./AnalysedExperiment.ts"
import { type ExposureCriteria, exposureCriteriaOf } from "./ExposureCriteria.ts"

const microsOf = (time: DateTime.Utc | null): EventTime | undefined =>
  time === null ? undefined : time.epochMilliseconds * 1000 as EventTime

/** The part of a flag that decides who is exposed to what. */
export const flagPart = (
  key: string,
  filters: FeatureFlag["filters"]
): Pick<AnalysedExperiment, "flag_key" | "group_type_index" | "variants"> => {
  const { aggregation_group_type_index: group } = filters
  return {
    flag_key: key,
    variants: variantsOf(filters).map(({ key, percentage }) => ({
      key,
      rollout_percentage: Number.isFinite(percentage) ? percentage : 0
    })),
    group_type_index: typeof group === "number" && group >= 0 && group <= 4 ? group as GroupTypeIndex : undefined
  }
}

/** The part of an experiment, and of its flag, that decides its results. */
export const analysedOf = (
  experiment: Experiment,
  flag: FeatureFlag
): Result.Result<AnalysedExperiment, InvalidInput> =>
  Result.map(exposureCriteriaOf(experiment.exposure_criteria), (criteria) => analysedBy(criteria, experiment, flag))

/** The filters that decided while an experiment ran: after its end its flag may get others, as when a variant is shipped. */
const filtersOf = (experiment: Experiment, { filters }: FeatureFlag): FeatureFlag["filters"] => {
  const variants = splitAtEnd(experiment)
  return variants === undefined ? filters : { ...filters, multivariate: { variants } }
}

const analysedBy = (criteria: ExposureCriteria, experiment: Experiment, flag: FeatureFlag): AnalysedExperiment => ({
  ...flagPart(flag.key, filtersOf(experiment, flag)),
  holdout_id: experiment.holdout_id ?? undefined,
  start: microsOf(experiment.start_date),
  end: microsOf(experiment.end_date),
  exposure_criteria: criteria,
  stats_config: experiment.stats_config,
  only_matured: onlyMatured(experiment),
  ...(experiment.parameters?.["funnel_steps_data_disabled"] === true ? { without_sessions: true } : undefined)
})

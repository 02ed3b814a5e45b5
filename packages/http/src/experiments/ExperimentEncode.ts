import type { Caller } from "@hedgerow/core/access/Caller"
import { accessLevelOf, levelIn } from "@hedgerow/core/access/Membership"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { type Experiment, type SavedMetricLink, stateOf } from "@hedgerow/core/experiments/Experiment"
import type { NamedThings } from "@hedgerow/core/experiments/Experiments"
import { fingerprinted } from "@hedgerow/core/experiments/metrics/InlineMetrics"
import { withExperimentDates } from "@hedgerow/core/experiments/metrics/LegacyMetrics"
import type { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Schema } from "effect"
import { minimalFlagRecord } from "../flags/FeatureFlagEncode.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { ExperimentRecord } from "./ExperimentSchema.ts"
import { holdoutRecord } from "./HoldoutEncode.ts"

/** Everything about some experiments that stands elsewhere. */
export interface ExperimentContext extends NamedThings {
  readonly people: ReadonlyMap<UserId, User>
  /** Their flags, as the caller may see them. */
  readonly flags: ReadonlyMap<FeatureFlagId, FeatureFlag>
  readonly caller: Caller
  readonly project: Project
}

type Json = Readonly<Record<string, Schema.Json>>

/** The values were sent as JSON. */
const json = (record: JsonRecord): Json => record as Json

const metrics = (experiment: Experiment, list: ReadonlyArray<JsonRecord> | null) =>
  list === null ? null : list.map((metric) => json(withExperimentDates(experiment, metric)))

const linkRecord = (context: ExperimentContext, experiment: Experiment) => (link: SavedMetricLink) => {
  const metric = context.savedMetrics.get(link.saved_metric)
  return metric === undefined ? [] : [{
    id: link.id,
    experiment: experiment.id,
    saved_metric: link.saved_metric,
    metadata: json(link.metadata),
    created_at: link.created_at,
    query: json(fingerprinted(experiment, withExperimentDates(experiment, metric.query))),
    name: metric.name
  }]
}

/** The maker of an experiment manages it. */
const accessLevel = ({ caller, project }: ExperimentContext, { created_by }: Experiment): string =>
  created_by === caller.user.id
    ? "manager"
    : accessLevelOf(levelIn(caller.memberships, project.organization_id) ?? 1)

/** An experiment on the wire, with its flag. */
const recordWith = (
  context: ExperimentContext,
  experiment: Experiment,
  flag: FeatureFlag
): typeof ExperimentRecord.Type => {
  const holdout = experiment.holdout_id === null ? undefined : context.holdouts.get(experiment.holdout_id)
  return {
    id: experiment.id,
    name: experiment.name,
    description: experiment.description,
    start_date: isoTextOrNull(experiment.start_date),
    end_date: isoTextOrNull(experiment.end_date),
    feature_flag_key: flag.key,
    feature_flag: minimalFlagRecord(flag, true),
    holdout: holdout === undefined ? null : holdoutRecord(context.people)(holdout),
    holdout_id: holdout?.id ?? null,
    exposure_cohort: experiment.exposure_cohort,
    parameters: experiment.parameters === null ? null : json(experiment.parameters),
    secondary_metrics: experiment.secondary_metrics === null ? null : experiment.secondary_metrics.map(json),
    saved_metrics: experiment.saved_metrics.flatMap(linkRecord(context, experiment)),
    saved_metrics_ids: null,
    filters: json(experiment.filters),
    archived: experiment.archived,
    deleted: experiment.deleted,
    created_by: namedUser(context.people, experiment.created_by),
    created_at: isoText(experiment.created_at),
    updated_at: isoText(experiment.updated_at),
    type: experiment.type,
    exposure_criteria: experiment.exposure_criteria === null ? null : json(experiment.exposure_criteria),
    metrics: metrics(experiment, experiment.metrics),
    metrics_secondary: metrics(experiment, experiment.metrics_secondary),
    stats_config: experiment.stats_config === null ? null : json(experiment.stats_config),
    conclusion: experiment.conclusion,
    conclusion_comment: experiment.conclusion_comment,
    primary_metrics_ordered_uuids: experiment.primary_metrics_ordered_uuids,
    secondary_metrics_ordered_uuids: experiment.secondary_metrics_ordered_uuids,
    status: stateOf(experiment),
    user_access_level: accessLevel(context, experiment)
  }
}

/** Experiments on the wire: the flag of each is known. */
export const experimentRecord = (context: ExperimentContext) => (experiment: Experiment) => {
  const flag = context.flags.get(experiment.feature_flag_id)
  if (flag === undefined) throw new Error(`The flag of experiment ${experiment.id} is not known.`)
  return recordWith(context, experiment, flag)
}

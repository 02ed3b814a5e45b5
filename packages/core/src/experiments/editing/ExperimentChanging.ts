import { type DateTime, Struct } from "effect"
import { isoText } from "../../shared/IsoText.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { Experiment, type SavedMetricLink } from "../Experiment.ts"
import { withSplitOfEnd } from "../flags/SplitAtEnd.ts"
import type { HoldoutId } from "../holdouts/Holdout.ts"
import { allFingerprinted, uuidOf } from "../metrics/InlineMetrics.ts"
import { nextOrder } from "../metrics/MetricOrder.ts"
import type { SavedMetricId } from "../saved-metrics/SavedMetric.ts"
import type { KnownMetrics } from "./ExperimentDraft.ts"
import type { ExperimentChanges, SentLink } from "./ExperimentFields.ts"

type BlankFields = Pick<
  Experiment,
  "created_at" | "created_by" | "feature_flag_id" | "id" | "name" | "project_id" | "updated_at"
>

/** The first state of an experiment. */
export const blankExperiment = (fields: BlankFields): Experiment =>
  new Experiment({
    ...fields,
    description: "",
    start_date: null,
    end_date: null,
    holdout_id: null,
    exposure_cohort: null,
    parameters: {},
    secondary_metrics: [],
    saved_metrics: [],
    filters: {},
    archived: false,
    deleted: false,
    type: "product",
    exposure_criteria: null,
    metrics: [],
    metrics_secondary: [],
    stats_config: null,
    conclusion: null,
    conclusion_comment: null,
    primary_metrics_ordered_uuids: null,
    secondary_metrics_ordered_uuids: null
  })

/** A new experiment has a method for its statistics. */
export const withMethod = (config: JsonRecord | null): JsonRecord => ({
  ...config,
  method: config?.["method"] ?? "bayesian"
})

/** The links after a change: one that was there keeps its id. */
const linksAfter = (
  before: ReadonlyArray<SavedMetricLink>,
  sent: ReadonlyArray<SentLink> | null | undefined,
  now: DateTime.Utc
): ReadonlyArray<SavedMetricLink> => {
  if (sent === undefined) return before
  const known = new Map(before.map((link) => [Number(link.saved_metric), link]))
  let last = before.reduce((highest, { id }) => Math.max(highest, id), 0)
  return (sent ?? []).map(({ id, metadata = {} }) => {
    const link = known.get(id)
    return link === undefined
      ? { id: ++last, saved_metric: id as SavedMetricId, metadata, created_at: isoText(now) }
      : Struct.assign(link, { metadata })
  })
}

type Sort = "primary" | "secondary"

/** The sort of a linked metric; primary by default. */
export const sortOf = ({ metadata }: Pick<SavedMetricLink, "metadata">): Sort =>
  (metadata["type"] ?? "primary") === "primary" ? "primary" : "secondary"

/** The uuids of all metrics of one sort: its own ones and those that are linked. */
export const uuidsOf = (experiment: Experiment, known: KnownMetrics, sort: Sort): ReadonlyArray<string> => {
  const own = sort === "primary" ? experiment.metrics : experiment.metrics_secondary
  const linked = experiment.saved_metrics.filter((link) => sortOf(link) === sort)
    .flatMap(({ saved_metric }): ReadonlyArray<JsonRecord> => {
      const query = known.get(saved_metric)?.query
      return query === undefined ? [] : [query]
    })
  return [...new Set([...(own ?? []), ...linked].flatMap((metric) => uuidOf(metric) ?? []))]
}

const ordered = (
  before: Experiment,
  after: Experiment,
  known: KnownMetrics,
  changes: ExperimentChanges
): Experiment => {
  const orderOf = (sort: Sort) =>
    nextOrder({
      before: uuidsOf(before, known, sort),
      after: uuidsOf(after, known, sort),
      stored: before[`${sort}_metrics_ordered_uuids`],
      sent: changes[`${sort}_metrics_ordered_uuids`]
    })
  return new Experiment({
    ...after,
    primary_metrics_ordered_uuids: orderOf("primary"),
    secondary_metrics_ordered_uuids: orderOf("secondary")
  })
}

/** Fingerprints follow from the whole experiment. */
export const withFingerprints = (experiment: Experiment): Experiment =>
  new Experiment({
    ...experiment,
    metrics: allFingerprinted(experiment, experiment.metrics),
    metrics_secondary: allFingerprinted(experiment, experiment.metrics_secondary)
  })

/** The names in a body that are no fields of an experiment, or that are read elsewhere. */
const notFields = [
  "_create_in_folder",
  "feature_flag_key",
  "holdout_id",
  "saved_metrics_ids",
  "type",
  "update_feature_flag_params"
] as const

/**
 * The experiment after a change. Fields that the change leaves out stay; the type of an existing experiment is fixed.
 */
export const changedExperiment = (
  before: Experiment,
  changes: ExperimentChanges,
  known: KnownMetrics,
  now: DateTime.Utc
): Experiment => {
  const { holdout_id: holdout, saved_metrics_ids: links } = changes
  const after = new Experiment({
    ...before,
    ...Struct.omit(changes, notFields),
    holdout_id: holdout === undefined ? before.holdout_id : holdout as HoldoutId | null,
    saved_metrics: linksAfter(before.saved_metrics, links, now)
  })
  return withFingerprints(ordered(before, withSplitOfEnd(before, after), known, changes))
}

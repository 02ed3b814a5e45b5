import { DateTime, Struct } from "effect"
import type { Change } from "../../activity/Activity.ts"
import { fieldChanges } from "../../activity/FieldDiff.ts"
import { isoText } from "../../shared/IsoText.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
import type { ExperimentChanges } from "./ExperimentFields.ts"

const orders = ["primary_metrics_ordered_uuids", "secondary_metrics_ordered_uuids"] as const

const recordOf = (experiment: Experiment, hidden: ReadonlyArray<keyof Experiment>): JsonRecord =>
  Object.fromEntries(
    Object.entries(Struct.omit({ ...experiment }, hidden)).map(([name, value]: [string, unknown]) => [
      name,
      DateTime.isDateTime(value) ? isoText(value) : value
    ])
  )

/** The changes of an experiment that are logged: an order that follows from its metrics is none. */
export const experimentChanges = (
  before: Experiment,
  after: Experiment,
  changes: ExperimentChanges
): ReadonlyArray<Change> => {
  const hidden = [...orders.filter((name) => changes[name] === undefined), "saved_metrics", "feature_flag_id"] as const
  return fieldChanges("Experiment", recordOf(before, hidden), recordOf(after, hidden))
}

const linksOf = ({ saved_metrics }: Experiment) =>
  saved_metrics.map(({ metadata, saved_metric }) => ({ id: saved_metric, metadata }))

/** The changes of the saved metrics that an experiment links. */
export const linkChanges = (before: Experiment, after: Experiment): ReadonlyArray<Change> =>
  fieldChanges("Experiment", { saved_metrics_ids: linksOf(before) }, { saved_metrics_ids: linksOf(after) })

import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { Experiment } from "../Experiment.ts"
import type { SavedMetric, SavedMetricId } from "../saved-metrics/SavedMetric.ts"
import type { ExperimentChanges } from "./ExperimentFields.ts"

/** An experiment as it would be after a change, and as it was. */
export interface ExperimentDraft {
  readonly after: Experiment
  readonly before: Experiment | undefined
  readonly changes: ExperimentChanges
}

/** A change of an existing experiment. */
export interface ExperimentChange extends ExperimentDraft {
  readonly before: Experiment
}

/** The saved metrics that experiments link, by id. */
export type KnownMetrics = ReadonlyMap<SavedMetricId, SavedMetric>

/** Said of several fields together. */
export const together = (message: string): InputIssue => ({ path: [], code: "invalid_input", message })

import type { Draft } from "../../entities/EntityEditing.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { Experiment } from "../Experiment.ts"
import type { FlagWish } from "../flags/ExperimentFlags.ts"
import type { Holdout } from "../holdouts/Holdout.ts"
import type { SavedMetric, SavedMetricId } from "../saved-metrics/SavedMetric.ts"
import type { ExperimentChanges } from "./ExperimentFields.ts"

/** An experiment as it would be after a change, and as it was. */
export interface ExperimentDraft extends Draft<Experiment> {
  readonly changes: ExperimentChanges
  readonly known: KnownMetrics
  readonly holdout?: Holdout | null
  /** The flag of an experiment that is changed, and the change of the flag. */
  readonly flag?: FeatureFlag
  readonly wish?: FlagWish
}

/** A change of an existing experiment. */
export interface ExperimentChange extends ExperimentDraft {
  readonly before: Experiment
}

/** The saved metrics that experiments link, by id. */
export type KnownMetrics = ReadonlyMap<SavedMetricId, SavedMetric>

/** Said of several fields together. */
export const together = (message: string): InputIssue => ({ path: [], code: "invalid_input", message })

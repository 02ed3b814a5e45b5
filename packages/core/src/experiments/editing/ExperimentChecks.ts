import { Effect, Option } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Experiment } from "../Experiment.ts"
import type { HoldoutId } from "../holdouts/Holdout.ts"
import { HoldoutRepository } from "../holdouts/HoldoutRepository.ts"
import type { SavedMetricId } from "../saved-metrics/SavedMetric.ts"
import { SavedMetricRepository } from "../saved-metrics/SavedMetricRepository.ts"
import type { KnownMetrics } from "./ExperimentDraft.ts"
import type { ExperimentChanges } from "./ExperimentFields.ts"

const missingHoldout = (id: number) =>
  InvalidInput.at(["holdout_id"], "does_not_exist", `Invalid pk "${id}" - object does not exist.`)

const missingMetric = InvalidInput.at(["saved_metrics_ids"], "invalid_input", "Saved metric does not exist")

/** The records of the project that experiments name. */
export const makeNamedThings = Effect.gen(function*() {
  const holdouts = yield* HoldoutRepository
  const savedMetrics = yield* SavedMetricRepository

  return {
    /** The holdout after a change; a named one must exist. */
    holdout: Effect.fnUntraced(function*(project: ProjectId, before: HoldoutId | null, changes: ExperimentChanges) {
      const id = changes.holdout_id === undefined ? before : changes.holdout_id
      if (id === null) return null
      const found = Option.getOrUndefined(yield* holdouts.find(project, id as HoldoutId))
      return found ?? (yield* missingHoldout(id))
    }),

    /** The saved metrics that a change links must exist, each once. */
    requireLinked: Effect.fnUntraced(function*(project: ProjectId, { saved_metrics_ids: links }: ExperimentChanges) {
      if (links === undefined || links === null || links.length === 0) return
      const found = yield* savedMetrics.findMany(project, links.map(({ id }) => id as SavedMetricId))
      if (found.length !== links.length) return yield* missingMetric
    }),

    /** The saved metrics of an experiment, and those that a change links. */
    metrics: Effect.fnUntraced(function*(
      project: ProjectId,
      before: Pick<Experiment, "saved_metrics">,
      { saved_metrics_ids: links }: ExperimentChanges
    ) {
      const sent = (links ?? []).map(({ id }) => id as SavedMetricId)
      const ids = new Set([...before.saved_metrics.map(({ saved_metric }) => saved_metric), ...sent])
      const found = ids.size === 0 ? [] : yield* savedMetrics.findMany(project, [...ids])
      const known: KnownMetrics = new Map(found.map((metric) => [metric.id, metric]))
      return known
    })
  }
})

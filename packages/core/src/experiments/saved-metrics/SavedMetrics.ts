import { Context, DateTime, Effect, Layer } from "effect"
import type { Changes, Editing } from "../../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../../entities/EntityEditing.ts"
import { overlaps } from "../../entities/Where.ts"
import { cleanTags } from "../../flags/editing/FlagFields.ts"
import type { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { type ChangedFields, type FieldValues, readChanges, readFields, withChanges } from "../../shared/Fields.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { changedExperiment } from "../editing/ExperimentChanging.ts"
import { makeExperimentEditing } from "../editing/ExperimentEditing.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import type { HoldoutRepository } from "../holdouts/HoldoutRepository.ts"
import { uuidOf, withUuids } from "../metrics/InlineMetrics.ts"
import { SavedMetric, savedMetricEntity } from "./SavedMetric.ts"
import { SavedMetricNotFound } from "./SavedMetricErrors.ts"
import { newSavedMetricTable, savedMetricTable } from "./SavedMetricFields.ts"
import { SavedMetricRepository } from "./SavedMetricRepository.ts"

type Ports =
  | Changes
  | ExperimentRepository
  | FeatureFlagRepository
  | FeatureFlags
  | HoldoutRepository
  | SavedMetricRepository
  | Transaction

/** The metric with a uuid: that of before where it has none of its own. */
const identified = Effect.fnUntraced(function*(query: JsonRecord, before: JsonRecord = {}) {
  const uuid = uuidOf(query) ?? uuidOf(before)
  const [metric] = yield* withUuids([uuid === undefined ? query : { ...query, uuid }])
  return metric ?? query
})

/** The metrics that several experiments measure. Experiments lose one that is removed in the same transaction. */
export class SavedMetrics extends Context.Service<SavedMetrics, {
  /** The newest first. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<SavedMetric>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<SavedMetric, SavedMetricNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<SavedMetric, InvalidInput>
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<SavedMetric, SavedMetricNotFound | InvalidInput>
  /** Removes it for good, and from every experiment that measures it. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, SavedMetricNotFound>
}>()("@hedgerow/core/experiments/saved-metrics/SavedMetrics") {
  static readonly layer: Layer.Layer<SavedMetrics, never, Ports> = Layer.effect(
    SavedMetrics,
    Effect.gen(function*() {
      const repository = yield* SavedMetricRepository
      const experiments = yield* ExperimentRepository
      const transaction = yield* Transaction
      const ofExperiments = yield* makeExperimentEditing

      const editing = yield* makeEntityEditing(savedMetricEntity, repository, {
        missing: () => new SavedMetricNotFound(),
        lock: repository.lock,
        blank: ({ made, sent }: NewEdit<SavedMetric, FieldValues<typeof newSavedMetricTable>>) => {
          const { description = null, name, query } = sent
          return new SavedMetric({ ...made, name, description, query, tags: [], updated_at: made.created_at })
        },
        draft: Effect.fnUntraced(function*(edit: Edit<SavedMetric, ChangedFields<typeof savedMetricTable>>) {
          const { before, from, sent: { query, tags, ...plain } } = edit
          const after = new SavedMetric({
            ...withChanges<SavedMetric>(from, plain),
            ...(tags === undefined ? undefined : { tags: cleanTags(tags) }),
            ...(query === undefined ? undefined : { query: yield* identified(query, before?.query) })
          })
          return { ...edit, after }
        }),
        stamp: ({ now }) => ({ updated_at: now })
      })

      /** Takes the metric from the experiments that measure it, deleted ones too: they may come back. */
      const unlink = Effect.fnUntraced(function*(by: Editing, { id, project_id }: SavedMetric) {
        const where = overlaps("saved_metric_ids", [id])
        const now = yield* DateTime.now
        for (const before of yield* experiments.all(project_id, { where, includesDeleted: true })) {
          const kept = before.saved_metrics.filter(({ saved_metric }) => saved_metric !== id)
          const changes = {
            saved_metrics_ids: kept.map(({ metadata, saved_metric }) => ({ id: saved_metric, metadata }))
          }
          const ids = before.saved_metrics.map(({ saved_metric }) => saved_metric)
          const known = new Map((yield* repository.findMany(project_id, ids)).map((metric) => [metric.id, metric]))
          const after = changedExperiment(before, changes, known, now)
          // Only the flag of a new experiment is refused.
          yield* Effect.orDie(ofExperiments.save({ by, now, before, after, changes, known }))
        }
      })

      const remove = Effect.fnUntraced(function*(by: Editing, id: string) {
        yield* ofExperiments.lockAll(by.project.id)
        const erase = (metric: SavedMetric) =>
          Effect.andThen(unlink(by, metric), repository.remove(metric.project_id, metric.id))
        yield* editing.remove(by, id, erase)
      }, transaction.run)

      return SavedMetrics.of({
        list: Effect.fn("SavedMetrics.list")((project, page) =>
          repository.list(project, { order: [{ field: "created_at", isDescending: true }] }, page)
        ),
        find: Effect.fn("SavedMetrics.find")(editing.find),
        create: Effect.fn("SavedMetrics.create")((by, body) =>
          editing.create(by, readFields(newSavedMetricTable, body))
        ),
        patch: Effect.fn("SavedMetrics.patch")(function*(by, id, body) {
          const sent = yield* readChanges(savedMetricTable, body)
          return yield* editing.update(by, id, () => Effect.succeed(sent))
        }),
        remove: Effect.fn("SavedMetrics.remove")(remove)
      })
    })
  )
}

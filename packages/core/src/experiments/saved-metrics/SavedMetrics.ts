import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { overlaps } from "../../entities/Where.ts"
import { cleanTags } from "../../flags/editing/FlagFields.ts"
import type { FeatureFlags } from "../../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { differs, readChanges, readFields, withChanges } from "../../shared/Fields.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { changedExperiment } from "../editing/ExperimentChanging.ts"
import { makeExperimentWriting } from "../editing/ExperimentWriting.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import type { HoldoutRepository } from "../holdouts/HoldoutRepository.ts"
import { uuidOf, withUuids } from "../metrics/InlineMetrics.ts"
import { SavedMetric, savedMetricEntity, type SavedMetricId } from "./SavedMetric.ts"
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
      const { record } = yield* Changes
      const writing = yield* makeExperimentWriting

      const found = Effect.fnUntraced(function*(
        from: (project: ProjectId, id: SavedMetricId) => Effect.Effect<Option.Option<SavedMetric>>,
        project: ProjectId,
        text: string
      ) {
        const id = positiveInt4(text)
        const metric = id === undefined ? Option.none() : yield* from(project, id as SavedMetricId)
        return Option.getOrUndefined(metric) ?? (yield* new SavedMetricNotFound())
      })

      const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
        const fields = yield* readFields(newSavedMetricTable, body)
        const now = yield* DateTime.now
        const metric = yield* repository.create({
          project_id: by.project.id,
          name: fields.name,
          description: fields.description ?? null,
          query: yield* identified(fields.query),
          tags: cleanTags(fields.tags ?? []),
          created_by: by.actor === "system" ? null : by.actor.id,
          created_at: now,
          updated_at: now
        })
        yield* record(by, savedMetricEntity, { after: metric })
        return metric
      }, transaction.run)

      const patch = Effect.fnUntraced(function*(by: Editing, text: string, body: unknown) {
        const { query, tags, ...plain } = yield* readChanges(savedMetricTable, body)
        yield* repository.lock(by.project.id)
        const before = yield* found(repository.findForUpdate, by.project.id, text)
        const changes = {
          ...plain,
          ...(tags === undefined ? undefined : { tags: cleanTags(tags) }),
          ...(query === undefined ? undefined : { query: yield* identified(query, before.query) })
        }
        if (!differs(before, changes)) return before
        const after = new SavedMetric({ ...withChanges<SavedMetric>(before, changes), updated_at: yield* DateTime.now })
        yield* repository.update(after)
        yield* record(by, savedMetricEntity, { before, after })
        return after
      }, transaction.run)

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
          yield* writing.save(by, before, changedExperiment(before, changes, known, now), changes)
        }
      })

      const remove = Effect.fnUntraced(function*(by: Editing, text: string) {
        yield* writing.lockAll(by)
        const metric = yield* found(repository.findForUpdate, by.project.id, text)
        yield* unlink(by, metric)
        yield* repository.remove(by.project.id, metric.id)
        yield* record(by, savedMetricEntity, { before: metric })
      }, transaction.run)

      return SavedMetrics.of({
        list: Effect.fn("SavedMetrics.list")((project, page) =>
          repository.list(project, { order: [{ field: "created_at", isDescending: true }] }, page)
        ),
        find: Effect.fn("SavedMetrics.find")((project, text) => found(repository.find, project, text)),
        create: Effect.fn("SavedMetrics.create")(create),
        patch: Effect.fn("SavedMetrics.patch")(patch),
        remove: Effect.fn("SavedMetrics.remove")(remove)
      })
    })
  )
}

import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import type { FeatureFlags } from "../flags/FeatureFlags.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import type { Experiment, ExperimentId } from "./Experiment.ts"
import type { KnownMetrics } from "./ExperimentDraft.ts"
import { ExperimentNotFound } from "./ExperimentErrors.ts"
import { type ExperimentFilter, experimentsBy, pageByDuration } from "./ExperimentList.ts"
import { ExperimentRepository } from "./ExperimentRepository.ts"
import { makeExperimentWriting } from "./ExperimentWriting.ts"
import type { Holdout, HoldoutId } from "./holdouts/Holdout.ts"
import { HoldoutRepository } from "./holdouts/HoldoutRepository.ts"
import { SavedMetricRepository } from "./saved-metrics/SavedMetricRepository.ts"

/** The things that experiments name, by id. */
export interface NamedThings {
  readonly holdouts: ReadonlyMap<HoldoutId, Holdout>
  readonly savedMetrics: KnownMetrics
}

type Ports =
  | Changes
  | ExperimentRepository
  | FeatureFlagRepository
  | FeatureFlags
  | HoldoutRepository
  | SavedMetricRepository
  | Transaction

/**
 * The experiments of projects. Ids stand as in URLs: a text that is none finds nothing, and neither does the id of a
 * deleted experiment. Each change is one transaction with the flag and its activity.
 */
export class Experiments extends Context.Service<Experiments, {
  readonly list: (project: ProjectId, filter: ExperimentFilter, page: PageRequest) => Effect.Effect<Page<Experiment>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Experiment, ExperimentNotFound>
  /** The holdouts and the saved metrics of some experiments. */
  readonly named: (project: ProjectId, experiments: ReadonlyArray<Experiment>) => Effect.Effect<NamedThings>
  /** Makes an experiment; its flag is linked or made. */
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Experiment, InvalidInput>
  /** Changes what `body` names; the flag follows. Marks as deleted and restores, too. */
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<Experiment, ExperimentNotFound | InvalidInput>
}>()("@hedgerow/core/experiments/Experiments") {
  static readonly layer: Layer.Layer<Experiments, never, Ports> = Layer.effect(
    Experiments,
    Effect.gen(function*() {
      const repository = yield* ExperimentRepository
      const holdouts = yield* HoldoutRepository
      const savedMetrics = yield* SavedMetricRepository
      const writing = yield* makeExperimentWriting

      const named = Effect.fn("Experiments.named")(
        function*(project: ProjectId, experiments: ReadonlyArray<Experiment>) {
          const metricIds = experiments.flatMap(({ saved_metrics }) => saved_metrics.map(({ saved_metric: id }) => id))
          const holdoutIds = experiments.flatMap(({ holdout_id }) => holdout_id ?? [])
          const found = yield* holdouts.findMany(project, [...new Set(holdoutIds)])
          const metrics = yield* savedMetrics.findMany(project, [...new Set(metricIds)])
          return {
            holdouts: new Map(found.map((holdout) => [holdout.id, holdout])),
            savedMetrics: new Map(metrics.map((metric) => [metric.id, metric]))
          } satisfies NamedThings
        }
      )

      return Experiments.of({
        list: Effect.fn("Experiments.list")(function*(project, filter, asked) {
          const query = experimentsBy(filter)
          if (filter.order.by !== "duration") return yield* repository.list(project, query, asked)
          const found = yield* repository.all(project, query)
          return pageByDuration(found, asked, filter.order.isDescending, yield* DateTime.now)
        }),
        find: Effect.fn("Experiments.find")(function*(project, text) {
          const id = positiveInt4(text)
          const found = id === undefined ? Option.none() : yield* repository.find(project, id as ExperimentId)
          return Option.getOrUndefined(Option.filter(found, ({ deleted }) => !deleted))
            ?? (yield* new ExperimentNotFound())
        }),
        named,
        create: Effect.fn("Experiments.create")(writing.create),
        patch: Effect.fn("Experiments.patch")(writing.patch)
      })
    })
  )
}

import { Context, DateTime, Effect, Layer } from "effect"
import type { KnownActions } from "../actions/KnownActions.ts"
import type { Cohort, CohortId } from "../cohorts/Cohort.ts"
import type { Cohorts } from "../cohorts/Cohorts.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import { isIn } from "../entities/Where.ts"
import type { ApprovalRequired } from "../flags/approvals/ChangeRequestErrors.ts"
import type { FeatureFlags } from "../flags/FeatureFlags.ts"
import type { FeatureFlag } from "../flags/model/FeatureFlag.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import type { FlagFilter } from "../flags/model/FlagFilter.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { Queries } from "../query/Queries.ts"
import type { QueryError } from "../query/QueryKind.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { makeExperimentDuplication } from "./editing/DuplicateExperiments.ts"
import type { KnownMetrics } from "./editing/ExperimentDraft.ts"
import { makeExperimentEditing } from "./editing/ExperimentEditing.ts"
import { readNewExperiment } from "./editing/ExperimentInput.ts"
import type { Experiment, ExperimentId } from "./Experiment.ts"
import { ExperimentNotFound } from "./ExperimentErrors.ts"
import { type ExperimentFilter, experimentsBy, pageByDuration } from "./ExperimentList.ts"
import { ExperimentRepository } from "./ExperimentRepository.ts"
import { makeExposureCohorts } from "./exposures/ExposureCohort.ts"
import { makeEligibleFlags } from "./flags/EligibleFlags.ts"
import { makeFlagImplementation, type NamedEvents } from "./flags/FlagImplementation.ts"
import type { Holdout, HoldoutId } from "./holdouts/Holdout.ts"
import { HoldoutRepository } from "./holdouts/HoldoutRepository.ts"
import { makeExperimentLifecycle, type PlainAction } from "./lifecycle/ExperimentLifecycle.ts"
import { makeVelocity, type Velocity } from "./lifecycle/ExperimentVelocity.ts"
import { SavedMetricRepository } from "./saved-metrics/SavedMetricRepository.ts"

/** The records that experiments name, by id. */
export interface NamedThings {
  readonly holdouts: ReadonlyMap<HoldoutId, Holdout>
  readonly savedMetrics: KnownMetrics
}

type Ports =
  | Changes
  | Cohorts
  | ExperimentRepository
  | FeatureFlagRepository
  | FeatureFlags
  | HoldoutRepository
  | KnownActions
  | Queries
  | SavedMetricRepository
  | Transaction

/** The failures of a change, which may change the flag. */
type Refusal = ApprovalRequired | ExperimentNotFound | InvalidInput

type Changing = (by: Editing, id: string, body: unknown) => Effect.Effect<Experiment, Refusal>

/**
 * The experiments of projects. Ids stand as in URLs: a text that is none finds nothing, and neither does the id of a
 * deleted experiment. Each change is one transaction with the flag and its activity.
 */
export class Experiments extends Context.Service<Experiments, {
  readonly list: (project: ProjectId, filter: ExperimentFilter, page: PageRequest) => Effect.Effect<Page<Experiment>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Experiment, ExperimentNotFound>
  /** The holdouts and the saved metrics of some experiments. */
  readonly named: (project: ProjectId, experiments: ReadonlyArray<Experiment>) => Effect.Effect<NamedThings>
  /** The experiments, by id, whose exposed people each of these cohorts holds. */
  readonly exposing: (
    project: ProjectId,
    cohorts: ReadonlyArray<CohortId>
  ) => Effect.Effect<ReadonlyMap<CohortId, ReadonlyArray<ExperimentId>>>
  /** Makes an experiment; its flag is linked or made. */
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Experiment, ApprovalRequired | InvalidInput>
  /** Changes what `body` names; the flag follows. Marks as deleted and restores, too. */
  readonly patch: Changing
  /** A draft with the same questions; `body` may name it and its flag. */
  readonly duplicate: Changing
  /** Launches, archives, unarchives, pauses, resumes or resets it. */
  readonly act: (by: Editing, id: string, action: PlainAction) => Effect.Effect<Experiment, Refusal>
  /** Ends one that runs; `body` may have the decision. */
  readonly end: Changing
  /** Gives everybody one variant, and ends it if it runs. */
  readonly ship: Changing
  /** Makes the cohort of the people whom it has exposed: once. */
  readonly createExposureCohort: (
    by: Editing,
    id: string
  ) => Effect.Effect<Cohort, Refusal>
  /** The flags that an experiment can decide by. */
  readonly eligibleFlags: (
    project: ProjectId,
    filter: FlagFilter,
    page: PageRequest
  ) => Effect.Effect<Page<FeatureFlag>>
  /** Whether no event of late has a variant; of all events, or of those that are named. */
  readonly requiresFlagImplementation: (
    project: Project,
    named: NamedEvents
  ) => Effect.Effect<boolean, QueryError>
  readonly velocity: (project: Project) => Effect.Effect<Velocity>
}>()("@hedgerow/core/experiments/Experiments") {
  static readonly layer: Layer.Layer<Experiments, never, Ports> = Layer.effect(
    Experiments,
    Effect.gen(function*() {
      const repository = yield* ExperimentRepository
      const holdouts = yield* HoldoutRepository
      const savedMetrics = yield* SavedMetricRepository
      const editing = yield* makeExperimentEditing
      const duplicate = yield* makeExperimentDuplication(editing)
      const lifecycle = yield* makeExperimentLifecycle(editing)
      const createExposureCohort = yield* makeExposureCohorts(editing)
      const eligibleFlags = yield* makeEligibleFlags
      const requiresImplementation = yield* makeFlagImplementation
      const velocity = yield* makeVelocity

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
        find: Effect.fn("Experiments.find")((project, id) =>
          Effect.filterOrFail(editing.find(project, id), ({ deleted }) => !deleted, () => new ExperimentNotFound())
        ),
        named,
        exposing: Effect.fn("Experiments.exposing")(function*(project, cohorts) {
          const found = cohorts.length === 0
            ? []
            : yield* repository.all(project, { where: isIn("exposure_cohort", cohorts) })
          return new Map(cohorts.map((cohort) => [
            cohort,
            found.filter(({ exposure_cohort }) => exposure_cohort === cohort).map(({ id }) => id)
          ]))
        }),
        create: Effect.fn("Experiments.create")((by, body) => editing.create(by, readNewExperiment(body))),
        patch: Effect.fn("Experiments.patch")(editing.patch),
        duplicate: Effect.fn("Experiments.duplicate")(duplicate),
        act: Effect.fn("Experiments.act")(lifecycle.act),
        end: Effect.fn("Experiments.end")(lifecycle.end),
        ship: Effect.fn("Experiments.ship")(lifecycle.ship),
        createExposureCohort: Effect.fn("Experiments.createExposureCohort")(createExposureCohort),
        eligibleFlags: Effect.fn("Experiments.eligibleFlags")(eligibleFlags),
        requiresFlagImplementation: Effect.fn("Experiments.requiresFlagImplementation")(requiresImplementation),
        velocity: Effect.fn("Experiments.velocity")(velocity)
      })
    })
  )
}

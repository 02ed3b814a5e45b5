import { Context, type DateTime, type Effect } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Experiment, ExperimentId } from "./Experiment.ts"
import type { ExperimentFacts } from "./ExperimentEntity.ts"

/** An experiment of any project. */
export type ExperimentKey = Pick<Experiment, "id" | "project_id">

interface Finding {
  /** The flags of the experiments that are not deleted, each once, by id. */
  readonly flags: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlagId>>
  /**
   * Of all projects: those that run, began at this time or later and are not archived, by id. In parts: the first ones
   * that come after another one.
   */
  readonly runningSince: (
    since: DateTime.Utc,
    after: ExperimentId | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ExperimentKey>>
}

/** Storage of experiments. */
export class ExperimentRepository extends Context.Service<
  ExperimentRepository,
  EntityRepository<Experiment, ExperimentFacts> & Finding
>()("@hedgerow/core/experiments/ExperimentRepository") {}

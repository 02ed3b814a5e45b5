import { Context, type Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { FeatureFlagId } from "../flags/model/FeatureFlag.ts"
import type { Experiment } from "./Experiment.ts"
import type { ExperimentFacts } from "./ExperimentEntity.ts"

interface Flags {
  /** The flags of the experiments that are not deleted, each once, by id. */
  readonly flags: (project: ProjectId) => Effect.Effect<ReadonlyArray<FeatureFlagId>>
}

/** Storage of experiments. */
export class ExperimentRepository extends Context.Service<
  ExperimentRepository,
  EntityRepository<Experiment, ExperimentFacts> & Flags
>()("@hedgerow/core/experiments/ExperimentRepository") {}

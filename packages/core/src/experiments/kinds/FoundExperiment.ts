import { shownText } from "@hedgerow/sql/types/ShownText"
import { Effect, Option } from "effect"
import { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { ExperimentId } from "../Experiment.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import type { AnalysedExperiment } from "../results/AnalysedExperiment.ts"
import { analysedOf } from "../results/AnalysedOf.ts"

/** Finds the experiment that a node names. */
export type FindExperiment = (
  project: ProjectId,
  node: JsonRecord,
  path: ReadonlyArray<string>
) => Effect.Effect<AnalysedExperiment, InvalidInput>

const notFound = (id: unknown, path: ReadonlyArray<string>) =>
  InvalidInput.at(
    [...path, "experiment_id"],
    "does_not_exist",
    `Experiment with id ${shownText(String(id))} not found`
  )

/** Reads experiments of a project that are not deleted, with their flags. */
export const makeFindExperiment = Effect.gen(function*() {
  const experiments = yield* ExperimentRepository
  const flags = yield* FeatureFlagRepository
  const find: FindExperiment = Effect.fnUntraced(function*(project, { experiment_id: sent }, path) {
    if (sent === undefined || sent === null) {
      return yield* InvalidInput.at([...path, "experiment_id"], "required", "experiment_id is required")
    }
    const id = positiveInt4(sent)
    const experiment = id === undefined
      ? undefined
      : Option.getOrUndefined(yield* experiments.find(project, id as ExperimentId))
    if (experiment === undefined || experiment.deleted) return yield* notFound(sent, path)
    const flag = Option.getOrUndefined(yield* flags.find(project, experiment.feature_flag_id))
    if (flag === undefined) return yield* notFound(sent, path)
    return yield* Effect.fromResult(analysedOf(experiment, flag))
  })
  return find
})

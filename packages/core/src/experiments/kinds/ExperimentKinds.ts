import { Effect, Layer } from "effect"
import type { FeatureFlagRepository } from "../../flags/model/FeatureFlagRepository.ts"
import { answerable, type AnswerableKind } from "../../query/AnswerQuery.ts"
import { QueryKinds } from "../../query/QueryKinds.ts"
import type { ExperimentRepository } from "../ExperimentRepository.ts"
import { experimentQuery } from "./ExperimentQueryKind.ts"
import { exposureQuery } from "./ExposureQueryKind.ts"
import { type FindExperiment, makeFindExperiment } from "./FoundExperiment.ts"

/** The kinds of queries about experiments. */
export const experimentKinds = (find: FindExperiment): ReadonlyArray<AnswerableKind> => [
  answerable(experimentQuery(find)),
  answerable(exposureQuery(find))
]

/** The kinds of queries about experiments, beside those that are known. */
export const layer: Layer.Layer<never, never, ExperimentRepository | FeatureFlagRepository> = Layer.effect(
  QueryKinds,
  Effect.gen(function*() {
    const find = yield* makeFindExperiment
    return [...(yield* QueryKinds), ...experimentKinds(find)]
  })
)

import { DateTime, Effect } from "effect"
import type { CohortId } from "../cohorts/Cohort.ts"
import { Changes } from "../entities/Changes.ts"
import type { Reference, ReferenceFinder } from "../entities/References.ts"
import { is, isIn, overlaps } from "../entities/Where.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import type { FlagExperiment, FlagReferenceFinder } from "../flags/model/FlagReferences.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Experiment, stateOf } from "./Experiment.ts"
import { experimentEntity } from "./ExperimentEntity.ts"
import { ExperimentRepository } from "./ExperimentRepository.ts"
import { namedCohorts } from "./exposures/ExperimentCohorts.ts"
import { followedExperiment, reachesExperiments } from "./flags/FollowingParameters.ts"
import { SavedMetricRepository } from "./saved-metrics/SavedMetricRepository.ts"

const byFlag = (ids: ReadonlyArray<FeatureFlagId>, experiments: ReadonlyArray<Experiment>) => {
  const of = Map.groupBy(experiments, ({ feature_flag_id }) => feature_flag_id)
  return new Map(ids.map((flag) => [
    flag,
    (of.get(flag) ?? []).map((experiment): FlagExperiment => ({
      id: experiment.id,
      name: experiment.name,
      isRunning: stateOf(experiment) === "running"
    }))
  ]))
}

/** The experiments that decide by a flag: a change of its variants or group type stands in their parameters, too. */
export const experimentsOfFlags = Effect.gen(function*() {
  const experiments = yield* ExperimentRepository
  const { record } = yield* Changes

  const follow: FlagReferenceFinder<FlagExperiment>["follow"] = Effect.fnUntraced(function*(by, before, after) {
    if (!reachesExperiments(before, after)) return
    const { id, project_id: project } = after
    yield* experiments.lock(project)
    // Deleted ones too: they may come back.
    const all = yield* experiments.all(project, { where: is("feature_flag_id", id), includesDeleted: true })
    for (const experiment of all) {
      const followed = followedExperiment(experiment, before, after)
      if (followed === experiment) continue
      const changed = new Experiment({ ...followed, updated_at: yield* DateTime.now })
      yield* experiments.update(changed)
      yield* record(by, experimentEntity, { before: experiment, after: changed })
    }
  })

  return {
    find: (project: ProjectId, ids: ReadonlyArray<FeatureFlagId>) =>
      Effect.map(
        experiments.all(project, { where: isIn("feature_flag_id", ids) }),
        (found): ReadonlyMap<FeatureFlagId, ReadonlyArray<FlagExperiment>> => byFlag(ids, found)
      ),
    lock: experiments.lock,
    follow,
    referred: experiments.flags
  } satisfies FlagReferenceFinder<FlagExperiment> & { readonly referred: unknown }
})

/** The experiments and saved metrics that go by a cohort. The cohort of those exposed is none of them. */
export const experimentsOfCohorts = Effect.gen(function*() {
  const experiments = yield* ExperimentRepository
  const savedMetrics = yield* SavedMetricRepository

  const find: ReferenceFinder<CohortId, Reference>["find"] = Effect.fnUntraced(function*(project, ids) {
    const named = [
      ...(yield* experiments.all(project, { where: overlaps("cohort_ids", ids) })).map((one) => ({
        reference: { id: one.id, name: one.name },
        cohorts: namedCohorts(one)
      })),
      ...(yield* savedMetrics.all(project, { where: overlaps("cohort_ids", ids) })).map((one) => ({
        reference: { id: one.id, name: one.name },
        cohorts: namedCohorts({ metrics: [one.query] })
      }))
    ]
    return new Map(ids.map((id) => [
      id,
      named.filter(({ cohorts }) => cohorts.includes(id)).map(({ reference }): Reference => reference)
    ]))
  })

  return {
    find,
    lock: Effect.fnUntraced(function*(project: ProjectId) {
      yield* experiments.lock(project)
      yield* savedMetrics.lock(project)
    })
  } satisfies ReferenceFinder<CohortId, Reference>
})

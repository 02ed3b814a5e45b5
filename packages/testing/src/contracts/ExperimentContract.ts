import { assert, layer } from "@effect/vitest"
import { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { blankExperiment } from "@hedgerow/core/experiments/editing/ExperimentChanging"
import type { Experiment } from "@hedgerow/core/experiments/Experiment"
import { ExperimentId } from "@hedgerow/core/experiments/Experiment"
import { experimentEntity, type ExperimentFacts } from "@hedgerow/core/experiments/ExperimentEntity"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import { type Holdout, holdoutEntity, HoldoutId } from "@hedgerow/core/experiments/holdouts/Holdout"
import { HoldoutRepository } from "@hedgerow/core/experiments/holdouts/HoldoutRepository"
import {
  type SavedMetric,
  savedMetricEntity,
  type SavedMetricFacts,
  SavedMetricId
} from "@hedgerow/core/experiments/saved-metrics/SavedMetric"
import { SavedMetricRepository } from "@hedgerow/core/experiments/saved-metrics/SavedMetricRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { DateTime, Effect, type Layer, Struct } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId, makeTwoProjects } from "./fixtures.ts"

const at = (iso: string) => DateTime.makeUnsafe(iso)

const inCohort = { type: "cohort", key: "id", value: 7 }

/** The fields of a new experiment. */
export const experimentFields = (project_id: ProjectId) =>
  Effect.succeed(Struct.omit(
    {
      ...blankExperiment({
        project_id,
        id: ExperimentId.make(1),
        name: "Checkout",
        feature_flag_id: FeatureFlagId.make(3),
        created_by: null,
        created_at: at("2026-01-01T00:00:00Z"),
        updated_at: at("2026-01-01T00:00:00Z")
      })
    },
    ["id"]
  ))

const changedExperiment: Partial<Experiment> = {
  name: "Zoë's \"checkout\"",
  description: null,
  start_date: at("2026-02-01T00:00:00.001Z"),
  end_date: at("2026-02-02T00:00:00.002Z"),
  feature_flag_id: FeatureFlagId.make(4),
  holdout_id: HoldoutId.make(5),
  exposure_cohort: CohortId.make(6),
  parameters: null,
  secondary_metrics: null,
  saved_metrics: [{
    id: 1,
    saved_metric: SavedMetricId.make(8),
    metadata: { type: "secondary" },
    created_at: "2026-02-01T00:00:00.000Z"
  }],
  filters: { events: [{ id: "ä\\\"b" }] },
  archived: true,
  deleted: true,
  created_by: UserId.make(9),
  created_at: at("2026-02-01T00:00:00.003Z"),
  updated_at: at("2026-02-01T00:00:00.004Z"),
  type: "web",
  exposure_criteria: { exposure_config: { properties: [inCohort] } },
  metrics: [{ kind: "ExperimentMetric", z: [null, 1.5] }],
  metrics_secondary: null,
  stats_config: { method: "frequentist" },
  conclusion: "stopped_early",
  conclusion_comment: "x\ny",
  primary_metrics_ordered_uuids: ["a", "b,\"c\""],
  secondary_metrics_ordered_uuids: []
}

const holdoutFields = (project_id: ProjectId) =>
  Effect.succeed<Omit<Holdout, "id">>({
    project_id,
    name: "Nobody",
    description: null,
    filters: [],
    created_by: null,
    created_at: at("2026-01-01T00:00:00Z"),
    updated_at: at("2026-01-01T00:00:00Z")
  })

const changedHoldout: Partial<Holdout> = {
  name: "Zoë",
  description: "x",
  filters: [{ properties: [], rollout_percentage: 12.5, variant: "holdout-1" }],
  created_by: UserId.make(9),
  created_at: at("2026-02-01T00:00:00.003Z"),
  updated_at: at("2026-02-01T00:00:00.004Z")
}

const savedMetricFields = (project_id: ProjectId) =>
  Effect.succeed<Omit<SavedMetric, "id">>({
    project_id,
    name: "Purchases",
    description: null,
    query: {},
    tags: [],
    created_by: null,
    created_at: at("2026-01-01T00:00:00Z"),
    updated_at: at("2026-01-01T00:00:00Z")
  })

const changedSavedMetric: Partial<SavedMetric> = {
  name: "Zoë",
  description: "x",
  query: { kind: "ExperimentMetric", source: { properties: [inCohort] } },
  tags: ["a", "b,\"c\""],
  created_by: UserId.make(9),
  created_at: at("2026-02-01T00:00:00.003Z"),
  updated_at: at("2026-02-01T00:00:00.004Z")
}

type Ports = EntityContract.EntityPorts | ExperimentRepository | HoldoutRepository | SavedMetricRepository

const experimentCase: EntityContract.EntityCase<ExperimentRepository, Experiment, ExperimentFacts, never, never> = {
  entity: experimentEntity,
  port: ExperimentRepository,
  owner: makeProjectId,
  fields: experimentFields,
  changes: () => Effect.succeed(changedExperiment)
}

const savedMetricCase: EntityContract.EntityCase<SavedMetricRepository, SavedMetric, SavedMetricFacts, never, never> = {
  entity: savedMetricEntity,
  port: SavedMetricRepository,
  owner: makeProjectId,
  fields: savedMetricFields,
  changes: () => Effect.succeed(changedSavedMetric)
}

/** The promises of every storage of experiments, holdouts and saved metrics. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  EntityContract.suite(name, storage, experimentCase)
  EntityContract.suite(name, storage, {
    entity: holdoutEntity,
    port: HoldoutRepository,
    owner: makeProjectId,
    fields: holdoutFields,
    changes: () => Effect.succeed(changedHoldout)
  })
  EntityContract.suite(name, storage, savedMetricCase)
  layer(storage, { excludeTestServices: true })(`Flags of experiments: ${name}`, (it) => {
    it.effect("those of one project, each once, without those of deleted experiments", () =>
      Effect.gen(function*() {
        const experiments = yield* ExperimentRepository
        const [one, other] = yield* makeTwoProjects
        const make = Effect.fnUntraced(function*(project: ProjectId, flag: number, deleted = false) {
          const fields = yield* experimentFields(project)
          yield* experiments.create({ ...fields, feature_flag_id: FeatureFlagId.make(flag), deleted })
        })
        yield* make(one.id, 12)
        yield* make(one.id, 11)
        yield* make(one.id, 12)
        yield* make(one.id, 13, true)
        yield* make(other.id, 14)
        assert.deepStrictEqual(yield* experiments.flags(one.id), [11, 12].map((id) => FeatureFlagId.make(id)))
        assert.deepStrictEqual(yield* experiments.flags(other.id), [FeatureFlagId.make(14)])
      }))
  })
}

import { assert, describe, it } from "@effect/vitest"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { Users } from "@hedgerow/core/access/Users"
import { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import * as Domain from "@hedgerow/core/Domain"
import type { UserEditing } from "@hedgerow/core/entities/Changes"
import type { ExperimentNotFound } from "@hedgerow/core/experiments/ExperimentErrors"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import type { HoldoutNotFound } from "@hedgerow/core/experiments/holdouts/HoldoutErrors"
import { HoldoutRepository } from "@hedgerow/core/experiments/holdouts/HoldoutRepository"
import { Holdouts } from "@hedgerow/core/experiments/holdouts/Holdouts"
import type { SavedMetricNotFound } from "@hedgerow/core/experiments/saved-metrics/SavedMetricErrors"
import { SavedMetricRepository } from "@hedgerow/core/experiments/saved-metrics/SavedMetricRepository"
import { SavedMetrics } from "@hedgerow/core/experiments/saved-metrics/SavedMetrics"
import type { ApprovalRequired } from "@hedgerow/core/flags/approvals/ChangeRequestErrors"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import type { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Option } from "effect"
import { Countdown, failing } from "../FailingStorage.ts"
import { mean, variants } from "./ExperimentApi.ts"

const makeOwner = Effect.gen(function*() {
  const { project } = yield* bootstrap({
    projectName: "Own",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const [owner] = yield* (yield* Users).list
  return owner === undefined
    ? yield* Effect.die(new Error("There is an owner."))
    : { project, actor: owner } satisfies UserEditing
})

const page = { limit: 1_000, offset: 0 }

/** Everything that a change can leave behind in the project. */
const traces = Effect.fnUntraced(function*({ project: { id } }: UserEditing) {
  const deleted = { includesDeleted: true }
  return {
    experiments: yield* (yield* ExperimentRepository).all(id, deleted),
    flags: yield* (yield* FeatureFlagRepository).all(id, deleted),
    holdouts: yield* (yield* HoldoutRepository).all(id),
    metrics: yield* (yield* SavedMetricRepository).all(id),
    cohorts: yield* (yield* CohortRepository).all(id),
    entries: (yield* (yield* ActivityRepository).list({ project: id }, page)).count
  }
})

type Refused = ApprovalRequired | ExperimentNotFound | HoldoutNotFound | InvalidInput | SavedMetricNotFound

const body = (feature_flag_key: string, more: object = {}) => ({ name: "New", feature_flag_key, ...more })

/** Changes of several rows, each on top of those before, and how many entries of the log each leaves. */
const changes = Effect.gen(function*() {
  const by = yield* makeOwner
  const experiments = yield* Experiments
  const holdouts = yield* Holdouts
  const metrics = yield* SavedMetrics
  const holdout = yield* holdouts.create(by, { name: "x", filters: [{ rollout_percentage: 10 }] })
  const metric = yield* metrics.create(by, { name: "x", query: mean("x") })
  const links = [{ id: metric.id }]
  const made = yield* experiments.create(by, body("first"))
  const id = String(made.id)
  const flags = yield* FeatureFlags
  const editFlag = flags.find(by.project.id, made.feature_flag_id).pipe(
    Effect.flatMap(({ filters }) =>
      flags.patch(by, made.feature_flag_id, {
        filters: { ...filters, multivariate: { variants: variants({ control: 60, test: 40 }).feature_flag_variants } }
      })
    ),
    Effect.orDie
  )
  const steps: ReadonlyArray<readonly [name: string, change: Effect.Effect<unknown, Refused>, entries: number]> = [
    ["a new one with a flag", experiments.create(by, body("second", { holdout_id: holdout.id })), 2],
    ["a change of a draft", experiments.patch(by, id, { parameters: variants({ control: 20, test: 80 }) }), 2],
    ["a holdout and a metric", experiments.patch(by, id, { holdout_id: holdout.id, saved_metrics_ids: links }), 3],
    ["an edit of the flag", editFlag, 2],
    ["a launch", experiments.patch(by, id, { start_date: "2026-01-01T00:00:00Z" }), 2],
    ["a copy", experiments.duplicate(by, id, { feature_flag_key: "third" }), 2],
    ["a cohort", experiments.createExposureCohort(by, id), 1],
    // The end, the shares of the flag, and those of the experiment.
    ["a variant that is shipped", experiments.ship(by, id, { variant_key: "test" }), 3],
    [
      "a change of the holdout",
      holdouts.patch(by, String(holdout.id), { filters: [{ rollout_percentage: 20 }] }),
      3
    ],
    ["the end of the holdout", holdouts.remove(by, String(holdout.id)), 5],
    ["the end of the metric", metrics.remove(by, String(metric.id)), 3]
  ]
  return { by, steps }
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const countdown = new Countdown()
  const world = Domain.layer.pipe(Layer.provideMerge(failing(countdown, storage)))

  describe(`experiments change with their flags: ${name}`, () => {
    it.live(
      "a failure at any step leaves everything as it was; a success is logged with all of its parts",
      () =>
        Effect.gen(function*() {
          const { by, steps } = yield* changes
          for (const [what, change, entries] of steps) {
            const before = yield* traces(by)
            const runs = yield* countdown.failAtEachCall(change, (run) =>
              Effect.map(traces(by), (left) => assert.deepStrictEqual(left, before, `${what}: step ${run}`)))
            assert.isAbove(runs, 5, what)
            assert.strictEqual((yield* traces(by)).entries - before.entries, entries, what)
          }
        }).pipe(Effect.provide(world)),
      120_000
    )
  })
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))

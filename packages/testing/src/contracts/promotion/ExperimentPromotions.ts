import { assert } from "@effect/vitest"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import { Actions } from "@hedgerow/core/actions/Actions"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { SavedMetricRepository } from "@hedgerow/core/experiments/saved-metrics/SavedMetricRepository"
import { SavedMetrics } from "@hedgerow/core/experiments/saved-metrics/SavedMetrics"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { flagByKey } from "@hedgerow/core/flags/model/FlagFilter"
import { Promotions } from "@hedgerow/core/promotion/Promotions"
import { Effect } from "effect"
import { changedFields, effects, makeWorld, type PromotionTests } from "./PromotionWorld.ts"

const variants = (control: number) => ({
  feature_flag_variants: [
    { key: "control", rollout_percentage: control },
    { key: "test", rollout_percentage: 100 - control }
  ]
})

const metric = (source: object) => ({ kind: "ExperimentMetric", metric_type: "mean", name: "Sales", source })

/** A running experiment with a metric of an action, and one that several experiments share. */
const makeExperiment = Effect.gen(function*() {
  const world = yield* makeWorld
  const { editing, from } = world
  const action = yield* (yield* Actions).create(editing(from), { name: "Bought", steps: [{ event: "purchase" }] })
  const shared = yield* (yield* SavedMetrics).create(editing(from), {
    name: "Visits",
    query: metric({ kind: "EventsNode", event: "$pageview" })
  })
  const experiments = yield* Experiments
  const experiment = yield* experiments.create(editing(from), {
    name: "Button",
    feature_flag_key: "button",
    description: "Green sells",
    parameters: variants(50),
    metrics: [metric({ kind: "ActionsNode", id: action.id })],
    saved_metrics_ids: [{ id: shared.id, metadata: { type: "secondary" } }]
  })
  yield* experiments.act(editing(from), String(experiment.id), "launch")
  const promotions = yield* Promotions
  const promote = (body: object) =>
    promotions.experiment(world.caller, from, String(experiment.id), { target_project_ids: [world.one.id], ...body })
  const flagOf = (project: typeof from) =>
    Effect.flatMap(
      FeatureFlagRepository,
      (flags) => Effect.flatMap(flags.first(project.id, flagByKey("button")), Effect.fromOption)
    )
  return { ...world, experiments, experiment, promote, flagOf }
})

/** Promotions of experiments. */
export const suite = (it: PromotionTests): void => {
  it.effect("an experiment is promoted as a draft, with its flag switched off, its metrics and actions", () =>
    Effect.gen(function*() {
      const { experiments, flagOf, one, promote } = yield* makeExperiment
      const [planned] = yield* promote({ dry_run: true })
      assert.deepStrictEqual(planned?.things.filter(({ id }) => id !== null), [])
      assert.deepStrictEqual(yield* (yield* ExperimentRepository).all(one.id), [])
      const [made] = yield* promote({})
      assert.deepStrictEqual(made === undefined ? [] : effects(made), [
        ["feature_flag", "create", "button", true],
        ["action", "create", "Bought", true],
        ["experiment_saved_metric", "create", "Visits", true],
        ["experiment", "create", "Button", true]
      ])
      const there = yield* experiments.find(one.id, String(made?.id))
      assert.deepInclude(there, { name: "Button", description: "Green sells", start_date: null })
      const flag = yield* flagOf(one)
      assert.deepStrictEqual([flag.id, flag.active], [there.feature_flag_id, false])
      const [action] = yield* (yield* ActionRepository).all(one.id)
      assert.include(JSON.stringify(there.metrics), `"id":${String(action?.id)}`)
      const [shared] = yield* (yield* SavedMetricRepository).all(one.id)
      assert.deepStrictEqual(there.saved_metrics.map(({ saved_metric }) => saved_metric), [shared?.id])
      assert.deepStrictEqual((yield* promote({})).map(effects).map((all) => all.at(-1)?.[1]), ["unchanged"])
    }))

  it.effect("an experiment of the same name gets the differences, its flag the split, at the revision that was seen", () =>
    Effect.gen(function*() {
      const { editing, entries, experiment, experiments, flagOf, from, one, promote } = yield* makeExperiment
      const [first] = yield* promote({})
      const id = String(first?.id)
      yield* experiments.patch(editing(from), String(experiment.id), {
        description: "Blue sells",
        parameters: variants(20),
        update_feature_flag_params: true
      })
      const [planned] = yield* promote({ dry_run: true })
      assert.deepStrictEqual(planned === undefined ? [] : changedFields(planned), ["description", "parameters"])
      const paths = planned?.things.at(-1)?.changes.at(-1)?.paths?.map(({ path }) => path)
      assert.deepStrictEqual(paths, [
        "feature_flag_variants.0.rollout_percentage",
        "feature_flag_variants.1.rollout_percentage"
      ])
      const outdated = { revisions: { [String(one.id)]: first?.revision } }
      assert.strictEqual((yield* Effect.flip(promote(outdated)))._tag, "PromotionOutdated")
      assert.strictEqual((yield* experiments.find(one.id, id)).description, "Green sells")
      yield* promote({ revisions: { [String(one.id)]: planned?.revision } })
      assert.strictEqual((yield* experiments.find(one.id, id)).description, "Blue sells")
      assert.include(JSON.stringify((yield* flagOf(one)).filters), "\"rollout_percentage\":20")
      assert.deepStrictEqual(yield* entries(one, "Experiment", id), ["updated", "created"])
      assert.deepStrictEqual((yield* promote({})).map(effects).map((all) => all.at(-1)?.[1]), ["unchanged"])
    }))

  it.effect("an experiment of that name with another flag, and a project of others, are refused as a whole", () =>
    Effect.gen(function*() {
      const { caller, editing, experiment, experiments, from, one, promote, stranger, two } = yield* makeExperiment
      yield* experiments.create(editing(two), { name: "Button", feature_flag_key: "other", parameters: variants(50) })
      const refused = yield* Effect.flip(promote({ target_project_ids: [one.id, two.id] }))
      assert.strictEqual(refused._tag, "InvalidInput")
      assert.include(JSON.stringify(refused), `Project ${two.id}: `)
      const strangers = promote({ target_project_ids: [one.id, stranger.id] })
      assert.strictEqual((yield* Effect.flip(strangers))._tag, "FlagCopyRefused")
      assert.deepStrictEqual(yield* (yield* ExperimentRepository).all(one.id), [])
      const elsewhere = (yield* Promotions).experiment(caller, one, String(experiment.id), {
        target_project_ids: [two.id]
      })
      assert.strictEqual((yield* Effect.flip(elsewhere))._tag, "ExperimentNotFound")
      assert.strictEqual(
        (yield* (yield* FeatureFlagRepository).all(from.id)).length,
        1
      )
    }))
}

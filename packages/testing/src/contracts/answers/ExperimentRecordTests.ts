import { assert, type Vitest } from "@effect/vitest"
import { handler } from "@hedgerow/core/cohorts/CohortCalculation"
import { calculation } from "@hedgerow/core/cohorts/CohortJobs"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import type { DomainServices } from "@hedgerow/core/Domain"
import { variantsOf } from "@hedgerow/core/evaluation/FlagConditions"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect } from "effect"
import { claimOne } from "../jobs/JobFixtures.ts"
import { senselessStatistics } from "./SenselessStatistics.ts"
import { editor, launched, resultsOf, variantOf, type VerdictWorld } from "./VerdictWorld.ts"

const refusal = <A, R>(asked: Effect.Effect<A, { readonly _tag: string } | InvalidInput, R>) =>
  Effect.map(Effect.flip(asked), (error) => {
    const [issue] = "issues" in error ? error.issues : assert.fail(error._tag)
    const { code, message, path }: { code: string; message: string; path: ReadonlyArray<PropertyKey> } = issue
    return { path, code, message }
  })

const shares = (control: number) => [
  { key: "control", rollout_percentage: control },
  { key: "test", rollout_percentage: 100 - control }
]

const source = (event: string, properties: unknown) => ({ kind: "EventsNode", event, properties })
const mean = (uuid: string, properties: unknown) => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  uuid,
  source: source("same", properties)
})

const onCheckout = { key: "page", value: ["/checkout"] }

/** The records of experiments: what they refuse, what they take of older clients, and what follows their flag. */
export const experimentRecordTests = (
  it: Vitest.MethodsNonLive<DomainServices | StoragePorts | VerdictWorld>
): void => {
  it.effect("settings of statistics that make no sense are refused with their place, and leave nothing behind", () =>
    Effect.gen(function*() {
      const { create, patch } = yield* Experiments
      const by = yield* editor
      const { id, stats_config: kept } = yield* create(by, { name: "Sensible", feature_flag_key: "sensible" })
      for (const [stats_config, place, code] of senselessStatistics) {
        const path = ["stats_config", ...place]
        const shown = JSON.stringify(stats_config)
        const made = create(by, { name: "New", feature_flag_key: "senseless", stats_config })
        assert.deepInclude(yield* refusal(made), { path, code }, shown)
        assert.deepInclude(yield* refusal(patch(by, String(id), { stats_config })), { path, code }, shown)
      }
      assert.deepStrictEqual((yield* (yield* Experiments).find(by.project.id, String(id))).stats_config, kept)
      const { items } = yield* (yield* FeatureFlags).list(by.project.id, { search: "senseless" }, {
        limit: 10,
        offset: 0
      })
      assert.lengthOf(items, 0)
      const one = { parameters: { feature_flag_variants: [{ key: "test", rollout_percentage: 100 }] } }
      assert.strictEqual(
        (yield* refusal(create(by, { name: "New", feature_flag_key: "senseless", ...one }))).message,
        "Feature flag must have at least 2 variants (control and at least one test variant)"
      )
    }))

  it.effect("conditions as a record of exact values count as a list of them; a funnel without steps says what is missing", () =>
    Effect.gen(function*() {
      const older = { kind: "ExperimentMetric", metric_type: "funnel", uuid: "older", series: [] }
      const record = mean("record", { page: "/checkout" })
      const experiment = yield* launched("checkout", {
        metrics: [mean("all", []), record, mean("list", [onCheckout]), older]
      })
      assert.deepInclude(experiment.metrics?.[1], record)
      assert.deepInclude(experiment.metrics?.[3], older)
      const { metrics } = yield* resultsOf(experiment)
      const sums = metrics.map((one) => [one.result?.baseline.sum, variantOf(one)?.sum])
      assert.deepStrictEqual(sums, [[20, 20], [5, 5], [5, 5], [undefined, undefined]])
      assert.strictEqual(
        metrics[3]?.error,
        "A funnel needs at least one step; the exposure is its beginning without being named."
      )
    }))

  it.effect("the edit of a flag stands in the parameters of its experiments and their copies, which can be sent back", () =>
    Effect.gen(function*() {
      const [experiments, flags, by] = [yield* Experiments, yield* FeatureFlags, yield* editor]
      const made = yield* launched("edited", { parameters: { feature_flag_variants: shares(50), note: 7 } })
      const { filters } = yield* flags.find(by.project.id, made.feature_flag_id)
      yield* flags.patch(by, made.feature_flag_id, { filters: { ...filters, multivariate: { variants: shares(20) } } })
      const after = yield* experiments.find(by.project.id, String(made.id))
      const parameters = { feature_flag_variants: shares(20), note: 7 }
      assert.deepStrictEqual(after.parameters, parameters)
      const back = yield* experiments.patch(by, String(made.id), { parameters: after.parameters })
      assert.deepStrictEqual(back.parameters, parameters)
      const variants = variantsOf((yield* flags.find(by.project.id, made.feature_flag_id)).filters)
      assert.deepStrictEqual(variants.map(({ percentage }) => percentage), [20, 80])
      assert.deepStrictEqual((yield* experiments.duplicate(by, String(made.id), {})).parameters, parameters)
    }))

  it.effect("the cohort of those exposed keeps conditions without a type, and has their people", () =>
    Effect.gen(function*() {
      const [cohorts, experiments, by] = [yield* Cohorts, yield* Experiments, yield* editor]
      const events = [{ id: "same", type: "events", properties: [onCheckout] }]
      const { id } = yield* launched("gathered", { parameters: { custom_exposure_filter: { events } } })
      const cohort = yield* experiments.createExposureCohort(by, String(id))
      yield* (yield* handler).run(yield* claimOne(calculation.name))
      const { items } = yield* cohorts.persons(by.project.id, String(cohort.id), { limit: 100, offset: 0 })
      const names = items.flatMap(({ distinctIds }) => distinctIds)
      const expected = [0, 4, 8, 12, 16].flatMap((index) => [`control ${index}`, `test ${index}`])
      assert.sameMembers(names, expected)
    }))
}

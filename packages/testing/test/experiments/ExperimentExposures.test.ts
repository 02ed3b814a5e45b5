import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"
import { part } from "./ExperimentApi.ts"
import { ask, day, exposuresOf, iso, makeWorld, start, user } from "./ExperimentQueryWorld.ts"

describe("ExperimentExposureQuery", () => {
  it.effect("counts by day, cumulated, with the sample ratio in all, over time and by source", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ end_date: iso(start + 4 * day - 1) })
      const { body, status } = yield* exposuresOf(experiment)
      assert.strictEqual(status, 200)
      const days = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"]
      assert.deepStrictEqual(body["timeseries"], [
        { variant: "control", days, exposure_counts: [30, 60, 90, 90] },
        { variant: "test", days, exposure_counts: [30, 60, 90, 90] }
      ])
      assert.deepStrictEqual(body["total_exposures"], { control: 90, test: 90 })
      assert.deepStrictEqual(body["sample_ratio_mismatch"], { expected: { control: 90, test: 90 }, p_value: 1 })
      assert.strictEqual((body["sample_ratio_over_time"] as ReadonlyArray<JsonRecord>).length, 4)
      const [source] = body["sample_ratio_by_source"] as ReadonlyArray<JsonRecord>
      assert.deepInclude(source, { source: "web", p_value: 1, mismatch: false })
      assert.strictEqual(body["bias_risk"], null)
      assert.deepStrictEqual(body["date_range"], {
        date_from: "2026-01-05T00:00:00Z",
        date_to: "2026-01-08T23:59:59.999000Z"
      })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a shipped experiment is checked against the split with which it ran", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const [before, ship] = [yield* exposuresOf(experiment), `experiments/${String(experiment["id"])}/ship_variant/`]
      assert.strictEqual((yield* call("POST", ship, { variant_key: "test" })).status, 200)
      const { body } = yield* exposuresOf(experiment)
      assert.deepStrictEqual(body["sample_ratio_mismatch"], { expected: { control: 90, test: 90 }, p_value: 1 })
      assert.deepStrictEqual(
        [body["total_exposures"], body["sample_ratio_by_source"]],
        [before.body["total_exposures"], before.body["sample_ratio_by_source"]]
      )
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("several variants are counted apart, and warn where the split is uneven", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const uneven = {
        feature_flag_variants: [["control", 80], ["test", 20]].map(([key, share]) => ({
          key,
          rollout_percentage: share
        }))
      }
      const experiment = yield* makeWorld({ parameters: uneven })
      const [called] = user(0, "control")
      if (called === undefined) return assert.fail("no exposure")
      yield* capture({ ...called, properties: { ...called.properties, $feature_flag_response: "test" } })
      const { body } = yield* exposuresOf(experiment)
      assert.deepStrictEqual(body["total_exposures"], { control: 89, test: 90, $multiple: 1 })
      assert.deepStrictEqual(body["bias_risk"], { multiple_variant_percentage: 100 / 180 })
      assert.isBelow(part(body, "sample_ratio_mismatch")["p_value"] as number, 0.001)
      const first = yield* exposuresOf(experiment, { exposure_criteria: { multiple_variant_handling: "first_seen" } })
      assert.deepStrictEqual([first.body["total_exposures"], first.body["bias_risk"]], [
        { control: 90, test: 90 },
        null
      ])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("takes another event, beside the criteria or in them, and leaves the project's tests out", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const experiment = yield* makeWorld({}, 60)
      const opened = (variant: string, host: string): TestEvent => ({
        event: "opened",
        distinct_id: `${variant} ${host}`,
        timestamp: iso(start + 1000),
        properties: { "$feature/checkout": variant, $host: host }
      })
      yield* capture(opened("control", "shop"), opened("test", "shop"), opened("test", "localhost"))
      const config = { kind: "ExperimentEventExposureConfig", event: "opened", properties: {} }
      const total = (criteria: object) =>
        Effect.map(exposuresOf(experiment, { exposure_criteria: criteria }), ({ body }) => body["total_exposures"])
      assert.deepStrictEqual(yield* total(config), { control: 1, test: 2 })
      assert.deepStrictEqual(yield* total({ exposure_config: config }), { control: 1, test: 2 })
      const filters = [{ type: "event", key: "$host", operator: "is_not", value: "localhost" }]
      yield* call("PATCH", "", { test_account_filters: filters })
      assert.deepStrictEqual(yield* total({ exposure_config: config, filterTestAccounts: true }), {
        control: 1,
        test: 1
      })
      assert.deepStrictEqual(yield* total({ kind: "ExperimentEventExposureConfig", event: "$feature_flag_called" }), {
        control: 60,
        test: 60
      })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("criteria that name their own kind count as they are stored", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      const experiment = yield* makeWorld({
        exposure_criteria: {
          kind: "ExperimentExposureCriteria",
          exposure_config: { kind: "ExperimentEventExposureConfig", event: "opened", properties: [] }
        }
      }, 10)
      const properties = { "$feature/checkout": "test" }
      yield* capture({ event: "opened", distinct_id: "opener", timestamp: iso(start + 1000), properties })
      assert.deepStrictEqual((yield* exposuresOf(experiment)).body["total_exposures"], { control: 0, test: 1 })
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("a draft has none, few are not tested, an unknown experiment is refused", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ start_date: null }, 40)
      const draft = (yield* exposuresOf(experiment)).body
      assert.deepStrictEqual([draft["timeseries"], draft["total_exposures"]], [[], {}])
      const dated = yield* exposuresOf(experiment, { start_date: iso(start), end_date: iso(start + 4 * day) })
      assert.deepStrictEqual(dated.body["total_exposures"], { control: 40, test: 40 })
      assert.isNull(dated.body["sample_ratio_mismatch"])
      const unknown = yield* ask({ kind: "ExperimentExposureQuery", experiment_id: 77 })
      assert.deepStrictEqual([unknown.status, unknown.body["detail"]], [400, "Experiment with id 77 not found"])
      const wrong = yield* exposuresOf(experiment, { start_date: "soon" })
      assert.deepStrictEqual([wrong.status, wrong.body["attr"]], [400, "query__start_date"])
    }).pipe(Effect.provide(TestApi.layer)))
})

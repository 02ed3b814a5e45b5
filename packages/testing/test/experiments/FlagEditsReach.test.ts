import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, part, patch, read, shares, variants } from "./ExperimentApi.ts"

const storages = {
  memory: FlagApi.layer,
  PostgreSQL: Layer.suspend(() => FlagApi.layerOver(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))))
} as const

const editFlag = Effect.fnUntraced(function*(experiment: JsonRecord, change: (filters: JsonRecord) => JsonRecord) {
  const flag = part(experiment, "feature_flag")
  return yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { filters: change(part(flag, "filters")) })
})

const split = (shareOf: Readonly<Record<string, number>>) => (filters: JsonRecord): JsonRecord => ({
  ...filters,
  multivariate: { variants: variants(shareOf).feature_flag_variants }
})

const duplicated = ({ id }: JsonRecord, body: object = {}) => good("POST", `experiments/${String(id)}/duplicate/`, body)

const logged = ({ id }: JsonRecord) =>
  Effect.map(
    good("GET", `activity_log/?scope=Experiment&item_id=${String(id)}`),
    ({ results }) => results as ReadonlyArray<JsonRecord>
  )

describe.each(Object.entries(storages))("the edit of a flag, with %s", (_, storage) => {
  it.effect("reaches the variants, the split and the group type in its experiments", () =>
    Effect.gen(function*() {
      const parameters = {
        feature_flag_variants: [
          { key: "control", rollout_percentage: 50, note: "kept" },
          { key: "test", rollout_percentage: 50 }
        ],
        rollout_percentage: 100,
        recommended_sample_size: 7
      }
      const made = yield* create("reached", { parameters })
      const other = yield* create("other", { parameters })
      yield* editFlag(made, (filters) => ({
        ...split({ control: 20, test: 30, more: 50 })(filters),
        groups: [{ properties: [], rollout_percentage: 40 }]
      }))
      const after = yield* read(made)
      assert.deepStrictEqual(after["parameters"], {
        feature_flag_variants: [
          { key: "control", rollout_percentage: 20, note: "kept" },
          { key: "test", rollout_percentage: 30 },
          { key: "more", rollout_percentage: 50 }
        ],
        rollout_percentage: 40,
        recommended_sample_size: 7
      })
      const grouped = yield* editFlag(after, (filters) => ({ ...filters, aggregation_group_type_index: 1 }))
      assert.strictEqual(part(yield* read(made), "parameters")["aggregation_group_type_index"], 1)
      assert.deepStrictEqual((yield* read(other))["parameters"], parameters)

      // A client sends the record back as it read it: nothing is reset.
      const { feature_flag } = yield* patch(made, { parameters: (yield* read(made))["parameters"] as JsonRecord })
      const filters = part(feature_flag as JsonRecord, "filters")
      assert.deepStrictEqual(shares({ feature_flag }), ["control 20", "test 30", "more 50"])
      assert.deepStrictEqual(filters["groups"], part(grouped, "filters")["groups"])
      assert.strictEqual(filters["aggregation_group_type_index"], 1)
      assert.lengthOf(yield* logged(made), 3)
    }).pipe(Effect.provide(storage)))

  it.effect("reaches one that runs, which takes its own parameters back, and one that is restored", () =>
    Effect.gen(function*() {
      const made = yield* create("running", { start_date: "2026-01-01T00:00:00Z" })
      const gone = yield* duplicated(made)
      yield* patch(gone, { deleted: true })
      yield* editFlag(made, split({ control: 10, test: 10, more: 80 }))
      const kept = variants({ control: 10, test: 10, more: 80 })
      const own = part(yield* read(made), "parameters")
      assert.deepStrictEqual(own, kept)
      assert.deepStrictEqual((yield* patch(made, { parameters: own }))["parameters"], kept)
      assert.deepStrictEqual((yield* patch(gone, { deleted: false }))["parameters"], kept)
      // Names, conditions and switches of the flag are no part of the parameters.
      const before = yield* read(made)
      yield* editFlag(before, (filters) => ({ ...filters, payloads: { test: "1" } }))
      assert.strictEqual((yield* read(made))["updated_at"], before["updated_at"])
    }).pipe(Effect.provide(storage)))

  it.effect("is there in a duplicate, and the shares of a shipped variant are", () =>
    Effect.gen(function*() {
      const made = yield* create("shipped", { parameters: variants({ control: 50, test: 50 }) })
      yield* editFlag(made, split({ control: 30, test: 70 }))
      const uneven = variants({ control: 30, test: 70 })
      assert.deepStrictEqual((yield* duplicated(made))["parameters"], uneven)
      const apart = yield* duplicated(made, { feature_flag_key: "apart" })
      assert.deepStrictEqual(shares(apart), ["control 30", "test 70"])
      assert.deepStrictEqual(apart["parameters"], uneven)

      yield* good("POST", `experiments/${String(made["id"])}/launch/`)
      yield* TestClock.adjust("1 hour")
      const ended = yield* good("POST", `experiments/${String(made["id"])}/ship_variant/`, { variant_key: "test" })
      const split_at_end = uneven.feature_flag_variants
      const whole = { ...variants({ control: 0, test: 100 }), split_at_end }
      assert.deepStrictEqual([ended["status"], ended["parameters"]], ["complete", whole])

      // Later edits and whole parameters leave the split with which it ran; a copy and a restart have none.
      yield* editFlag(made, split({ control: 60, test: 40 }))
      const later = variants({ control: 60, test: 40 })
      assert.deepStrictEqual((yield* patch(made, { parameters: later }))["parameters"], { ...later, split_at_end })
      assert.deepStrictEqual((yield* duplicated(made))["parameters"], later)
      assert.deepStrictEqual((yield* patch(made, { end_date: null }))["parameters"], later)
      assert.deepStrictEqual(shares(yield* read(apart)), ["control 30", "test 70"])
    }).pipe(Effect.provide(storage)))

  it.effect("that is refused leaves the experiments as they were", () =>
    Effect.gen(function*() {
      const made = yield* create("refused", { start_date: "2026-01-01T00:00:00Z" })
      const flag = part(made, "feature_flag")
      const { status } = yield* call("PATCH", `feature_flags/${String(flag["id"])}/`, {
        filters: split({ control: 100 })(part(flag, "filters"))
      })
      assert.strictEqual(status, 400)
      assert.deepStrictEqual((yield* read(made))["parameters"], made["parameters"])
    }).pipe(Effect.provide(storage)))
})

describe.each(Object.entries(storages))("the metrics of older clients, with %s", (_, storage) => {
  const metric = { kind: "ExperimentMetric", metric_type: "mean", uuid: "m-1" }
  const source = { kind: "EventsNode", event: "purchase", math: "total" }

  it.effect("may have conditions as a record of exact values, and funnels without steps", () =>
    Effect.gen(function*() {
      const exact = { ...metric, source: { ...source, properties: { page: "/checkout", plan: ["a", "b"] } } }
      const funnel = { kind: "ExperimentMetric", metric_type: "funnel", uuid: "m-2", series: [] }
      const made = yield* create("older", { start_date: "2026-01-01T00:00:00Z", metrics: [exact, funnel] })
      const [first, second] = (yield* read(made))["metrics"] as ReadonlyArray<JsonRecord>
      assert.deepInclude(first, exact)
      assert.deepInclude(second, funnel)
      const { metrics } = yield* good("GET", `experiments/${String(made["id"])}/results/`)
      const [counted, missing] = metrics as ReadonlyArray<JsonRecord>
      assert.isNotNull(counted?.["result"])
      assert.isNull(missing?.["result"])
      assert.strictEqual(
        missing?.["error"],
        "A funnel needs at least one step; the exposure is its beginning without being named."
      )
      const asked = (sent: object) =>
        call("POST", "query/", { query: { kind: "ExperimentQuery", experiment_id: made["id"], metric: sent } })
      assert.strictEqual((yield* asked(exact)).status, 200)
      const { body, status } = yield* asked(funnel)
      assert.deepStrictEqual([status, body["attr"]], [400, "query__metric__series"])
      yield* good("POST", "experiment_saved_metrics/", { name: "Older", query: exact })
    }).pipe(Effect.provide(storage)))
})

it.effect("a method that the list of experiments does not have is refused in the shape of errors", () =>
  Effect.gen(function*() {
    const { body, headers, status } = yield* call("DELETE", "experiments/")
    assert.strictEqual(status, 405)
    assert.deepInclude(body, { type: "invalid_request", code: "method_not_allowed", attr: null })
    assert.include(headers.get("allow") ?? "", "GET")
  }).pipe(Effect.provide(FlagApi.layer)))

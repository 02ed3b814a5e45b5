import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, part, patch, read, refusedChange, refusedWith } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const make = (share: number, more: object = {}) =>
  good("POST", "experiment_holdouts/", {
    name: "Nobody",
    filters: [{ properties: [], rollout_percentage: share }],
    ...more
  })

const held = (experiment: JsonRecord) => {
  const { holdout, holdout_groups } = part(part(experiment, "feature_flag"), "filters")
  return { holdout, holdout_groups }
}

const wanted = (id: unknown, share: number) => ({
  holdout: { id, exclusion_percentage: share },
  holdout_groups: [{ properties: [], rollout_percentage: share, variant: `holdout-${String(id)}` }]
})

const none = { holdout: undefined, holdout_groups: null }

const variantOf = Effect.fnUntraced(function*(key: string, distinct_id: string) {
  const { project } = yield* FlagApi
  const { body } = yield* call("POST", "/flags/?v=2", { token: project.api_token, distinct_id })
  return (part(body, "flags")[key] as JsonRecord | undefined)?.["variant"]
})

describe("holdouts", () => {
  it.effect("are made, listed, read, changed, removed and logged", () =>
    Effect.gen(function*() {
      const made = yield* make(10, { description: "x" })
      const path = `experiment_holdouts/${String(made["id"])}/`
      assert.deepInclude(made, {
        name: "Nobody",
        description: "x",
        filters: [{ properties: [], rollout_percentage: 10, variant: `holdout-${String(made["id"])}` }]
      })
      assert.deepStrictEqual(yield* good("GET", path), made)
      assert.deepInclude(yield* good("GET", "experiment_holdouts/"), { count: 1, results: [made] })
      assert.deepInclude(yield* good("PATCH", path, { name: "Few", description: null }), {
        name: "Few",
        description: null,
        filters: made["filters"]
      })
      const { results } = yield* good("GET", `${path}activity/`)
      const entries = (results as ReadonlyArray<JsonRecord>).map(({ activity, detail, scope }) => [
        scope,
        activity,
        (detail as JsonRecord)["type"]
      ])
      assert.deepStrictEqual(entries, [
        ["ExperimentHoldout", "updated", "holdout"],
        ["ExperimentHoldout", "created", "holdout"]
      ])
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      assert.strictEqual((yield* call("PATCH", path, { name: "x" })).status, 404)
    }).pipe(world))

  it.effect("refuse filters that leave nobody out", () =>
    Effect.gen(function*() {
      const { id } = yield* make(10)
      const missing = ["invalid_input", "Filters are required to create an holdout group", null]
      const cases: ReadonlyArray<readonly [filters: unknown, error: ReadonlyArray<unknown>]> = [
        [undefined, missing],
        [null, missing],
        [[], missing],
        [{}, ["not_a_list", "Expected a list of items but got type \"dict\".", "filters"]],
        [["x"], ["not_a_dict", "Expected a dictionary of items but got type \"str\".", "filters"]],
        [[{}], ["invalid_input", "Rollout percentage must be present.", "filters"]],
        [[{ rollout_percentage: 101 }], [
          "invalid_input",
          "Rollout percentage must be between 0 and 100.",
          "filters"
        ]],
        [[{ rollout_percentage: "5" }], ["invalid_input", "Rollout percentage must be between 0 and 100.", "filters"]]
      ]
      for (const [filters, error] of cases) {
        assert.deepStrictEqual(yield* refusedWith("POST", "experiment_holdouts/", { name: "x", filters }), [...error])
        if (filters === undefined) continue
        assert.deepStrictEqual(yield* refusedWith("PATCH", `experiment_holdouts/${String(id)}/`, { filters }), [
          ...error
        ])
      }
      assert.deepStrictEqual(yield* refusedWith("POST", "experiment_holdouts/", { filters: [] }), [
        "required",
        "This field is required.",
        "name"
      ])
    }).pipe(world))

  it.effect("stand in the flag of a new experiment, and of a draft as long as it has one", () =>
    Effect.gen(function*() {
      const { id } = yield* make(10)
      const made = yield* create("held", { holdout_id: id })
      assert.deepStrictEqual(held(made), wanted(id, 10))
      assert.deepInclude(part(made, "holdout"), { id, name: "Nobody" })
      const without = yield* patch(made, { holdout_id: null })
      assert.deepStrictEqual([held(without), without["holdout"], without["holdout_id"]], [none, null, null])
      const again = yield* patch(made, { holdout_id: id, parameters: { rollout_percentage: 50 } })
      assert.deepStrictEqual(held(again), wanted(id, 10))
      const running = yield* patch(made, { start_date: "2026-01-01T00:00:00Z" })
      assert.deepStrictEqual(yield* refusedChange(running, { holdout_id: null }), [
        "invalid_input",
        "Can't update holdout on running Experiment",
        null
      ])
      assert.strictEqual((yield* patch(made, { holdout_id: id, name: "x" }))["holdout_id"], id)
    }).pipe(world))

  it.effect("reach the flags of all of their experiments when they change or go", () =>
    Effect.gen(function*() {
      const { id } = yield* make(10)
      const path = `experiment_holdouts/${String(id)}/`
      const running = yield* create("running", { holdout_id: id, start_date: "2026-01-01T00:00:00Z" })
      const deleted = yield* create("deleted", { holdout_id: id })
      yield* patch(deleted, { deleted: true })
      const other = yield* create("other")
      yield* good("PATCH", path, { filters: [{ properties: [], rollout_percentage: 25 }] })
      assert.deepStrictEqual(held(yield* read(running)), wanted(id, 25))
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      const left = yield* read(running)
      assert.deepStrictEqual([held(left), left["holdout_id"]], [none, null])
      const restored = yield* patch(deleted, { deleted: false })
      assert.deepStrictEqual([held(restored), restored["holdout"]], [none, null])
      assert.deepStrictEqual(part(yield* read(other), "feature_flag"), part(other, "feature_flag"))
    }).pipe(world))

  it.effect("decide in evaluations, for the same people in every experiment, and SDKs get them", () =>
    Effect.gen(function*() {
      const { project, key } = yield* FlagApi
      const { id } = yield* make(50)
      const path = `experiment_holdouts/${String(id)}/`
      for (const flag of ["one", "two"]) yield* create(flag, { holdout_id: id, start_date: "2026-01-01T00:00:00Z" })
      const people = Array.from({ length: 40 }, (_, number) => `person ${number}`)
      const variant = `holdout-${String(id)}`
      const heldOut = yield* Effect.filter(people, (one) => Effect.map(variantOf("one", one), (got) => got === variant))
      assert.isTrue(heldOut.length > 5 && heldOut.length < 35, String(heldOut.length))
      for (const one of people) {
        const got = yield* variantOf("two", one)
        assert.strictEqual(got === variant, heldOut.includes(one), one)
      }
      const { body } = yield* call("GET", `/flags/definitions?token=${project.api_token}`, undefined, { key })
      const [flag] = body["flags"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(part(flag ?? {}, "filters")["holdout"], { id, exclusion_percentage: 50 })
      yield* good("PATCH", path, { filters: [{ rollout_percentage: 100 }] })
      assert.strictEqual(yield* variantOf("one", "anybody"), variant)
      yield* call("DELETE", path)
      assert.include(["control", "test"], yield* variantOf("one", "anybody"))
    }).pipe(world))
})

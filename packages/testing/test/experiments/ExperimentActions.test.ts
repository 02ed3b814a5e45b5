import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good } from "../flags/FlagApi.ts"
import { create, mean, part, patch, read, refusedWith, shares, variants } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const act = ({ id }: JsonRecord, action: string, body?: object) =>
  good("POST", `experiments/${String(id)}/${action}/`, body)

const refusedAct = Effect.fnUntraced(function*({ id }: JsonRecord, action: string, body?: object) {
  return (yield* refusedWith("POST", `experiments/${String(id)}/${action}/`, body))[1]
})

const multivariate = (...keys: ReadonlyArray<string>) => ({
  groups: [],
  multivariate: { variants: keys.map((key) => ({ key, rollout_percentage: 100 / keys.length })) }
})

describe("copies", () => {
  it.effect("are drafts of the same questions with the same flag: acceptance case 31", () =>
    Effect.gen(function*() {
      const saved = yield* good("POST", "experiment_saved_metrics/", { name: "Saved", query: mean("x", { uuid: "s" }) })
      const { id: holdout_id } = yield* good("POST", "experiment_holdouts/", {
        name: "x",
        filters: [{ rollout_percentage: 1 }]
      })
      const made = yield* create("source", {
        name: "X",
        description: "why",
        holdout_id,
        start_date: "2026-01-01T00:00:00Z",
        end_date: "2026-01-02T00:00:00Z",
        conclusion: "won",
        archived: true,
        metrics: [mean("y", { uuid: "m" })],
        saved_metrics_ids: [{ id: saved["id"], metadata: { type: "secondary" } }],
        exposure_criteria: { filterTestAccounts: true },
        stats_config: { method: "frequentist" }
      })
      const copies = [yield* act(made, "duplicate"), yield* act(made, "duplicate", {}), yield* act(made, "duplicate")]
      assert.deepStrictEqual(copies.map(({ name }) => name), ["X (Copy)", "X (Copy) 1", "X (Copy) 2"])
      assert.deepInclude(copies[0], {
        description: "why",
        feature_flag_key: "source",
        status: "draft",
        start_date: null,
        end_date: null,
        archived: false,
        conclusion: null,
        holdout_id: null,
        exposure_criteria: { filterTestAccounts: true },
        stats_config: { method: "frequentist" },
        primary_metrics_ordered_uuids: ["m"],
        secondary_metrics_ordered_uuids: ["s"]
      })
      assert.strictEqual(part(copies[0] ?? {}, "feature_flag")["id"], part(made, "feature_flag")["id"])
      assert.lengthOf(copies[0]?.["saved_metrics"] as ReadonlyArray<unknown>, 1)
      yield* patch(copies[0] ?? {}, { deleted: true })
      assert.strictEqual((yield* act(made, "duplicate"))["name"], "X (Copy)")
      assert.strictEqual((yield* act(made, "duplicate", { name: "Mine" }))["name"], "Mine")
    }).pipe(world))

  it.effect("have another flag where one is named, which decides the variants", () =>
    Effect.gen(function*() {
      yield* createFlag("other", { filters: multivariate("control", "a", "b", "c") })
      const made = yield* create("source", { parameters: { ...variants({ control: 20, test: 80 }), note: 1 } })
      const linked = yield* act(made, "duplicate", { feature_flag_key: "other" })
      assert.deepStrictEqual(shares(linked), ["control 25", "a 25", "b 25", "c 25"])
      assert.deepStrictEqual(linked["parameters"], { ...variants({ control: 25, a: 25, b: 25, c: 25 }), note: 1 })
      const fresh = yield* act(made, "duplicate", { feature_flag_key: "fresh" })
      assert.deepStrictEqual([fresh["feature_flag_key"], ...shares(fresh)], ["fresh", "control 20", "test 80"])
      yield* createFlag("plain")
      assert.strictEqual(
        yield* refusedAct(made, "duplicate", { feature_flag_key: "plain" }),
        "Feature flag is not eligible for experiments."
      )
    }).pipe(world))
})

describe("the cohort of the people exposed", () => {
  it.effect("goes by calls of the flag since the start, and is made once: acceptance case 25", () =>
    Effect.gen(function*() {
      const made = yield* create("checkout-button", { name: "Checkout button" })
      const action = "create_exposure_cohort_for_experiment"
      assert.strictEqual(yield* refusedAct(made, action), "Experiment does not have a start date")
      yield* patch(made, { start_date: "2024-01-01T10:23:00Z" })
      const { cohort } = yield* act(made, action)
      assert.deepInclude(cohort as JsonRecord, {
        name: "Users exposed to experiment \"Checkout button\"",
        experiment_set: [made["id"]],
        is_static: false,
        filters: {
          properties: {
            type: "OR",
            values: [{
              type: "OR",
              values: [{
                type: "behavioral",
                value: "performed_event",
                key: "$feature_flag_called",
                event_type: "events",
                negation: false,
                explicit_datetime: "2024-01-01T10:23:00+00:00",
                event_filters: [{ key: "$feature_flag", value: ["checkout-button"], operator: "exact", type: "event" }]
              }]
            }]
          }
        }
      })
      assert.strictEqual((yield* read(made))["exposure_cohort"], (cohort as JsonRecord)["id"])
      assert.strictEqual(yield* refusedAct(made, action), "Experiment already has an exposure cohort")
      const [listed] = (yield* good("GET", "cohorts/"))["results"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(listed?.["experiment_set"], [made["id"]])
      yield* patch(made, { deleted: true })
      assert.deepStrictEqual((yield* good("GET", `cohorts/${String(listed?.["id"])}/`))["experiment_set"], [])
    }).pipe(world))

  it.effect("goes by an event or an action of its own where one is named: acceptance case 27", () =>
    Effect.gen(function*() {
      const conditionOf = Effect.fnUntraced(function*(key: string, custom_exposure_filter: object, more: object = {}) {
        const made = yield* create(key, {
          start_date: "2024-01-01T10:23:00Z",
          parameters: { custom_exposure_filter },
          ...more
        })
        const { body, status } = yield* call(
          "POST",
          `experiments/${String(made["id"])}/create_exposure_cohort_for_experiment/`
        )
        if (status !== 200) return [status, body["detail"]]
        const properties = part(part(part(body, "cohort"), "filters"), "properties")
        const [group] = properties["values"] as ReadonlyArray<JsonRecord>
        const [condition] = (group?.["values"] ?? []) as ReadonlyArray<JsonRecord>
        return [condition?.["key"], condition?.["event_type"], condition?.["event_filters"]]
      })
      const ofEvent = { key: "a", type: "event", value: "b", operator: "exact" }
      const properties = [ofEvent, { key: "p", type: "person", value: "q", operator: "exact" }, {
        key: "id",
        type: "cohort",
        value: 1
      }]
      assert.deepStrictEqual(
        yield* conditionOf("by-event", { events: [{ id: "seen", type: "events", properties }] }),
        ["seen", "events", [ofEvent]]
      )
      const untyped = [{ key: "a", value: "b", operator: "exact" }, { key: "c", operator: "is_set", type: null }]
      assert.deepStrictEqual(
        yield* conditionOf("by-untyped", { events: [{ id: "seen", type: "events", properties: untyped }] }),
        ["seen", "events", [ofEvent, { key: "c", operator: "is_set", type: "event" }]]
      )
      assert.deepStrictEqual(
        yield* conditionOf("by-action", { actions: [{ id: "12", type: "actions", properties: [] }] }),
        [12, "actions", []]
      )
      const exposure_config = { kind: "ExperimentEventExposureConfig", event: "shown", properties }
      assert.deepStrictEqual(
        yield* conditionOf("by-criteria", {}, { exposure_criteria: { exposure_config } }),
        ["shown", "events", [ofEvent]]
      )
      assert.deepStrictEqual(
        yield* conditionOf("by-none", { actions: [{ id: "oogabooga", type: "actions" }] }),
        [400, "Invalid action ID"]
      )
    }).pipe(world))
})

describe("flags that experiments can use", () => {
  it.effect("have two variants or more, control first, and are filtered like flags", () =>
    Effect.gen(function*() {
      const first = yield* createFlag("first", { filters: multivariate("control", "a"), name: "The first" })
      yield* TestClock.adjust("1 second")
      yield* createFlag("plain")
      yield* createFlag("single", { filters: multivariate("control") })
      yield* createFlag("wrong", { filters: multivariate("a", "control") })
      yield* createFlag("toured", { filters: multivariate("control", "a"), creation_context: "product_tours" })
      const gone = yield* createFlag("gone", { filters: multivariate("control", "a") })
      yield* good("PATCH", `feature_flags/${String(gone["id"])}/`, { deleted: true })
      yield* createFlag("second", {
        filters: multivariate("control", "a", "b"),
        active: false,
        tags: ["web"],
        evaluation_tags: ["web"],
        evaluation_runtime: "server"
      })
      const keysOf = Effect.fnUntraced(function*(query: string) {
        const { results } = yield* good("GET", `experiments/eligible_feature_flags/${query}`)
        return (results as ReadonlyArray<JsonRecord>).map(({ key }) => key)
      })
      const all = yield* good("GET", "experiments/eligible_feature_flags/")
      assert.sameMembers(Object.keys(all), ["results", "count"])
      assert.strictEqual(all["count"], 2)
      assert.deepStrictEqual((all["results"] as ReadonlyArray<unknown>)[1], first)
      const cases: ReadonlyArray<readonly [query: string, keys: ReadonlyArray<string>]> = [
        ["?limit=1", ["second"]],
        ["?limit=1&offset=1", ["first"]],
        ["?limit=1000&offset=-5", ["second", "first"]],
        ["?search=THE FIRST", ["first"]],
        ["?active=true", ["first"]],
        ["?active=false", ["second"]],
        ["?active=STALE", ["second", "first"]],
        ["?created_by_id=99", []],
        ["?evaluation_runtime=server", ["second"]],
        ["?has_evaluation_tags=yes", ["second"]],
        ["?has_evaluation_tags=other", ["first"]],
        ["?order=key", ["first", "second"]],
        ["?order=-key", ["second", "first"]]
      ]
      for (const [query, keys] of cases) assert.deepStrictEqual(yield* keysOf(query), [...keys], query)
      for (const [name, value] of [["limit", "x"], ["offset", "1.5"]]) {
        const { body, status } = yield* call("GET", `experiments/eligible_feature_flags/?${name}=${value}`)
        const error = { type: "validation_error", code: "invalid_input", detail: "Invalid limit or offset", attr: name }
        assert.strictEqual(status, 400)
        assert.deepInclude(body, error)
      }
      const { keyOf } = yield* FlagApi
      const key = yield* keyOf("reader", ["experiment:read"])
      assert.strictEqual((yield* call("GET", "experiments/eligible_feature_flags/", undefined, { key })).status, 403)
    }).pipe(world))
})

describe("whether code must add variants to events", () => {
  it.effect("is asked of the events of the last days", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-10T00:00:00Z"))
      const { project } = yield* FlagApi
      const asked = Effect.fnUntraced(function*(events?: ReadonlyArray<string>) {
        const query = events === undefined
          ? ""
          : `?events=${encodeURIComponent(JSON.stringify(events.map((id) => ({ id, type: "events" }))))}`
        return (yield* good("GET", `experiments/requires_flag_implementation/${query}`))["result"]
      })
      const send = (event: string, properties: object, timestamp: string) =>
        call("POST", "/batch/", {
          api_key: project.api_token,
          batch: [{ event, distinct_id: "a", properties, timestamp }]
        })
      assert.strictEqual(yield* asked(), true)
      yield* send("bare", { plan: "pro" }, "2026-01-09T00:00:00Z")
      yield* send("old", { "$feature/a": "test" }, "2025-12-01T00:00:00Z")
      assert.strictEqual(yield* asked(["bare", "old"]), true)
      yield* send("marked", { "$feature/a": "test" }, "2026-01-09T00:00:00Z")
      assert.deepStrictEqual([yield* asked(["bare"]), yield* asked(["bare", "marked"]), yield* asked()], [
        true,
        false,
        false
      ])
      const actions = Effect.fnUntraced(function*(event: string) {
        const { id } = yield* good("POST", "actions/", { name: event, steps: [{ event }] })
        const query = encodeURIComponent(JSON.stringify([{ id, type: "actions" }]))
        return (yield* good("GET", `experiments/requires_flag_implementation/?actions=${query}`))["result"]
      })
      assert.deepStrictEqual([yield* actions("bare"), yield* actions("marked")], [true, false])
    }).pipe(world))
})

describe("how fast a project experiments", () => {
  it.effect("is counted by days: acceptance case 41", () =>
    Effect.gen(function*() {
      const stats = good("GET", "experiments/stats/")
      yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
      assert.deepStrictEqual(yield* stats, {
        launched_last_30d: 0,
        launched_previous_30d: 0,
        percent_change: 0,
        active_experiments: 0,
        completed_last_30d: 0
      })
      const dates = ["2026-02-08T00:00:00Z", "2026-02-07T23:59:59Z", "2026-01-20T00:00:00Z", "2026-01-09T00:00:00Z"]
      for (const [place, start_date] of dates.entries()) yield* create(`launched-${place}`, { start_date })
      yield* create("too-old", { start_date: "2026-01-08T23:59:59Z", end_date: "2026-03-10T23:59:59Z" })
      yield* create("archived", { start_date: "2026-03-01T00:00:00Z", archived: true })
      yield* patch(yield* create("deleted", { start_date: "2026-03-01T00:00:00Z" }), { deleted: true })
      yield* create("draft")
      assert.deepStrictEqual(yield* stats, {
        launched_last_30d: 1,
        launched_previous_30d: 3,
        percent_change: -66.7,
        active_experiments: 4,
        completed_last_30d: 1
      })
    }).pipe(world))
})

describe("the steps of an experiment", () => {
  it.effect("are done in their order alone", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
      const made = yield* create("stepped")
      const seen = (experiment: JsonRecord) => [experiment["status"], part(experiment, "feature_flag")["active"]]
      const unlaunched = "Experiment has not been launched yet."
      for (const action of ["pause", "resume", "end"]) assert.strictEqual(yield* refusedAct(made, action), unlaunched)
      assert.strictEqual(yield* refusedAct(made, "ship_variant", { variant_key: "test" }), unlaunched)
      assert.strictEqual(yield* refusedAct(made, "reset"), "Experiment is already in draft state.")
      assert.strictEqual(yield* refusedAct(made, "archive"), "Experiment must be ended before it can be archived.")
      const launched = yield* act(made, "launch")
      assert.deepStrictEqual([launched["start_date"], ...seen(launched)], ["2026-03-10T12:00:00Z", "running", true])
      assert.strictEqual(yield* refusedAct(made, "launch"), "Experiment has already been launched.")
      assert.strictEqual(yield* refusedAct(made, "resume"), "Experiment is not paused.")
      assert.deepStrictEqual(seen(yield* act(made, "pause")), ["running", false])
      assert.strictEqual(yield* refusedAct(made, "pause"), "Experiment is already paused.")
      assert.deepStrictEqual(seen(yield* act(made, "resume")), ["running", true])
      yield* TestClock.adjust("1 day")
      const ended = yield* act(made, "end", { conclusion: "won", conclusion_comment: "more" })
      assert.deepInclude(ended, { status: "complete", conclusion: "won", conclusion_comment: "more" })
      assert.strictEqual(ended["end_date"], "2026-03-11T12:00:00Z")
      for (const action of ["pause", "resume", "end"]) {
        assert.strictEqual(yield* refusedAct(made, action), "Experiment has already ended.")
      }
      assert.strictEqual((yield* act(made, "archive"))["archived"], true)
      assert.strictEqual(yield* refusedAct(made, "archive"), "Experiment is already archived.")
      assert.strictEqual((yield* act(made, "unarchive"))["archived"], false)
      assert.strictEqual(yield* refusedAct(made, "unarchive"), "Experiment is not archived.")
      const reset = yield* act(made, "reset")
      assert.deepInclude(reset, { status: "draft", end_date: null, conclusion: null, conclusion_comment: null })
      assert.strictEqual((yield* call("POST", "experiments/999/launch/")).status, 404)
    }).pipe(world))

  it.effect("a draft with an end runs once it is launched, and is listed by its state all along", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-01T00:00:00Z"))
      const idsIn = (status: string) =>
        Effect.map(
          good("GET", `experiments/?status=${status}`),
          ({ results }) => (results as ReadonlyArray<JsonRecord>).map(({ id }) => id)
        )
      let ended = 0
      for (const end_date of ["2026-02-01T00:00:00Z", "2025-12-20T00:00:00Z"]) {
        const made = yield* create(`planned-${end_date.slice(0, 4)}`, { end_date })
        assert.deepInclude(made, { status: "draft", end_date })
        assert.include(yield* idsIn("draft"), made["id"])
        assert.deepInclude(yield* good("GET", "experiments/stats/"), { completed_last_30d: ended++ })
        assert.notInclude(yield* idsIn("complete"), made["id"])
        const launched = yield* act(made, "launch")
        assert.deepInclude(launched, { status: "running", end_date: null })
        assert.include(yield* idsIn("running"), made["id"])
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* act(made, "end"))["status"], "complete")
        assert.include(yield* idsIn("complete"), made["id"])
      }
    }).pipe(world))

  it.effect("a variant is shipped to everybody, or to those whom the flag is for", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
      const made = yield* create("shipped", {
        start_date: "2026-03-01T00:00:00Z",
        parameters: { ...variants({ control: 50, test: 50 }), rollout_percentage: 20 }
      })
      assert.strictEqual(
        yield* refusedAct(made, "ship_variant", { variant_key: "other" }),
        "Variant 'other' not found on feature flag."
      )
      const narrow = yield* act(made, "ship_variant", { variant_key: "test", release_to_everyone: false })
      assert.deepStrictEqual(shares(narrow), ["control 0", "test 100"])
      const groupsOf = (experiment: JsonRecord) =>
        (part(part(experiment, "feature_flag"), "filters")["groups"] as ReadonlyArray<JsonRecord>).map(
          ({ rollout_percentage }) => rollout_percentage
        )
      assert.deepStrictEqual(groupsOf(narrow), [20])
      assert.deepInclude(narrow, { status: "complete", end_date: "2026-03-10T12:00:00Z" })
      const wide = yield* act(made, "ship_variant", { variant_key: "test", conclusion: "won" })
      assert.deepStrictEqual([groupsOf(wide), wide["conclusion"]], [[100, 20], "won"])
    }).pipe(world))
})

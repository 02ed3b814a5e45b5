import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TargetingNeedsFlagScope } from "@hedgerow/core/surveys/editing/SurveyPolicy"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good, listed, refusal } from "../flags/FlagApi.ts"
import { create, forPlan, open, part, patch, read } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const keysOf = (record: JsonRecord) => Object.keys(record).toSorted()

const namesIn = Effect.fnUntraced(function*(query: string) {
  const { results } = yield* good("GET", `surveys/${query}`)
  return (results as ReadonlyArray<JsonRecord>).map(({ name }) => name)
})

it.effect("a survey is made with its internal flag, and every answer has the whole record", () =>
  Effect.gen(function*() {
    const made = yield* create("Notebooks", {
      description: "Make notebooks better",
      questions: [open("What would you improve?")],
      targeting_flag_filters: null
    })
    assert.deepInclude(made, {
      name: "Notebooks",
      type: "popover",
      schedule: "once",
      linked_flag: null,
      targeting_flag: null,
      conditions: null,
      archived: false,
      iteration_start_dates: [],
      current_iteration: null,
      response_sampling_interval_type: "week",
      enable_partial_responses: false,
      user_access_level: "manager"
    })
    const [question] = made["questions"] as ReadonlyArray<JsonRecord>
    assert.deepInclude(question, { type: "open", question: "What would you improve?" })
    assert.match(String(question?.["id"]), /^[0-9a-f-]{36}$/)
    const { id } = made
    const flag = part(made, "internal_targeting_flag")
    assert.match(String(flag["key"]), /^survey-targeting-[a-z0-9]+-custom$/)
    const notSet = (name: string) => ({
      key: `$survey_${name}/${String(id)}`,
      value: "is_not_set",
      operator: "is_not_set",
      type: "person"
    })
    assert.deepInclude(flag, { active: false, deleted: false, name: "Targeting flag for survey Notebooks" })
    assert.deepStrictEqual(flag["filters"], {
      groups: [{
        variant: "",
        rollout_percentage: 100,
        aggregation_group_type_index: null,
        properties: [notSet("dismissed"), notSet("responded")]
      }],
      aggregation_group_type_index: null
    })
    assert.deepStrictEqual(made["feature_flag_keys"], [
      { key: "linked_flag_key", value: null },
      { key: "targeting_flag_key", value: null },
      { key: "internal_targeting_flag_key", value: flag["key"] },
      { key: "internal_response_sampling_flag_key", value: null }
    ])
    assert.deepStrictEqual(yield* read(made), made)
    const changed = yield* patch(made, { description: "Other" })
    assert.deepStrictEqual(keysOf(changed), keysOf(made))
    const { results } = yield* good("GET", "surveys/")
    assert.deepStrictEqual(results, [changed])
    assert.deepStrictEqual(yield* listed(), [], "its flags are in no list")
  }).pipe(world))

it.effect("surveys are listed newest first, searched, narrowed and paged", () =>
  Effect.gen(function*() {
    for (const name of ["Alpha", "Beta", "Gamma"]) {
      yield* create(name, { description: `All of ${name}`, type: name === "Beta" ? "api" : "popover" })
      yield* TestClock.adjust("1 second")
    }
    const { results } = yield* good("GET", "surveys/?search=gamma")
    yield* patch((results as ReadonlyArray<JsonRecord>)[0] ?? {}, { archived: true })
    assert.deepStrictEqual(yield* namesIn(""), ["Gamma", "Beta", "Alpha"])
    assert.deepStrictEqual(yield* namesIn("?limit=1&offset=1"), ["Beta"])
    assert.deepStrictEqual(yield* namesIn("?archived=false"), ["Beta", "Alpha"])
    assert.deepStrictEqual(yield* namesIn("?archived=true"), ["Gamma"])
    assert.deepStrictEqual(yield* namesIn("?type=api"), ["Beta"])
    assert.deepStrictEqual(yield* namesIn("?search=aLL%20alph"), ["Alpha"])
    assert.deepStrictEqual(yield* namesIn("?search=%20"), ["Gamma", "Beta", "Alpha"])
    const long = yield* call("GET", `surveys/?search=${"x".repeat(201)}`)
    assert.deepStrictEqual([long.status, long.body["attr"]], [400, "search"])
    assert.include(String(long.body["detail"]), "200 characters")
    assert.strictEqual((yield* call("GET", "surveys/?search=%00")).status, 400)
  }).pipe(world))

it.effect("a survey is deleted for good with the flags it owns, and not with those it is linked to", () =>
  Effect.gen(function*() {
    const { id: linked } = yield* createFlag("beta")
    const made = yield* create("Gone", { linked_flag_id: linked, targeting_flag_filters: forPlan("pro") })
    const path = `surveys/${String(made["id"])}/`
    const owned = ["targeting_flag", "internal_targeting_flag"].map((name) => String(part(made, name)["id"]))
    const answer = yield* call("DELETE", path)
    assert.deepStrictEqual([answer.status, answer.text], [204, ""])
    assert.strictEqual((yield* call("DELETE", path)).status, 404)
    assert.strictEqual((yield* call("GET", path)).status, 404)
    for (const flag of owned) {
      assert.deepInclude(yield* good("GET", `feature_flags/${flag}/`), { deleted: true, active: false })
    }
    assert.deepInclude(yield* good("GET", `feature_flags/${String(linked)}/`), { deleted: false, surveys: [] })
    const again = yield* create("Gone")
    assert.notStrictEqual(again["id"], made["id"])
  }).pipe(world))

it.effect("an id that is none, and one of another project, is 404", () =>
  Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const { id } = yield* create("Here")
    for (const path of ["surveys/12345/", "surveys/undefined/", `surveys/${String(id).replace(/^./, "f")}/`]) {
      for (const [method, body] of [["GET"], ["PATCH", { name: "x" }], ["DELETE"]] as const) {
        assert.strictEqual((yield* call(method, path, body)).status, 404, `${method} ${path}`)
      }
    }
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    const answer = yield* call("GET", `surveys/${String(id)}/`, undefined, { key: stranger })
    assert.strictEqual(answer.status, 403)
  }).pipe(world))

it.effect("each operation asks its scope", () =>
  Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const reader = yield* keyOf("reader", ["survey:read"])
    const { id } = yield* create("Scoped")
    const as = (method: string, path: string, body?: unknown) => call(method, path, body, { key: reader })
    assert.strictEqual((yield* as("GET", "surveys/")).status, 200)
    assert.strictEqual((yield* as("GET", `surveys/${String(id)}/export/`)).status, 200)
    const needs = (scope: string) => [
      403,
      "authentication_error",
      "permission_denied",
      null,
      `API key missing required scope '${scope}'`
    ]
    assert.deepStrictEqual(refusal(yield* as("POST", "surveys/", { name: "x", type: "api" })), needs("survey:write"))
    for (const path of [`surveys/${String(id)}/`, "surveys/import/", `surveys/${String(id)}/duplicate_to_projects/`]) {
      const method = path.endsWith("import/") || path.endsWith("projects/") ? "POST" : "PATCH"
      assert.deepStrictEqual(refusal(yield* as(method, path, {})), needs("survey:write"))
    }
    assert.deepStrictEqual(refusal(yield* as("DELETE", `surveys/${String(id)}/`)), needs("survey:write"))
    for (const path of ["surveys/activity/", `surveys/${String(id)}/activity/`]) {
      assert.deepStrictEqual(refusal(yield* as("GET", path)), needs("activity_log:read"))
    }
    assert.deepStrictEqual(refusal(yield* as("PUT", `surveys/${String(id)}/`, {})), needs("survey:write"))
  }).pipe(world))

it.effect("changes are logged with their differences, of flags too", () =>
  Effect.gen(function*() {
    const made = yield* create("Original", { questions: [open("Why?", { id: "q" })] })
    yield* patch(made, { name: "Updated", questions: [open("Why not?", { id: "q" })] })
    yield* patch(made, { name: "Updated" })
    yield* call("DELETE", `surveys/${String(made["id"])}/`)
    const { results, total_count } = yield* good("GET", "surveys/activity/")
    const entries = results as ReadonlyArray<JsonRecord>
    assert.strictEqual(total_count, 3)
    assert.deepStrictEqual(entries.map(({ activity }) => activity), ["deleted", "updated", "created"])
    assert.isNull(part(entries[0] ?? {}, "detail")["changes"])
    const changes = part(entries[1] ?? {}, "detail")["changes"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual(changes.map(({ field }) => field), ["name", "questions"])
    assert.deepInclude(changes[0], { type: "Survey", action: "changed", before: "Original", after: "Updated" })
    const flags = yield* good("GET", "feature_flags/activity/")
    assert.deepStrictEqual((flags["results"] as ReadonlyArray<JsonRecord>).map(({ activity }) => activity), [
      "deleted",
      "created"
    ])
  }).pipe(world))

it.effect("a host application can ask for the scope of flags where targeting is touched", () =>
  Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    const key = yield* keyOf("writer", ["survey:write"])
    const as = (method: string, path: string, body?: unknown) => call(method, path, body, { key })
    const made = yield* as("POST", "surveys/", { name: "Plain", type: "api", targeting_flag_filters: null })
    assert.strictEqual(made.status, 201)
    const path = `surveys/${String(made.body["id"])}/`
    for (const fields of [{ targeting_flag_filters: forPlan("pro") }, { remove_targeting_flag: true }]) {
      const answer = yield* as("PATCH", path, fields)
      assert.deepStrictEqual([answer.status, answer.body["detail"]], [
        403,
        "API key missing required scope 'feature_flag:write'"
      ])
    }
    assert.strictEqual((yield* as("PATCH", path, { start_date: "1970-01-01T00:00:00Z" })).status, 200)
    assert.strictEqual((yield* as("DELETE", path)).status, 204)
  }).pipe(Effect.provide(FlagApi.layer.pipe(Layer.provide(Layer.succeed(TargetingNeedsFlagScope, true))))))

import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create as createFlag, FlagApi, good, refusal } from "../flags/FlagApi.ts"
import { create, forPlan, open, part, patch, read } from "./SurveyApi.ts"

const world = Effect.provide(FlagApi.layer)

const anonymous = { headers: { authorization: "" } }

const sdkSurveys = Effect.gen(function*() {
  const { project } = yield* FlagApi
  const { json } = yield* call("GET", `/api/surveys/?token=${project.api_token}`, undefined, anonymous)
  return json as { readonly surveys: ReadonlyArray<JsonRecord>; readonly survey_config: unknown }
})

it.effect("the actions of a survey are shown with names and steps as they are now", () =>
  Effect.gen(function*() {
    const bought = yield* good("POST", "actions/", { name: "Bought", steps: [{ event: "purchase" }] })
    const values = [{ id: bought["id"] }, { id: 999_999 }, { name: "none" }]
    const made = yield* create("After buying", { conditions: { url: "/x", actions: { values } } })
    const live = (name: string, event: string) => ({
      url: "/x",
      actions: { values: [{ id: bought["id"], name, steps: [{ event }] }] }
    })
    const shown = Effect.map(sdkSurveys, ({ surveys }) => surveys.map(({ conditions }) => conditions))
    assert.deepStrictEqual(made["conditions"], live("Bought", "purchase"))
    assert.deepStrictEqual(yield* shown, [live("Bought", "purchase")])

    yield* good("PATCH", `actions/${String(bought["id"])}/`, { name: "Paid", steps: [{ event: "paid" }] })
    assert.deepStrictEqual((yield* patch(made, { name: "After paying" }))["conditions"], live("Paid", "paid"))
    assert.deepStrictEqual(yield* shown, [live("Paid", "paid")])

    yield* good("PATCH", `actions/${String(bought["id"])}/`, { deleted: true })
    assert.deepStrictEqual((yield* read(made))["conditions"], { url: "/x", actions: { values: [] } })
    assert.deepStrictEqual(yield* shown, [{ url: "/x", actions: { values: [] } }])
  }).pipe(world))

it.effect("SDKs get every survey that is not archived, with its flags' keys and without its description", () =>
  Effect.gen(function*() {
    const { id } = yield* createFlag("beta")
    const made = yield* create("Shown", {
      description: "A private note",
      linked_flag_id: id,
      targeting_flag_filters: forPlan("pro"),
      questions: [open("Why?")],
      conditions: { url: "/x" },
      start_date: "1970-01-01T00:00:00Z"
    })
    yield* TestClock.adjust("1 second")
    yield* create("Draft")
    yield* create("Archived", { archived: true })
    const { survey_config, surveys } = yield* sdkSurveys
    assert.isNull(survey_config)
    assert.deepStrictEqual(surveys.map(({ name }) => name), ["Draft", "Shown"])
    const shown = surveys[1]
    assert.deepStrictEqual(shown, {
      id: made["id"],
      name: "Shown",
      type: "popover",
      linked_flag_key: "beta",
      targeting_flag_key: part(made, "targeting_flag")["key"],
      internal_targeting_flag_key: part(made, "internal_targeting_flag")["key"],
      feature_flag_keys: made["feature_flag_keys"],
      questions: made["questions"],
      conditions: { url: "/x" },
      appearance: null,
      start_date: "1970-01-01T00:00:00Z",
      end_date: null,
      current_iteration: null,
      current_iteration_start_date: null,
      schedule: "once",
      enable_partial_responses: false,
      base_language: "en",
      translations: null
    })
    yield* patch(made, { name: "Changed" })
    assert.deepStrictEqual((yield* sdkSurveys).surveys.map(({ name }) => name), ["Draft", "Changed"])
  }).pipe(world))

it.effect("a token that is missing or unknown is 401, and browsers of other sites may ask", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    assert.deepStrictEqual(refusal(yield* call("GET", "/api/surveys/", undefined, anonymous)), [
      401,
      "authentication_error",
      "missing_api_key",
      null,
      "API key not provided. You can find your project API key in your project settings."
    ])
    const unknown = yield* call("GET", "/api/surveys/?token=phc_other", undefined, anonymous)
    assert.deepStrictEqual(refusal(unknown).slice(0, 3), [401, "authentication_error", "invalid_api_key"])
    const headers = { origin: "https://shop.example" }
    const answer = yield* call("GET", `/api/surveys/?token=${project.api_token}&_=123`, undefined, { headers })
    assert.deepStrictEqual(
      [answer.status, answer.headers.get("access-control-allow-origin")],
      [200, "https://shop.example"]
    )
    assert.strictEqual((yield* call("OPTIONS", "/api/surveys/", undefined, { headers })).status, 204)
  }).pipe(world))

it.effect("the configuration of browsers says whether there are surveys, as soon as there are", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const config = Effect.map(
      call("GET", `/array/${project.api_token}/config`, undefined, anonymous),
      ({ body, headers }) => ({ surveys: body["surveys"], caching: headers.get("cache-control") })
    )
    assert.deepStrictEqual(yield* config, { surveys: undefined, caching: "no-cache" })
    const made = yield* create("Draft")
    assert.isUndefined((yield* config).surveys)
    yield* patch(made, { start_date: "1970-01-01T00:00:00Z" })
    assert.strictEqual((yield* config).surveys, true)
    const script = yield* call("GET", `/array/${project.api_token}/config.js`, undefined, anonymous)
    assert.include(script.text, "\"surveys\":true")
    const decided = yield* call(
      "POST",
      "/flags/?v=2&config=true",
      { token: project.api_token, distinct_id: "ada" },
      anonymous
    )
    assert.strictEqual(decided.body["surveys"], true)
    yield* patch(made, { archived: true })
    assert.isUndefined((yield* config).surveys)
  }).pipe(world))

it.effect("people who have answered are not asked any more, and people outside of the audience never are", () =>
  Effect.gen(function*() {
    const { project } = yield* FlagApi
    const made = yield* create("Asked", {
      start_date: "1970-01-01T00:00:00Z",
      targeting_flag_filters: {
        groups: [{
          properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro", "team"] }],
          rollout_percentage: 100
        }]
      }
    })
    const keys = ["targeting_flag", "internal_targeting_flag"].map((name) => String(part(made, name)["key"]))
    const answers = Effect.fnUntraced(function*(distinct_id: string) {
      const path = "/flags/?v=2&only_evaluate_survey_feature_flags=true"
      const { body } = yield* call("POST", path, { token: project.api_token, distinct_id }, anonymous)
      const flags = part(body, "flags")
      return keys.map((key) => part(flags, key)["enabled"])
    })
    const capture = (distinct_id: string, properties: object, event = "seen") =>
      good("POST", "/batch/", { api_key: project.api_token, batch: [{ event, distinct_id, properties }] })
    yield* capture("ada", { $set: { plan: "team" } })
    yield* capture("bob", { $set: { plan: "free" } })
    assert.deepStrictEqual(yield* answers("ada"), [true, true])
    assert.deepStrictEqual(yield* answers("bob"), [false, true])
    const responded = { $survey_id: made["id"], $set: { [`$survey_responded/${String(made["id"])}`]: true } }
    yield* capture("ada", responded, "survey sent")
    assert.deepStrictEqual(yield* answers("ada"), [true, false])
  }).pipe(world))

import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const list = (value: unknown) => value as ReadonlyArray<JsonRecord>

const root = "/api/organizations/@current/feature_flags/"

const makeProject = (name: string) =>
  Effect.map(good("POST", "/api/organizations/@current/projects/", { name }), ({ id }) => Number(id))

const copyFlags = (body: object, key?: string) =>
  call("POST", `${root}copy_flags/`, body, key === undefined ? {} : { key })

it.effect("a flag is copied by its key into each project, which fail by themselves", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const one = yield* makeProject("One")
    const two = yield* makeProject("Two")
    const cohort = yield* good("POST", "cohorts/", {
      name: "Known",
      filters: { properties: { type: "AND", values: [{ type: "AND", values: [onPerson("@x.io", "icontains")] }] } }
    })
    const inCohort = { key: "id", type: "cohort", operator: "in", value: cohort["id"] }
    yield* create("gate", { name: "Gate", ...when(inCohort) })
    yield* good("POST", `/api/projects/${two}/feature_flags/`, { key: "gate", name: "Older" })
    const body = {
      feature_flag_key: "gate",
      from_project: project.id,
      target_project_ids: [one, two, 999999, project.id]
    }
    const answer = yield* copyFlags(body)
    assert.strictEqual(answer.status, 200, answer.text)
    const success = list(answer.body["success"])
    assert.deepStrictEqual(success.map(({ active, key, name, team_id }) => [team_id, key, name, active]), [
      [one, "gate", "Gate", true],
      [two, "gate", "Gate", true]
    ])
    const own = "A flag cannot be copied into its own project."
    assert.deepStrictEqual(answer.body["failed"], [
      {
        project_id: 999999,
        error_message: "Target project does not exist.",
        errors: "Target project does not exist."
      },
      { project_id: project.id, error_message: own, errors: own }
    ])
    const [first] = success
    assert.deepStrictEqual(
      { ...first, team_id: undefined, schedule_errors: undefined },
      {
        ...(yield* good("GET", `/api/projects/${one}/feature_flags/${String(first?.["id"])}/`)),
        team_id: undefined,
        schedule_errors: undefined
      }
    )
    assert.notInclude(JSON.stringify(first?.["filters"]), `"value":${String(cohort["id"])}`)
    const { results } = yield* good("GET", `/api/projects/${one}/feature_flags/activity/`)
    assert.deepStrictEqual(list(results).map(({ activity }) => activity), ["created"])

    const placed = list((yield* call("GET", `${root}gate/`)).json)
    assert.deepStrictEqual(placed.map(({ team_id }) => team_id), [project.id, one, two])
    assert.sameMembers(Object.keys(placed[0] ?? {}), [
      "flag_id",
      "team_id",
      "created_by",
      "filters",
      "created_at",
      "active"
    ])
    assert.deepStrictEqual((yield* call("GET", `${root}none/`)).json, [])
  })))

it.effect("with its schedule, once, under the ids of the other project; disabled if wanted", () =>
  inWorld(Effect.gen(function*() {
    const { project } = yield* FlagApi
    const one = yield* makeProject("One")
    const base = yield* create("base")
    const flag = yield* create("gate")
    const plan = (fields: object) =>
      good("POST", "scheduled_changes/", {
        record_id: String(flag["id"]),
        model_name: "FeatureFlag",
        scheduled_at: "1970-01-02T00:00:00Z",
        ...fields
      })
    const onBase = { key: String(base["id"]), type: "flag", operator: "flag_evaluates_to", value: true }
    const groups = [{ properties: [onBase], rollout_percentage: 10 }]
    yield* plan({
      payload: { operation: "update_status", value: false },
      is_recurring: true,
      recurrence_interval: "daily"
    })
    yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, when(onBase))
    yield* plan({ payload: { operation: "add_release_condition", value: { groups } } })
    const over = yield* plan({
      payload: { operation: "update_status", value: true },
      scheduled_at: "1970-01-01T00:01:00Z"
    })
    yield* Effect.andThen(TestClock.adjust(0), TestClock.adjust("2 minutes"))
    assert.isNotNull((yield* good("GET", `scheduled_changes/${String(over["id"])}/`))["executed_at"])
    const body = {
      feature_flag_key: "gate",
      from_project: project.id,
      target_project_ids: [one],
      copy_schedule: true,
      disable_copied_flag: true
    }
    const [copied] = list((yield* copyFlags(body)).body["success"])
    assert.deepInclude(copied, { active: false, schedule_errors: [] })
    yield* copyFlags(body)
    const plans = list((yield* good("GET", `/api/projects/${one}/scheduled_changes/`))["results"])
    assert.deepStrictEqual(
      plans.map(({ is_recurring, record_id, recurrence_interval }) => [record_id, is_recurring, recurrence_interval]),
      [[String(copied?.["id"]), true, "daily"], [String(copied?.["id"]), false, null]]
    )
    const there = list((yield* call("GET", `${root}base/`)).json).find(({ team_id }) => team_id === one)
    assert.include(JSON.stringify(plans[1]?.["payload"]), `"key":"${String(there?.["flag_id"])}"`)
  })))

it.effect("only in the organisation, and as far as the key reaches", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    yield* create("gate")
    const one = yield* makeProject("One")
    const body = { feature_flag_key: "gate", from_project: project.id, target_project_ids: [one] }
    const refused = (changes: object, key?: string) =>
      Effect.map(copyFlags({ ...body, ...changes }, key), (answer) => refusal(answer).slice(0, 4))
    const bad = (code: string, attr: string) => [400, "validation_error", code, attr]
    assert.deepStrictEqual(yield* refused({ feature_flag_key: "none" }), bad("does_not_exist", "feature_flag_key"))
    assert.deepStrictEqual(yield* refused({ from_project: 999999 }), bad("does_not_exist", "from_project"))
    assert.deepStrictEqual(yield* refused({ target_project_ids: [] }), bad("empty", "target_project_ids"))
    assert.deepStrictEqual(yield* refused({ target_project_ids: undefined }), bad("required", "target_project_ids"))
    const tooMany = Array.from({ length: 51 }, (_, index) => index + 1)
    assert.deepStrictEqual(yield* refused({ target_project_ids: tooMany }), bad("max_length", "target_project_ids"))

    const reader = yield* keyOf("reader", ["feature_flag:read"])
    const theirs = `/api/organizations/${project.organization_id}/feature_flags/`
    assert.deepStrictEqual((yield* refused({}, reader))[0], 403)
    assert.lengthOf(list((yield* call("GET", `${theirs}gate/`, undefined, { key: reader })).json), 1)
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    assert.strictEqual((yield* call("POST", `${theirs}copy_flags/`, body, { key: stranger })).status, 404)
    assert.strictEqual((yield* call("GET", `${theirs}gate/`, undefined, { key: stranger })).status, 404)
    // Their own organisation is no way to our projects either.
    const { results } = yield* good("GET", "/api/organizations/", undefined, { key: stranger })
    const [own] = list(results)
    const around = yield* call("POST", `/api/organizations/${String(own?.["id"])}/feature_flags/copy_flags/`, body, {
      key: stranger
    })
    assert.deepStrictEqual(refusal(around).slice(0, 4), bad("does_not_exist", "from_project"))
    assert.deepStrictEqual((yield* good("GET", `/api/projects/${one}/feature_flags/`))["count"], 0)
  })))

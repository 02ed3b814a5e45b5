import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good, refusal } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const list = (value: unknown) => value as ReadonlyArray<JsonRecord>

const root = "scheduled_changes/"

const enabling = (flag: JsonRecord, fields: object = {}) => ({
  record_id: String(flag["id"]),
  model_name: "FeatureFlag",
  payload: { operation: "update_status", value: true },
  scheduled_at: "1970-01-01T02:00:00Z",
  ...fields
})

/** Lets the worker take what is new before the clock jumps. */
const pass = (time: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.andThen(TestClock.adjust(0), TestClock.adjust(time))

it.effect("a change is planned, read, moved, applied and logged in the flag's activity", () =>
  inWorld(Effect.gen(function*() {
    yield* TestClock.adjust("1 hour")
    const { project } = yield* FlagApi
    const flag = yield* create("gate", { active: false })
    const answer = yield* call("POST", root, enabling(flag, { record_id: flag["id"] }))
    assert.strictEqual(answer.status, 201)
    const made = answer.body
    const { created_by, ...rest } = made
    assert.hasAnyKeys(created_by as object, ["uuid", "email"])
    assert.deepStrictEqual(rest, {
      id: made["id"],
      team_id: project.id,
      record_id: String(flag["id"]),
      model_name: "FeatureFlag",
      payload: { operation: "update_status", value: true },
      scheduled_at: "1970-01-01T02:00:00Z",
      executed_at: null,
      failure_reason: null,
      created_at: "1970-01-01T01:00:00Z",
      updated_at: "1970-01-01T01:00:00Z",
      is_recurring: false,
      recurrence_interval: null,
      cron_expression: null,
      last_executed_at: null,
      end_date: null,
      timezone: "UTC"
    })
    const path = `${root}${String(made["id"])}/`
    assert.deepStrictEqual(yield* good("GET", path), made)
    const moved = yield* good("PATCH", path, { scheduled_at: "1970-01-01T03:00:00+00:00" })
    assert.strictEqual(moved["scheduled_at"], "1970-01-01T03:00:00Z")
    yield* pass("1 hour")
    assert.isFalse((yield* good("GET", `feature_flags/${String(flag["id"])}/`))["active"])
    yield* pass("1 hour")
    assert.isTrue((yield* good("GET", `feature_flags/${String(flag["id"])}/`))["active"])
    assert.strictEqual((yield* good("GET", path))["executed_at"], "1970-01-01T03:00:00Z")
    const [entry] = list((yield* good("GET", `feature_flags/${String(flag["id"])}/activity/`))["results"])
    assert.deepInclude(entry?.["detail"] as JsonRecord, {
      name: "gate",
      trigger: { job_type: "scheduled_change", job_id: String(made["id"]), payload: { operation: "update_status" } }
    })
    const log = list((yield* good("GET", "activity_log/?scope=ScheduledChange"))["results"])
    assert.deepStrictEqual(log.map(({ activity }) => activity), ["updated", "created"])
    assert.deepStrictEqual(refusal(yield* call("PUT", path, { end_date: null })).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      null
    ])
    assert.strictEqual((yield* call("DELETE", path)).status, 204)
    assert.strictEqual((yield* call("GET", path)).status, 404)
  })))

it.effect("the list has pages and filters, and errors name their place", () =>
  inWorld(Effect.gen(function*() {
    const one = yield* create("one")
    const two = yield* create("two")
    for (const flag of [one, two, one]) yield* good("POST", root, enabling(flag))
    const listed = (query: string) =>
      Effect.map(good("GET", `${root}${query}`), ({ count, results }) => [
        count,
        ...list(results).map(({ record_id }) => record_id)
      ])
    const [first, second] = [String(one["id"]), String(two["id"])]
    assert.deepStrictEqual(yield* listed(""), [3, first, second, first])
    assert.deepStrictEqual(yield* listed("?limit=1&offset=1"), [3, second])
    assert.deepStrictEqual(yield* listed(`?model_name=FeatureFlag&record_id=${first}`), [2, first, first])
    assert.deepStrictEqual(yield* listed("?model_name=Survey"), [0])
    const refused = (fields: object) => Effect.map(call("POST", root, enabling(one, fields)), refusal)
    assert.deepStrictEqual((yield* refused({ scheduled_at: "1970-01-01T00:00:00Z" })).slice(0, 4), [
      400,
      "validation_error",
      "invalid_input",
      "scheduled_at"
    ])
    const groups = [{ properties: [{ key: "a", type: "person", operator: "regex", value: "(" }] }]
    const broken = yield* refused({ payload: { operation: "add_release_condition", value: { groups } } })
    assert.strictEqual(broken[3], "payload__value__groups__0__properties__0__value")
  })))

it.effect("another project sees and changes none of it; each route asks for its scope", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    const flag = yield* create("ours")
    const made = yield* good("POST", root, enabling(flag))
    const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
    const there = `/api/projects/${String(other["id"])}/${root}`
    for (const id of [made["id"], 999999, 0, "x", "99999999999999999999"]) {
      for (const [method, body] of [["GET"], ["PATCH", { end_date: null }], ["PUT", {}], ["DELETE"]] as const) {
        const answer = yield* call(method, `${there}${String(id)}/`, body)
        assert.deepStrictEqual(
          refusal(answer).slice(0, 3),
          [404, "invalid_request", "not_found"],
          `${method} ${String(id)}`
        )
      }
    }
    assert.strictEqual((yield* good("GET", there))["count"], 0)
    const foreign = yield* call("POST", there, enabling(flag))
    assert.deepStrictEqual(refusal(foreign).slice(0, 4), [400, "validation_error", "does_not_exist", "record_id"])
    assert.deepStrictEqual(yield* good("GET", `${root}${String(made["id"])}/`), made)

    const reader = yield* keyOf("reader", ["feature_flag:read"])
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    const path = `/api/projects/${project.id}/${root}`
    const routes = [
      ["GET", path],
      ["GET", `${path}${String(made["id"])}/`],
      ["POST", path, enabling(flag)],
      ["PATCH", `${path}${String(made["id"])}/`, {}],
      ["PUT", `${path}${String(made["id"])}/`, {}],
      ["DELETE", `${path}${String(made["id"])}/`]
    ] as const
    for (const [method, url, body] of routes) {
      const status = (yield* call(method, url, body, { key: reader })).status
      assert.strictEqual(status, method === "GET" ? 200 : 403, `${method} ${url}`)
      assert.strictEqual((yield* call(method, url, body, { key: stranger })).status, 403)
    }
  })))

import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { allOf, calculated, create, has, isIn, members, withPersons } from "./CohortWorld.ts"

const people = withPersons({
  ada: { plan: "pro", age: 36, email: "ada@x.io" },
  bob: { plan: "free", age: 20 },
  cyd: { plan: "pro", age: 51, email: "cyd@y.io" }
})

it.effect("members are found in the background by their properties", () =>
  people(Effect.gen(function*() {
    const made = yield* create({ name: "Pros", ...allOf(has("plan", "pro"), has("age", 40, "gt")) })
    assert.deepInclude(made, {
      is_calculating: true,
      count: null,
      last_calculation: null,
      cohort_type: "person_property"
    })
    const cohort = yield* calculated(made["id"])
    assert.deepInclude(cohort, { count: 1, errors_calculating: 0, last_calculation: "1970-01-01T00:00:00Z" })
    assert.deepStrictEqual(yield* members(made["id"]), ["cyd"])
    const [person] = (yield* call("GET", `cohorts/${String(made["id"])}/persons/`)).body["results"] as ReadonlyArray<
      object
    >
    assert.deepInclude(person, { type: "person", name: "cyd@y.io", distinct_ids: ["cyd"], is_identified: false })
  })))

it.effect("a changed definition is calculated again; the members of before that are none now go", () =>
  people(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    assert.strictEqual((yield* calculated(id))["count"], 2)
    const patched = yield* call("PATCH", `cohorts/${String(id)}/`, allOf(has("plan", "free")))
    assert.deepInclude(patched.body, { is_calculating: true, count: 2 })
    assert.strictEqual((yield* calculated(id))["count"], 1)
    assert.deepStrictEqual(yield* members(id), ["bob"])
    const renamed = yield* call("PATCH", `cohorts/${String(id)}/`, { name: "Frees", ...allOf(has("plan", "free")) })
    assert.deepInclude(renamed.body, { name: "Frees", is_calculating: false })
  })))

it.effect("nested cohorts, negation and static members decide together, and a change of one reaches the others", () =>
  people(Effect.gen(function*() {
    const list = yield* create({ name: "Listed", is_static: true, _create_static_person_ids: ["ada", "bob"] })
    const pros = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    const both = yield* create({ name: "Both", ...allOf(isIn(list["id"]), isIn(pros["id"])) })
    const neither = yield* create({ name: "Not listed", ...allOf({ ...isIn(list["id"]), negation: true }) })
    yield* calculated(both["id"])
    yield* calculated(neither["id"])
    assert.deepStrictEqual(yield* members(both["id"]), ["ada"])
    assert.deepStrictEqual(yield* members(neither["id"]), ["cyd"])
    yield* call("PATCH", `cohorts/${String(pros["id"])}/`, allOf(has("plan", "free")))
    yield* calculated(both["id"])
    assert.deepStrictEqual(yield* members(both["id"]), ["bob"])
  })))

it.effect("the older form of a definition means the same", () =>
  people(Effect.gen(function*() {
    const groups = [{ properties: { plan: "free" } }, {
      properties: [{ key: "email", value: "y.io", operator: "icontains" }]
    }]
    const { id } = yield* create({ name: "Older", groups })
    assert.deepInclude(yield* calculated(id), { count: 2, groups, filters: null })
    assert.deepStrictEqual(yield* members(id), ["bob", "cyd"])
    const suffixed = yield* create({
      name: "Suffixed",
      groups: [{ properties: { email__icontains: "x.io", age: "36" } }]
    })
    yield* calculated(suffixed["id"])
    assert.deepStrictEqual(yield* members(suffixed["id"]), ["ada"])
  })))

it.effect("a cohort without a definition has nobody in it", () =>
  people(Effect.gen(function*() {
    for (
      const body of [{}, { filters: {} }, { filters: { properties: { type: "OR", values: [] } } }, { filters: null }]
    ) {
      const { id } = yield* create({ name: "Nobody", ...body })
      assert.strictEqual((yield* calculated(id))["count"], 0, JSON.stringify(body))
    }
  })))

it.effect("members are found anew every day", () =>
  people(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    assert.strictEqual((yield* calculated(id))["count"], 2)
    yield* (yield* TestApi).capture({ event: "seen", distinct_id: "bob", $set: { plan: "pro" } })
    yield* TestClock.adjust("20 hours")
    assert.strictEqual((yield* calculated(id))["count"], 2)
    yield* TestClock.adjust("12 hours")
    assert.strictEqual((yield* calculated(id))["count"], 3)
  })))

it.effect("more persons than fit a page are all looked at", () =>
  withPersons(Object.fromEntries(Array.from({ length: 2_300 }, (_, index) => [`u${index}`, { odd: index % 2 }])))(
    Effect.gen(function*() {
      const { id } = yield* create({ name: "Odd", ...allOf(has("odd", 1)) })
      assert.strictEqual((yield* calculated(id))["count"], 1_150)
      const page = yield* call("GET", `cohorts/${String(id)}/persons/?limit=2&offset=1148`)
      assert.strictEqual((page.body["results"] as ReadonlyArray<unknown>).length, 2)
      assert.deepInclude(page.body, { count: 1_150, next: null })
    })
  ))

it.effect("a change reaches all dependent cohorts, in any order of their creation", () =>
  people(Effect.gen(function*() {
    const first = yield* create({ name: "first", ...allOf(has("plan", "pro")) })
    const last = yield* create({ name: "last", ...allOf(has("plan", "pro")) })
    const middle = yield* create({ name: "middle", ...allOf(isIn(first["id"])) })
    yield* call("PATCH", `cohorts/${String(last["id"])}/`, allOf(isIn(middle["id"])))
    assert.strictEqual((yield* calculated(last["id"]))["count"], 2)
    const did = { key: "seen", type: "behavioral", value: "performed_event" }
    yield* call("PATCH", `cohorts/${String(first["id"])}/`, allOf(did))
    assert.deepInclude(yield* calculated(first["id"]), { cohort_type: "behavioral", count: 3 })
    yield* Effect.repeat(Effect.yieldNow, { times: 500 })
    assert.deepInclude(yield* calculated(middle["id"]), { cohort_type: "behavioral", count: 3 })
    yield* Effect.repeat(Effect.yieldNow, { times: 500 })
    assert.deepInclude(yield* calculated(last["id"]), { cohort_type: "behavioral", count: 3 })
    yield* call("PATCH", `cohorts/${String(first["id"])}/`, allOf(has("plan", "free")))
    assert.deepInclude(yield* calculated(last["id"]), { cohort_type: "person_property", count: 1 })
  })))

it.effect("cohorts that go by a list follow it", () =>
  people(Effect.gen(function*() {
    const list = yield* create({ name: "Listed", is_static: true })
    const listed = yield* create({ name: "By list", ...allOf(isIn(list["id"])) })
    assert.strictEqual((yield* calculated(listed["id"]))["count"], 0)
    yield* call("PATCH", `cohorts/${String(list["id"])}/`, { _create_static_person_ids: ["ada", "bob"] })
    yield* Effect.repeat(Effect.yieldNow, { times: 200 })
    assert.strictEqual((yield* calculated(listed["id"]))["count"], 2)
  })))

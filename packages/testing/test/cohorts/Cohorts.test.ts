import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, type Definition, names } from "../definitions/Call.ts"
import { allOf, calculated, create, has, isIn, refusal } from "./CohortWorld.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, TestApi>) => Effect.provide(test, TestApi.layer)

const told = (path: string) =>
  Effect.map(
    call("GET", path),
    ({ body }) =>
      (body["results"] as ReadonlyArray<Definition>).map(({ activity, detail, item_id }) => {
        const { changes, name } = detail as Definition
        const fields = (changes as ReadonlyArray<Definition> | null)?.map(({ field }) => field) ?? null
        return [activity, item_id, name, fields]
      })
  )

it.effect("the record has every field of the reference", () =>
  inWorld(Effect.gen(function*() {
    const definition = allOf(has("plan", "pro"))
    const made = yield* create({ name: " Pros ", description: "paying", ...definition, unknown: 1 })
    const me = (yield* call("GET", "/api/users/@me/")).body
    const { created_by, id, ...rest } = made
    assert.deepStrictEqual(rest, {
      name: "Pros",
      description: "paying",
      groups: [],
      deleted: false,
      filters: definition.filters,
      query: null,
      is_calculating: true,
      created_at: "1970-01-01T00:00:00Z",
      last_calculation: null,
      errors_calculating: 0,
      count: null,
      is_static: false,
      cohort_type: "person_property",
      experiment_set: []
    })
    assert.isNumber(id)
    assert.strictEqual((created_by as Definition)["uuid"], me["uuid"])
    const read = yield* calculated(id)
    assert.deepInclude(read, { name: "Pros", filters: definition.filters })
  })))

it.effect("lists are paged, newest first, and leave out deleted ones", () =>
  inWorld(Effect.gen(function*() {
    for (const name of ["one", "two", "three"]) {
      yield* create({ name, is_static: name === "two" })
      yield* TestClock.adjust("1 second")
    }
    const [, two] = [yield* names("cohorts/"), (yield* call("GET", "cohorts/?search=TWO")).body]
    assert.deepStrictEqual(yield* names("cohorts/"), ["three", "two", "one"])
    assert.deepStrictEqual(yield* names("cohorts/?is_static=true"), ["two"])
    const { id } = (two["results"] as ReadonlyArray<Definition>)[0] ?? {}
    yield* call("PATCH", `cohorts/${String(id)}/`, { deleted: true })
    const page = (yield* call("GET", "cohorts/?limit=1")).body
    assert.deepInclude(page, { count: 2, previous: null })
    assert.match(String(page["next"]), /cohorts\/\?limit=1&offset=1$/)
    assert.strictEqual((yield* call("GET", "cohorts/?is_static=perhaps")).status, 400)
    assert.deepStrictEqual(yield* names("cohorts/?search="), ["three", "one"])
  })))

it.effect("a change logs its differences once; restoring and deleting have entries of their own", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros", ...allOf(has("plan", "pro")) })
    yield* calculated(id)
    const path = `cohorts/${String(id)}/`
    yield* call("PATCH", path, { name: "Pros", description: "" })
    yield* TestClock.adjust("1 second")
    yield* call("PATCH", path, { name: "Payers", ...allOf(has("plan", "paid")) })
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* call("PATCH", path, { deleted: true })).body["deleted"], true)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* call("GET", path)).body["deleted"], true)
    yield* call("PATCH", path, { deleted: false })
    const expected = [
      ["restored", String(id), "Payers", ["deleted"]],
      ["deleted", String(id), "Payers", ["deleted"]],
      ["updated", String(id), "Payers", ["name", "filters"]],
      ["created", String(id), "Pros", null]
    ]
    assert.deepStrictEqual(yield* told(`cohorts/${String(id)}/activity/`), expected)
    assert.deepStrictEqual(yield* told("activity_log/?scope=Cohort"), expected)
    assert.deepInclude(yield* calculated(id), { count: 0, errors_calculating: 0 })
  })))

it.effect("a cohort that others use is not deleted, and one deleted is not used", () =>
  inWorld(Effect.gen(function*() {
    const inner = yield* create({ name: "Inner", ...allOf(has("plan", "pro")) })
    const outer = yield* create({ name: "Outer", ...allOf(isIn(inner["id"])) })
    const refused = yield* call("PATCH", `cohorts/${String(inner["id"])}/`, { deleted: true })
    assert.deepStrictEqual(refusal(refused), [
      400,
      "invalid_input",
      null,
      `Cannot delete this cohort because other cohorts use it: Outer (ID: ${String(outer["id"])}). `
      + "Please update or delete these cohorts first."
    ])
    yield* call("PATCH", `cohorts/${String(outer["id"])}/`, { deleted: true })
    assert.strictEqual((yield* call("PATCH", `cohorts/${String(inner["id"])}/`, { deleted: true })).status, 200)
    const restored = yield* call("PATCH", `cohorts/${String(outer["id"])}/`, { deleted: false })
    assert.deepStrictEqual(refusal(restored).slice(0, 2), [400, "cohort_does_not_exist"])
  })))

it.effect("a hard delete is refused, and an unknown cohort is not found", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros" })
    const refused = yield* call("DELETE", `cohorts/${String(id)}/`)
    assert.deepStrictEqual(refusal(refused), [
      405,
      "method_not_allowed",
      null,
      "Hard delete of this model is not allowed. Use a patch API call to set \"deleted\" to true"
    ])
    for (const unknown of ["999999", "0", "-1", "abc", "1e3", "99999999999999999999", "1.5", "%00", "@current"]) {
      for (
        const [method, path] of [["GET", ""], ["PATCH", ""], ["DELETE", ""], ["GET", "persons/"], ["GET", "activity/"]]
      ) {
        const answer = yield* call(String(method), `cohorts/${unknown}/${path}`, method === "PATCH" ? {} : undefined)
        assert.deepStrictEqual(refusal(answer), [404, "not_found", null, "Not found."], `${method} ${unknown}/${path}`)
      }
    }
  })))

it.effect("another project neither sees nor changes nor uses a cohort", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create({ name: "Pros", is_static: true })
    const other = (yield* call("POST", "/api/organizations/@current/projects/", { name: "Other" })).body["id"]
    const there = `/api/projects/${String(other)}/cohorts/`
    for (
      const [method, path] of [["GET", ""], ["PATCH", ""], ["DELETE", ""], ["GET", "persons/"], ["GET", "activity/"]]
    ) {
      const answer = yield* call(
        String(method),
        `${there}${String(id)}/${path}`,
        method === "PATCH" ? { name: "x" } : undefined
      )
      assert.strictEqual(answer.status, 404, `${method} ${path}`)
    }
    assert.strictEqual((yield* call("GET", there)).body["count"], 0)
    const named = yield* call("POST", there, { name: "Thief", ...allOf(isIn(id)) })
    assert.deepStrictEqual(refusal(named).slice(0, 2), [400, "cohort_does_not_exist"])
    assert.strictEqual((yield* call("GET", `cohorts/${String(id)}/`)).body["name"], "Pros")
  })))

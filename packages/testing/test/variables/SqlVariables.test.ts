import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

type Json = Readonly<Record<string, unknown>>

/** The answer to SQL with these variables; the key is the id of a stored one. */
const ask = (query: string, variables: Json, more: Json = {}) =>
  call("POST", "query/", {
    query: { kind: "HogQLQuery", query, variables },
    refresh: "force_blocking",
    ...more
  })

const given = (id: unknown, code_name: string, more: Json = {}) => ({
  [String(id)]: { variableId: id, code_name, ...more }
})

describe("stored variables", () => {
  it.effect("are made, listed, read, changed, removed and logged", () =>
    Effect.gen(function*() {
      const made = yield* good("POST", "insight_variables/", {
        name: "My Plan!",
        type: "List",
        default_value: "pro",
        values: ["free", "pro"]
      })
      assert.deepInclude(made, {
        name: "My Plan!",
        type: "List",
        default_value: "pro",
        values: ["free", "pro"],
        code_name: "my_plan"
      })
      const path = `insight_variables/${String(made["id"])}/`
      assert.deepStrictEqual(yield* good("GET", path), made)
      assert.deepStrictEqual((yield* good("GET", "insight_variables/"))["results"], [made])
      assert.deepInclude(yield* good("PATCH", path, { name: "Other" }), { name: "Other", code_name: "my_plan" })
      assert.strictEqual((yield* good("GET", `${path}activity/`))["total_count"], 2)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
      assert.strictEqual((yield* good("GET", "insight_variables/"))["count"], 0)
    }).pipe(Effect.provide(FlagApi.layer)))

  const refused: ReadonlyArray<readonly [body: object, attr: string, code: string]> = [
    [{ type: "String" }, "name", "required"],
    [{ name: "a" }, "type", "required"],
    [{ name: "!?", type: "String" }, "name", "invalid_input"],
    [{ name: "a", type: "Text" }, "type", "invalid_choice"],
    [{ name: "a", type: "Number", default_value: "b" }, "default_value", "invalid_input"],
    [{ name: "a", type: "Boolean", default_value: 3 }, "default_value", "invalid_input"],
    [{ name: "a", type: "Date", default_value: 3 }, "default_value", "invalid_input"],
    [{ name: "a", type: "String", default_value: { a: 1 } }, "default_value", "invalid_input"]
  ]

  it.effect("that cannot be are refused with their place, as is a name in queries that is taken", () =>
    Effect.gen(function*() {
      for (const [body, attr, code] of refused) {
        const answer = yield* call("POST", "insight_variables/", body)
        assert.deepStrictEqual([answer.status, answer.body["attr"], answer.body["code"]], [400, attr, code])
      }
      yield* good("POST", "insight_variables/", { name: "My plan", type: "String" })
      const again = yield* call("POST", "insight_variables/", { name: "my PLAN?", type: "Number" })
      assert.deepInclude(again.body, { code: "unique", attr: "name" })
      const { id } = yield* good("POST", "insight_variables/", { name: "n", type: "Number", default_value: 3 })
      const wrong = yield* call("PATCH", `insight_variables/${String(id)}/`, { type: "Date" })
      assert.deepInclude(wrong.body, { code: "invalid_input", attr: "default_value" })
    }).pipe(Effect.provide(FlagApi.layer)))

  it.effect("count where a query gives no value, in their type, at once after a change", () =>
    Effect.gen(function*() {
      const { id } = yield* good("POST", "insight_variables/", { name: "Least", type: "Number", default_value: 3 })
      const sql = "select {variables.least} + 1"
      const rows = (variables: Json, more: Json = {}) =>
        Effect.map(ask(sql, variables, { refresh: "blocking", ...more }), ({ body }) => body["results"])
      assert.deepStrictEqual(yield* rows(given(id, "least")), [[4]])
      yield* good("PATCH", `insight_variables/${String(id)}/`, { default_value: 9 })
      assert.deepStrictEqual(yield* rows(given(id, "least")), [[10]])
      assert.deepStrictEqual(yield* rows(given(id, "least", { value: "5" })), [[6]])
      assert.deepStrictEqual(yield* rows(given(id, "least", { isNull: true })), [[null]])
      const override = { variables_override: given(id, "least", { value: 20 }) }
      assert.deepStrictEqual(yield* rows(given(id, "least", { value: 5 }), override), [[21]])
      assert.deepStrictEqual(yield* rows(given("elsewhere", "least", { value: 1 }), override), [[2]])
    }).pipe(Effect.provide(FlagApi.layer)))

  it.effect("that are not there are refused by name, and editors know them", () =>
    Effect.gen(function*() {
      yield* good("POST", "insight_variables/", { name: "Plan", type: "String", default_value: "x' or 1 = 1" })
      const sql = "select {variables.plan}"
      const detail = (variables: Json) => Effect.map(ask(sql, variables), ({ body }) => body["detail"])
      assert.strictEqual(yield* detail({}), "Variable plan is missing from query")
      assert.strictEqual(
        yield* detail(given("a", "plans")),
        "Variable plan is missing from query. Did you mean: plans?"
      )
      const gone = yield* ask("select {variables.gone}", given("a", "gone"))
      assert.strictEqual(gone.body["detail"], "Variable gone does not exist")
      assert.deepStrictEqual((yield* ask(sql, given("a", "plan"))).body["results"], [["x' or 1 = 1"]])
      const metadata = yield* good("POST", "query/", {
        query: { kind: "HogQLMetadata", language: "hogQL", query: sql, variables: given("a", "plan") }
      })
      assert.strictEqual(metadata["isValid"], true)
    }).pipe(Effect.provide(FlagApi.layer)))

  it.effect("need the scope, and another organisation sees nothing", () =>
    Effect.gen(function*() {
      const { call, keyOf } = yield* FlagApi
      const { id } = yield* good("POST", "insight_variables/", { name: "Plan", type: "String" })
      const path = `insight_variables/${String(id)}/`
      const reader = yield* keyOf("reader", ["insight_variable:read"])
      const stranger = yield* keyOf("stranger", ["*"], "another organisation")
      assert.strictEqual((yield* call("GET", path, undefined, { key: reader })).status, 200)
      assert.strictEqual((yield* call("PATCH", path, { name: "x" }, { key: reader })).status, 403)
      assert.include([403, 404], (yield* call("DELETE", path, undefined, { key: stranger })).status)
      assert.deepInclude(yield* good("GET", path), { name: "Plan" })
    }).pipe(Effect.provide(FlagApi.layer)))
})

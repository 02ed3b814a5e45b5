import { assert, describe, it } from "@effect/vitest"
import { sizeFault } from "@hedgerow/core/query/QuerySize"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const world = Effect.provide(FlagApi.layer)

const times = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

const conditions = (count: number) =>
  times(count, (index) => ({ key: `p${index}`, type: "event", operator: "exact", value: "a" }))

const trends = { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "m" }] }

const refused = Effect.fnUntraced(function*(path: string, body: unknown) {
  const { body: { attr, code, detail }, status } = yield* call("POST", path, body)
  return [status, code, attr, detail]
})

const tooMany = "Must not have more than 25000 values."

describe("the size of a query", () => {
  it.effect("values of a query of any kind, and of its overrides", () =>
    Effect.gen(function*() {
      const many = { ...trends, properties: conditions(5_000) }
      assert.deepStrictEqual(yield* refused("query/", { query: many }), [400, "max_length", "query", tooMany])
      const variables = Object.fromEntries(
        times(7_000, (i) => [`v${i}`, { variableId: "v", code_name: "v", value: 1 }])
      )
      const sql = { kind: "HogQLQuery", query: "select 1", variables }
      assert.deepStrictEqual(yield* refused("query/", { query: sql }), [400, "max_length", "query", tooMany])
      const override = { query: trends, filters_override: { properties: conditions(6_000) } }
      assert.deepStrictEqual(yield* refused("query/", override), [400, "max_length", "filters_override", tooMany])
    }).pipe(world))

  it.effect("texts, and each 100 characters of a placeholder's as often as it stands", () =>
    Effect.gen(function*() {
      const sql = (query: string, v: string) => ({ query: { kind: "HogQLQuery", query, values: { v } } })
      const [status, code, attr] = yield* refused("query/", sql("select {v}", "x".repeat(2_100_000)))
      assert.deepStrictEqual([status, code, attr], [400, "max_length", "query"])
      assert.include(yield* refused("query/", sql("select {v}, {v}", "x".repeat(1_000_000))), "too_big_ast")
      assert.strictEqual((yield* call("POST", "query/", sql("select length({v})", "x".repeat(100_000)))).status, 200)
    }).pipe(world))

  it("an answer that is sent back with it is not counted", () => {
    const answer = times(30_000, (index) => [index])
    assert.isUndefined(sizeFault({ kind: "DataTableNode", source: { ...trends, response: answer } }))
    assert.isDefined(sizeFault({ kind: "DataTableNode", source: { ...trends, tags: answer } }))
  })

  it.effect("of variables with one name the first counts", () =>
    Effect.gen(function*() {
      const variables = {
        a: { variableId: "a", code_name: "v", value: "first" },
        b: { variableId: "b", code_name: "v", value: "second" }
      }
      const query = { kind: "HogQLQuery", query: "select {variables.v}", variables }
      assert.deepStrictEqual((yield* good("POST", "query/", { query }))["results"], [["first"]])
    }).pipe(world))
})

describe("stored queries", () => {
  it.effect("is bounded, as tags and filters are", () =>
    Effect.gen(function*() {
      const query = { kind: "HogQLQuery", query: `select 1 -- ${"x".repeat(525_000)}` }
      for (
        const [path, body, attr] of [
          ["insights/", { name: "Large", query }, "query"],
          ["insights/", { name: "Large", filters: { a: "x".repeat(263_000) } }, "filters"],
          ["dashboards/", { name: "Large", filters: { a: "x".repeat(263_000) } }, "filters"],
          ["dashboards/", { name: "Large", tags: times(101, (index) => `t${index}`) }, "tags"]
        ] as const
      ) {
        assert.deepStrictEqual((yield* refused(path, body)).slice(0, 3), [400, "max_length", attr])
      }
    }).pipe(world))

  it.effect("bodies of very many values are refused before they are parsed", () =>
    Effect.gen(function*() {
      const body = { name: "Large", tags: times(250_000, () => []) }
      assert.deepStrictEqual(yield* refused("dashboards/", body), [
        400,
        "parse_error",
        null,
        "JSON parse error - The body has more than 250000 values."
      ])
    }).pipe(world))
})

it.effect("a page of many large records is sent whole, piece by piece", () =>
  Effect.gen(function*() {
    const note = "ž".repeat(250_000)
    for (const name of times(20, (index) => `Large ${index}`)) {
      yield* good("POST", "surveys/", { name, type: "api", conditions: { note } })
    }
    const { count, next, results } = yield* good("GET", "surveys/?limit=1000")
    assert.deepStrictEqual([count, next], [20, null])
    const notes = (results as ReadonlyArray<{ conditions: { note: string } }>).map(({ conditions }) => conditions.note)
    assert.deepStrictEqual(new Set(notes), new Set([note]))
    assert.strictEqual(notes.length, 20)
    const { project } = yield* FlagApi
    const { body } = yield* call("GET", `/api/surveys/?token=${project.api_token}`)
    assert.strictEqual((body["surveys"] as ReadonlyArray<unknown>).length, 20)
  }).pipe(world))

import { assert, it } from "@effect/vitest"
import { limitHints } from "@hedgerow/core/query/execution/QueryHints"
import { defaultLimits, type Limits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Layer } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const within = (limits: Partial<Limits>) =>
  Effect.provide(FlagApi.layer.pipe(Layer.provide(Layer.succeed(QueryLimits, { ...defaultLimits, ...limits }))))

const sql = (query: string) => ({ kind: "HogQLQuery", query })

/** 2,000 rows of a kilobyte: an answer that is sent in pieces. */
const long = sql("select repeat('é😀\"', 150), [], number from numbers(2000) limit 2000")

const rows = Array.from({ length: 2_000 }, (_, number) => ["é😀\"".repeat(150), [], number])

const tilesOf = (dashboard: JsonRecord) => dashboard["tiles"] as ReadonlyArray<JsonRecord>

it.effect("a long answer is whole, computed or kept, and as the result of an insight and of a tile", () =>
  Effect.gen(function*() {
    for (const is_cached of [false, true]) {
      assert.deepInclude(yield* good("POST", "query/", { query: long }), { results: rows, is_cached })
    }
    const board = yield* good("POST", "dashboards/", { name: "Long" })
    const insight = yield* good("POST", "insights/", { name: "Long", query: long, dashboards: [board["id"]] })
    assert.deepStrictEqual((yield* good("GET", `insights/${String(insight["id"])}/`))["result"], rows)
    const [tile] = tilesOf(yield* good("GET", `dashboards/${String(board["id"])}/`))
    assert.deepInclude(tile?.["insight"], { result: rows, is_cached: true, columns: insight["columns"] })
  }).pipe(within({})))

it.effect("the results of a dashboard, and of a list, have the room of one answer together", () =>
  Effect.gen(function*() {
    const board = yield* good("POST", "dashboards/", { name: "Long" })
    for (const name of ["First", "Second"]) {
      const query = sql(`${long.query} -- ${name}`)
      yield* good("POST", "insights/", { name, query: { ...query, name }, dashboards: [board["id"]] })
    }
    for (const refresh of ["blocking", "force_cache"]) {
      const tiles = tilesOf(yield* good("GET", `dashboards/${String(board["id"])}/?refresh=${refresh}`))
      const errors = tiles.map(({ error }) => (error as JsonRecord | null)?.["code"])
      assert.sameMembers(errors, ["answer_too_large", undefined])
      const results = tiles.map(({ insight }) => (insight as JsonRecord)["result"])
      assert.deepStrictEqual(results.filter((result) => result !== null), [rows])
    }
    const listed = (yield* good("GET", "insights/?refresh=force_cache"))["results"] as ReadonlyArray<JsonRecord>
    assert.lengthOf(listed.filter(({ result }) => result !== null), 1)
  }).pipe(within({ maxBytes: 2_800_000 })))

it.effect("an answer of many cells is refused, however little text it is", () =>
  Effect.gen(function*() {
    const { body, status } = yield* call("POST", "query/", {
      query: sql(`select ${Array.from({ length: 1_000 }, () => "[]").join(",")} from numbers(50000) limit 50000`)
    })
    assert.strictEqual(status, 400)
    assert.deepInclude(body, {
      type: "validation_error",
      code: "too_many_cells",
      detail: "The answer has more cells than the limit allows: 100,000.",
      extra: { hint: limitHints.cells, retryable: false }
    })
  }).pipe(within({ maxCells: 100_000 })))

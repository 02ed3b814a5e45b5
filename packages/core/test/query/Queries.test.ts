import { assert, describe, it } from "@effect/vitest"
import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import { EngineAbilities } from "@hedgerow/core/query/EngineAbilities"
import { KnownCohorts } from "@hedgerow/core/query/KnownCohorts"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { Queries } from "@hedgerow/core/query/Queries"
import { wholeEngine } from "@hedgerow/core/query/QueryCursor"
import { QueryEngine, QueryRuntimeError } from "@hedgerow/core/query/QueryEngine"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import { encodeResponse } from "@hedgerow/sql/types/ResultJson"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeProject, now, showPlan } from "./sql/PlanText.ts"

const project = makeProject()

/** An engine that answers with the rows given (cut at the plan's limit) and remembers the plans. */
const engineOf = (rows: ReadonlyArray<Row>) => {
  const plans: Array<SelectPlan> = []
  const layer = Layer.succeed(
    QueryEngine,
    wholeEngine((plan) =>
      Effect.sync(() => {
        if (plan._tag !== "Select") throw new Error("The plan has no limit")
        plans.push(plan)
        return { rows: rows.slice(0, plan.limit), rowsRead: 0, bytesRead: 0, statement: "ENGINE TEXT", warnings: [] }
      })
    )
  )
  return {
    plans,
    layer: Queries.layer.pipe(
      Layer.provide([
        layer,
        QueryLog.layerNone,
        TypedProperties.layerNone,
        KnownActions.layerNone,
        KnownCohorts.layerNone
      ])
    )
  }
}

const failing = (error: QueryRuntimeError) =>
  Queries.layer.pipe(
    Layer.provide([
      Layer.succeed(QueryEngine, wholeEngine(() => Effect.fail(error))),
      QueryLog.layerNone,
      TypedProperties.layerNone,
      KnownActions.layerNone,
      KnownCohorts.layerNone
    ])
  )

const sql = (query: string, more: object = {}) => ({ query: { kind: "HogQLQuery" as const, query, ...more } })

const run = <const Body>(body: Body, of = project) => Effect.flatMap(Queries, (queries) => queries.run(of, body))

const atNow = TestClock.setTime(now / 1000)

describe("the answer", () => {
  it.effect("has every field of the wire", () => {
    const { layer, plans } = engineOf([["sign up", "2", "test_val1"], ["sign out", "2", null]])
    return Effect.gen(function*() {
      yield* atNow
      const response = yield* run(
        sql("select event, distinct_id, properties.key from events where event in ('sign up', 'x') order by timestamp")
      )
      const { cache_key, ...rest } = response
      assert.match(cache_key, /^cache_[0-9a-f]{32}$/)
      assert.deepStrictEqual(rest, {
        results: [["sign up", "2", "test_val1"], ["sign out", "2", null]],
        columns: ["event", "distinct_id", "key"],
        types: [["event", "String"], ["distinct_id", "String"], ["key", "Nullable(String)"]],
        hasMore: false,
        limit: 100,
        offset: 0,
        hogql: "SELECT\n    event,\n    distinct_id,\n    properties.key\nFROM\n    events\nWHERE\n" +
          "    in(event, tuple('sign up', 'x'))\nORDER BY\n    timestamp ASC\nLIMIT 101\nOFFSET 0",
        clickhouse: null,
        query: null,
        error: null,
        explain: null,
        metadata: null,
        modifiers: { personsOnEventsMode: "person_id_override_properties_on_events", convertToProjectTimezone: true },
        timings: null,
        query_status: null,
        resolved_date_range: null,
        is_cached: false,
        last_refresh: "2020-01-10T12:14:00Z",
        next_allowed_client_refresh: "2020-01-10T12:15:00Z",
        cache_target_age: "2020-01-10T12:19:00Z",
        timezone: "UTC",
        query_metadata: { events: ["sign up", "x"] },
        calculation_trigger: null,
        warnings: []
      })
      assert.deepStrictEqual(plans.map(({ limit }) => limit), [101])
    }).pipe(Effect.provide(layer))
  })

  it.effect("without LIMIT is cut after the default and says so", () => {
    const { layer } = engineOf(Array.from({ length: 20 }, (_, index) => [index]))
    return Effect.gen(function*() {
      const response = yield* run(sql("select 1 from events offset 3"))
      assert.deepStrictEqual(
        [response.results.length, response.hasMore, response.limit, response.offset],
        [10, true, 10, 3]
      )
      assert.lengthOf(response.warnings, 1)
    }).pipe(
      Effect.provide(layer),
      Effect.provideService(QueryLimits, { ...defaultLimits, defaultRows: 10 })
    )
  })

  it.effect("with LIMIT keeps it, up to the maximum", () => {
    const { layer, plans } = engineOf(Array.from({ length: 20 }, (_, index) => [index]))
    return Effect.gen(function*() {
      const small = yield* run(sql("select 1 from events limit 5 offset 2"))
      assert.deepStrictEqual([small.results.length, small.hasMore, small.limit, small.offset], [5, null, null, null])
      assert.deepStrictEqual(small.warnings, [])
      const large = yield* run(sql("select 1 from events limit 60000"))
      assert.include(large.hogql ?? "", "LIMIT 50000")
      assert.lengthOf(large.warnings, 1)
      assert.deepStrictEqual(plans.map(({ limit, offset }) => [limit, offset]), [[5, 2], [50_000, 0]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("leaves as JSON with every digit", () => {
    const { layer } = engineOf([[9223372036854775807n, NaN]])
    return Effect.gen(function*() {
      const text = encodeResponse(yield* run(sql("select 9223372036854775807 as big, 1 / 0 as inf")))
      assert.include(text, "\"results\":[[9223372036854775807,null]],\"columns\":[\"big\",\"inf\"]")
    }).pipe(Effect.provide(layer))
  })

  it.effect("shows the engine's text only to those who debug, times only to those who ask", () => {
    const { layer } = engineOf([])
    return Effect.gen(function*() {
      assert.strictEqual(
        (yield* run(sql("select 1 from events", { modifiers: { debug: true } }))).clickhouse,
        "ENGINE TEXT"
      )
      assert.strictEqual((yield* run(sql("select 1 from events", { modifiers: { debug: false } }))).clickhouse, null)
      const { timings } = yield* run(sql("select 1", { modifiers: { timings: true } }))
      assert.strictEqual(timings?.at(-1)?.k, ".")
    }).pipe(Effect.provide(layer))
  })
})

describe("the cache key", () => {
  const { layer } = engineOf([])
  it.effect("depends only on the parts that change the result", () =>
    Effect.gen(function*() {
      const key = (body: unknown, of = project) => Effect.map(run(body, of), ({ cache_key }) => cache_key)
      const first = yield* key(sql("select 1", { values: { a: 1, b: 2 } }))
      const same = [
        yield* key({ ...sql("select 1", { values: { b: 2, a: 1 } }), name: "n", refresh: "force_blocking" }),
        yield* key(sql("select 1", { values: { a: 1, b: 2 }, tags: { scene: "x" }, name: "other" })),
        yield* key({ query: { kind: "ServiceSqlQuery", query: "select 1", values: { a: 1, b: 2 } } })
      ]
      const other = [
        yield* key(sql("select 2", { values: { a: 1, b: 2 } })),
        yield* key(sql("select 1", { values: { a: 1, b: 3 } })),
        yield* key(sql("select 1", { values: { a: 1, b: 2 } }), makeProject({ id: 8 })),
        yield* key(sql("select 1", { values: { a: 1, b: 2 } }), makeProject({ timezone: "Asia/Tokyo" })),
        yield* key(sql("select 1", { values: { a: 1, b: 2 } }), makeProject({ week_start_day: 1 })),
        yield* key(sql("select 1", { values: { a: 1, b: 2 }, modifiers: { personsOnEventsMode: "disabled" } }))
      ]
      assert.deepStrictEqual([...new Set(same)], [first])
      assert.strictEqual(new Set([first, ...other]).size, 7)
    }).pipe(Effect.provide(layer)))
})

describe("placeholders", () => {
  it.effect("values become constants, never text", () => {
    const { layer, plans } = engineOf([])
    return Effect.gen(function*() {
      const values = { text: "x' or 1 = 1 --", list: ["a", "b"], none: null, yes: true, count: 5 }
      yield* run(
        sql("select {yes}, {count}, {none} from events where event = {text} and distinct_id in {list}", { values })
      )
      const [plan] = plans
      assert.strictEqual(
        plan === undefined ? "" : showPlan(plan),
        "select true:Bool as true, 5:UInt8 as column_2, null:Nullable(Nothing) as NULL from events#7 events_1 " +
          "where and(equals(events_1.event, 'x' or 1 = 1 --':String), events_1.distinct_id in [a, b]) limit 101"
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("variables have their value, the override's, or NULL", () => {
    const { layer, plans } = engineOf([])
    return Effect.gen(function*() {
      const variables = { v1: { variableId: "v1", code_name: "one", value: 1 } }
      yield* run(sql("select {variables.one} from events", { variables }))
      yield* run({
        ...sql("select {variables.one} from events", { variables }),
        variables_override: { v1: { value: 2 }, v2: { value: 3 } }
      })
      yield* run({
        ...sql("select {variables.one} from events", { variables }),
        variables_override: { v1: { isNull: true } }
      })
      assert.deepStrictEqual(
        plans.map(({ select }) => select.map(({ expr }) => expr._tag === "Literal" ? expr.value : "")),
        [
          [1],
          [2],
          [null]
        ]
      )
    }).pipe(Effect.provide(layer))
  })

  const refused: ReadonlyArray<readonly [body: object, detail: string]> = [
    [sql("select {x}"), "Unresolved placeholder: {x}"],
    [
      sql("select {x}", { values: { a: 1, b: 2 } }),
      "Placeholder {x} is not available in this context. You can use the following: a, b"
    ],
    [sql("select {variables.x}"), "Variable x is missing from query"],
    [
      sql("select {variables.fo}", { variables: { v: { variableId: "v", code_name: "foo", value: 1 } } }),
      "Variable fo is missing from query. Did you mean: foo?"
    ],
    [
      { ...sql("select 1 from persons where {filters}"), filters_override: { date_from: "-7d" } },
      "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions, logs, traces "
      + "or groups table."
    ]
  ]
  for (const [body, detail] of refused) {
    it.effect(detail, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(run(body))
        assert.strictEqual(error._tag, "SqlSemanticError")
        assert.strictEqual(error._tag === "SqlSemanticError" ? error.detail : "", detail)
      }).pipe(Effect.provide(engineOf([]).layer)))
  }

  it.effect("{filters} without filters lets every row pass", () => {
    const { layer, plans } = engineOf([])
    return Effect.gen(function*() {
      yield* run(sql("select event from events where {filters}"))
      assert.include(plans.map(showPlan).join(), "where true:Bool limit 101")
    }).pipe(Effect.provide(layer))
  })
})

describe("failures", () => {
  it.effect("of the text, the meaning, the request and the engine keep their own kind", () =>
    Effect.gen(function*() {
      const tagOf = (body: unknown) => Effect.map(Effect.flip(run(body)), ({ _tag }) => _tag)
      assert.strictEqual(yield* tagOf(sql("select from")), "SqlSyntaxError")
      assert.strictEqual(yield* tagOf(sql("select x")), "SqlSemanticError")
      assert.strictEqual(yield* tagOf({ query: { kind: "Tomato Soup" } }), "InvalidInput")
      assert.strictEqual(yield* tagOf(sql("select 1 from events")), "QueryRuntimeError")
    }).pipe(Effect.provide(failing(new QueryRuntimeError({ code: "invalid_text", detail: "too big" })))))

  it.effect("stand in the answer for those who debug", () =>
    Effect.gen(function*() {
      const error = (text: string) =>
        Effect.map(run(sql(text, { modifiers: { debug: true } })), ({ error, results }) => [error, results])
      assert.deepStrictEqual(yield* error("select x"), ["Unable to resolve field: x", []])
      assert.deepStrictEqual(yield* error("select 1 from events"), ["too big", []])
    }).pipe(Effect.provide(failing(new QueryRuntimeError({ code: "invalid_text", detail: "too big" })))))

  it.effect("others run between the steps of a large statement", () => {
    let turns = 0
    let before = 0
    const engine = Layer.succeed(
      QueryEngine,
      wholeEngine(() =>
        Effect.sync(() => {
          before = turns
          return { rows: [], rowsRead: 0, bytesRead: 0, statement: "", warnings: [] }
        })
      )
    )
    const conditions = Array.from({ length: 1_000 }, (_, index) => `event = '${index}'`).join(" or ")
    return Effect.gen(function*() {
      // It yields after each turn by itself.
      const others = yield* Effect.forkChild(Effect.forever(Effect.sync(() => turns++)), { startImmediately: true })
      const start = turns
      yield* run(sql(`select 1 from events where ${conditions}`))
      yield* Fiber.interrupt(others)
      assert.isAtLeast(before - start, 3)
      assert.isAtLeast(turns - before, 2)
    }).pipe(
      Effect.provide(
        Queries.layer.pipe(
          Layer.provide([
            engine,
            QueryLog.layerNone,
            TypedProperties.layerNone,
            KnownActions.layerNone,
            KnownCohorts.layerNone
          ])
        )
      )
    )
  })

  it.effect("a query that never ends is stopped after its limit", () => {
    let stopped = false
    const engine = Layer.succeed(
      QueryEngine,
      wholeEngine(() => Effect.onInterrupt(Effect.never, () => Effect.sync(() => (stopped = true))))
    )
    return Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Effect.flip(run(sql("select 1 from events"))))
      yield* TestClock.adjust("59 seconds")
      assert.isFalse(stopped)
      yield* TestClock.adjust("1 second")
      const error = yield* Fiber.join(fiber)
      assert.strictEqual(error._tag, "QueryTimedOut")
      assert.isTrue(stopped)
    }).pipe(
      Effect.provide(
        Queries.layer.pipe(
          Layer.provide([
            engine,
            QueryLog.layerNone,
            TypedProperties.layerNone,
            KnownActions.layerNone,
            KnownCohorts.layerNone
          ])
        )
      )
    )
  })
})

describe("a function that the engine has not", () => {
  const { layer } = engineOf([[1]])
  const without = Layer.provide(
    layer,
    Layer.succeed(EngineAbilities, { engine: "DuckDB", lacks: new Set(["substring", "uniq"]) })
  )
  const refusal = (query: string) =>
    Effect.map(
      Effect.flip(run(sql(query))),
      (error) => error._tag === "SqlSemanticError" ? [error.detail, query.slice(error.start, error.end)] : error._tag
    )

  it.effect("is refused by the name that was written, with its place and the engine's name", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* refusal("select 1 + length(SubString(event, 1)) from events"), [
        "Function 'SubString' is not supported by DuckDB",
        "SubString(event, 1)"
      ])
      assert.deepStrictEqual(yield* refusal("select substringUTF8('a', 1)"), [
        "Function 'substringUTF8' is not supported by DuckDB",
        "substringUTF8('a', 1)"
      ])
      assert.deepStrictEqual(yield* refusal("select countDistinct(event) from events"), [
        "Function 'countDistinct' is not supported by DuckDB",
        "countDistinct(event)"
      ])
      assert.deepStrictEqual((yield* run(sql("select length(event) from events"))).results, [[1]])
    }).pipe(Effect.provide(without)))
})

describe("a large statement", () => {
  it.effect("lets others run between reading, resolving and running it", () =>
    Effect.gen(function*() {
      yield* atNow
      let turns = 0
      const ticker = yield* Effect.forkChild(Effect.forever(Effect.andThen(
        Effect.sync(() => {
          turns++
        }),
        Effect.yieldNow
      )))
      let turnsBefore = 0
      const layer = Layer.succeed(
        QueryEngine,
        wholeEngine(() =>
          Effect.sync(() => {
            turnsBefore = turns
            return { rows: [[1]], rowsRead: 0, bytesRead: 0, statement: undefined, warnings: [] }
          })
        )
      )
      const items = Array.from({ length: 15_000 }, (_, index) => index).join(", ")
      yield* run(sql(`select 1 in (${items})`)).pipe(
        Effect.provide(
          Queries.layer.pipe(
            Layer.provide([
              layer,
              QueryLog.layerNone,
              TypedProperties.layerNone,
              KnownActions.layerNone,
              KnownCohorts.layerNone
            ])
          )
        )
      )
      assert.isAtLeast(turnsBefore, 2)
      assert.isAbove(turns, turnsBefore)
      yield* Fiber.interrupt(ticker)
    }))
})

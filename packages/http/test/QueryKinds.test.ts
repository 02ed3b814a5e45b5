import { assert, describe, it } from "@effect/vitest"
import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { decodeNode } from "@hedgerow/core/query/DecodeNode"
import { otherHints } from "@hedgerow/core/query/execution/QueryHints"
import { KnownCohorts } from "@hedgerow/core/query/KnownCohorts"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { Queries } from "@hedgerow/core/query/Queries"
import { wholeEngine } from "@hedgerow/core/query/QueryCursor"
import { QueryEngine, QueryRuntimeError } from "@hedgerow/core/query/QueryEngine"
import type { QueryKind } from "@hedgerow/core/query/QueryKind"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { QueryModifiers } from "@hedgerow/core/query/QueryModifiers"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import { selectPlan } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { scalar } from "@hedgerow/sql/types/SqlType"
import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { post, webApi } from "./support/WebApi.ts"

const TideNode = Schema.Struct({
  kind: Schema.Literals(["TideQuery", "EbbQuery"]),
  harbour: Schema.String,
  version: Schema.optionalKey(Schema.Finite),
  modifiers: Schema.optionalKey(QueryModifiers)
})
type TideNode = typeof TideNode.Type

/** A kind that is no SQL, with something of its own in every column of the registry. */
const tides: QueryKind<TideNode, Cell> = {
  kind: "TideQuery",
  aliases: ["EbbQuery"],
  scopes: ["query:read", "person:read"],
  rate: "query",
  limits: (every) => ({ ...every, timeout: Duration.seconds(5) }),
  freshness: () => ({ interval: "hour", until: undefined }),
  upgrades: [({ port, ...node }) => ({ ...node, harbour: port })],
  decode: decodeNode(TideNode),
  significant: ({ harbour }) => ({ harbour }),
  run: Effect.fnUntraced(function*({ harbour }, { engine, limits: { timeout } }) {
    if (harbour === "Bielefeld") return yield* new QueryRuntimeError({ code: "no_sea", detail: "There is no sea" })
    const expr = { _tag: "Literal", value: harbour, type: scalar("String") } as const
    const from = { _tag: "Numbers", first: 0, step: 1, count: 1, type: scalar("UInt64"), alias: "sea" } as const
    const { rows } = yield* engine.run(selectPlan([{ name: "harbour", expr }], { from, limit: 1 }), { timeout })
    return rows[0]?.[0] ?? null
  }),
  encode: (tide, { envelope, node }) => ({ ...envelope, harbour: node.harbour, tide: String(tide), version: 2 }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, error: detail })
}

const engine = Layer.succeed(
  QueryEngine,
  wholeEngine((plan, { timeout }) => {
    const [first] = plan._tag === "Select" ? plan.select : []
    const shown = first?.expr._tag === "Literal" ? String(first.expr.value) : ""
    const rows = [[`high at ${shown} within ${Duration.toSeconds(timeout)} s`]]
    return Effect.succeed({ rows, rowsRead: 0, bytesRead: 0, statement: undefined, warnings: [] })
  })
)

const kinds = Layer.effect(QueryKinds, Effect.map(QueryKinds, (rows) => [...rows, answerable(tides)]))
const oneSql = RateLimiter.layer({ rates: { sql: [{ limit: 1, windowSeconds: 60 }] } })

/** `POST /query/` with the kind beside SQL, over an engine that is not asked for tables. */
const sea = Effect.gen(function*() {
  const { run } = yield* Queries
  const clock = Layer.succeed(Clock.Clock, yield* Clock.Clock)
  const call = yield* webApi({ run }, Layer.mergeAll(kinds, oneSql, clock))
  return (query: object, key?: string) => call("/api/projects/1/query/", post({ query }, key))
}).pipe(
  Effect.provide(
    Queries.layer.pipe(
      Layer.provide([
        engine,
        QueryLog.layerNone,
        TypedProperties.layerNone,
        KnownActions.layerNone,
        KnownCohorts.layerNone
      ]),
      Layer.provide(kinds)
    )
  )
)

const tide = { kind: "TideQuery", version: 2, harbour: "Husum" }
const fieldsOf = (json: unknown) => json as Readonly<Record<string, unknown>>

describe("a kind of query that is one row of the registry", () => {
  it.effect("is answered by POST /query/ under its limits, with the envelope of all kinds", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const { json, status } = yield* ask(tide)
      assert.strictEqual(status, 200)
      const { harbour, is_cached, timezone, tide: found } = fieldsOf(json)
      assert.deepStrictEqual([harbour, is_cached, timezone, found], ["Husum", false, "UTC", "high at Husum within 5 s"])
      const wrapped = yield* ask({ kind: "DataVisualizationNode", source: tide })
      assert.deepStrictEqual(wrapped.json, json)
    }))

  it.effect("has the same result under each of its names and in each of its versions", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const key = (query: object) => Effect.map(ask(query), ({ json }) => fieldsOf(json)["cache_key"])
      const first = yield* key(tide)
      assert.match(String(first), /^cache_[0-9a-f]{32}$/)
      assert.strictEqual(yield* key({ ...tide, kind: "EbbQuery" }), first)
      assert.strictEqual(yield* key({ kind: "TideQuery", port: "Husum" }), first)
      assert.notStrictEqual(yield* key({ ...tide, harbour: "Emden" }), first)
      assert.notStrictEqual(yield* key({ kind: "HogQLQuery", query: "select 1" }), first)
    }))

  it.effect("is refused with the path of the fault", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const { json, status } = yield* ask({ kind: "DataTableNode", source: { ...tide, depth: 3 } })
      const { attr, code } = fieldsOf(json)
      assert.deepStrictEqual([status, attr, code], [400, "query__source__depth", "extra_forbidden"])
    }))

  it.effect("fails as SQL does, in the answer for those who debug", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const inland = { ...tide, harbour: "Bielefeld" }
      assert.deepStrictEqual((yield* ask(inland)).json, {
        type: "validation_error",
        code: "no_sea",
        detail: "There is no sea",
        attr: null,
        extra: { hint: otherHints.QueryRuntimeError, retryable: false }
      })
      const shown = yield* ask({ ...inland, modifiers: { debug: true } })
      assert.deepStrictEqual([shown.status, fieldsOf(shown.json)["error"]], [200, "There is no sea"])
    }))

  it.effect("asks for its scopes, which SQL does not", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const refused = yield* ask(tide, "phx_query")
      assert.strictEqual(refused.status, 403)
      assert.include(String(fieldsOf(refused.json)["detail"]), "person:read")
      assert.strictEqual((yield* ask({ kind: "HogQLQuery", query: "select 1" }, "phx_query")).status, 200)
    }))

  it.effect("is counted by its own rate", () =>
    Effect.gen(function*() {
      const ask = yield* sea
      const sql = { kind: "HogQLQuery", query: "select 1" }
      assert.strictEqual((yield* ask(sql)).status, 200)
      assert.strictEqual((yield* ask(sql)).status, 429)
      assert.strictEqual((yield* ask(tide)).status, 200)
    }))
})

import { assert, describe, it } from "@effect/vitest"
import { decodeNode } from "@hedgerow/core/query/DecodeNode"
import { SqlNode } from "@hedgerow/core/query/kinds/sql/SqlNode"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { readQueryRequest } from "@hedgerow/core/query/QueryRequest"
import { Effect, Result } from "effect"

const query = { kind: "HogQLQuery", query: "select 1" }

const decodeSql = decodeNode(SqlNode)

const kinds = QueryKinds.defaultValue()

/** A request with its node as SQL. */
const decodeQueryRequest = (body: unknown) =>
  Result.gen(function*() {
    const request = yield* readQueryRequest(kinds, body)
    return { ...request, node: yield* Effect.runSync(Effect.result(decodeSql(request.node, request.path))) }
  })

const issueOf = (body: unknown) => {
  const [first] = Result.getOrThrow(Result.flip(decodeQueryRequest(body))).issues
  return first
}

describe("requests that are read", () => {
  it("both names of the SQL node, and unknown fields of the request", () => {
    for (const kind of ["HogQLQuery", "ServiceSqlQuery"]) {
      const request = Result.getOrThrow(decodeQueryRequest({ query: { ...query, kind }, surprise: 1, name: null }))
      assert.strictEqual(request.node.query, "select 1")
      assert.strictEqual(request.refresh, "blocking")
    }
  })

  it("every refresh mode; async wins over refresh", () => {
    for (
      const refresh of [
        "async",
        "async_except_on_cache_miss",
        "blocking",
        "force_async",
        "force_blocking",
        "force_cache",
        "lazy_async"
      ]
    ) {
      assert.strictEqual(Result.getOrThrow(decodeQueryRequest({ query, refresh })).refresh, refresh)
      assert.strictEqual(Result.getOrThrow(decodeQueryRequest({ query, refresh, async: true })).refresh, "async")
    }
  })

  it("the source of nodes that only present a result", () => {
    const body = { query: { kind: "DataVisualizationNode", source: { kind: "DataTableNode", source: query } } }
    assert.strictEqual(Result.getOrThrow(decodeQueryRequest(body)).node.query, "select 1")
  })
})

describe("requests that are refused", () => {
  it("for a field of the request", () => {
    const fields: ReadonlyArray<readonly [body: Record<string, unknown>, path: ReadonlyArray<string>]> = [
      [{ limit_context: "export" }, ["limit_context"]],
      [{ name: "n".repeat(129) }, ["name"]],
      [{ refresh: "sometimes" }, ["refresh"]],
      [{ filters_override: { date_from: 5 } }, ["filters_override", "date_from"]],
      [{ variables_override: { v: 5 } }, ["variables_override", "v"]],
      [{ variables_override: { v: { isNull: "yes" } } }, ["variables_override", "v", "isNull"]]
    ]
    for (const [body, path] of fields) assert.deepStrictEqual(issueOf({ query, ...body }).path, path)
  })

  it("for a misspelt field of an override, which would change nothing", () => {
    const fields: ReadonlyArray<readonly [body: Record<string, unknown>, path: ReadonlyArray<string>]> = [
      [{ filters_override: { date_form: "-7d" } }, ["filters_override", "date_form"]],
      [{ filters_override: { properties: [{ type: "event", kye: "plan" }] } }, [
        "filters_override",
        "properties",
        "0",
        "kye"
      ]],
      [{ variables_override: { v: { valeu: 3 } } }, ["variables_override", "v", "valeu"]]
    ]
    for (const [body, path] of fields) {
      const { code, message, path: found } = issueOf({ query, ...body })
      assert.deepStrictEqual([code, found.map(String), message], [
        "extra_forbidden",
        path,
        "Extra inputs are not permitted"
      ])
    }
  })

  it("without a query or a kind", () => {
    for (const body of [undefined, null, [], "x", {}, { query: {} }, { query: [] }, { query: { kind: 5 } }]) {
      const { code, message, path } = issueOf(body)
      assert.deepStrictEqual([code, path], ["parse_error", []])
      assert.match(message, /^1 validation error for QueryRequest\n/)
    }
  })

  it("of an unknown kind", () => {
    const { code, message, path } = issueOf({ query: { kind: "Tomato Soup" } })
    assert.deepStrictEqual([code, path], ["parse_error", []])
    assert.match(message, /^1 validation error for QueryRequest/)
    assert.include(message, "Input tag 'Tomato Soup' found using 'kind' does not match any of the expected tags")
  })

  it("of a kind that cannot be run", () => {
    for (const kind of ["SavedInsightNode", "EventsNode", "DataTableNode"]) {
      assert.strictEqual(issueOf({ query: { kind, shortId: "123" } }).message, `Unsupported query kind: ${kind}`)
    }
  })

  const fields: ReadonlyArray<readonly [body: object, path: ReadonlyArray<string>, code: string]> = [
    [{ query: { ...query, surprise: 1 } }, ["query", "surprise"], "extra_forbidden"],
    [{ query: { ...query, modifiers: { surprise: 1 } } }, ["query", "modifiers", "surprise"], "extra_forbidden"],
    [
      { query: { kind: "DataTableNode", source: { ...query, surprise: 1 } } },
      ["query", "source", "surprise"],
      "extra_forbidden"
    ],
    [{ query: { kind: "HogQLQuery" } }, ["query", "query"], "required"],
    [{ query: { ...query, query: 5 } }, ["query", "query"], "invalid_input"],
    [
      { query: { ...query, modifiers: { personsOnEventsMode: "x" } } },
      ["query", "modifiers", "personsOnEventsMode"],
      "invalid_input"
    ],
    [{ query, refresh: "sometimes" }, ["refresh"], "invalid_input"],
    [{ query, refresh: 5 }, ["refresh"], "invalid_input"],
    [{ query, client_query_id: 5 }, ["client_query_id"], "invalid_input"]
  ]
  for (const [body, path, code] of fields) {
    it(`${path.join(".")}: ${code}`, () => {
      const issue = issueOf(body)
      assert.deepStrictEqual([issue.path, issue.code], [path, code])
    })
  }
})

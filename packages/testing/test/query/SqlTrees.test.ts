import { assert, describe, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"

type Json = Readonly<Record<string, unknown>>

const ask = (query: Json, more: Json = {}) =>
  call("POST", "query/", { query: { kind: "HogQLASTQuery", query, ...more }, refresh: "force_blocking" })

const field = (...chain: ReadonlyArray<string>) => ({ node: "Field", chain })
const events = { node: "JoinExpr", table: field("events") }
const counted = { node: "Call", name: "count", args: [], distinct: false }
const named = (placeholder: string) => ({
  node: "SelectQuery",
  select: [field("event"), { node: "Alias", alias: "times", expr: counted }],
  select_from: events,
  where: {
    node: "CompareOperation",
    op: "==",
    left: field("event"),
    right: { node: "Placeholder", expr: field(placeholder) }
  },
  group_by: [field("event")]
})

const fieldOf = (body: Json): unknown => (body["extra"] as Json)["field"]

describe("HogQLASTQuery", () => {
  it.effect("gives the rows of the text that its tree means", () =>
    Effect.gen(function*() {
      const { capture } = yield* TestApi
      yield* capture({ event: "a", distinct_id: "ann" }, { event: "b", distinct_id: "ann" })
      const { body, status } = yield* ask(named("name"), { values: { name: "b" } })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual([body["results"], body["columns"]], [[["b", 1]], ["event", "times"]])
      assert.match(String(body["hogql"]), /^SELECT\n {4}event,/)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("names the place in the tree of what has no meaning", () =>
    Effect.gen(function*() {
      const wrong = {
        node: "SelectQuery",
        select: [field("event"), { node: "Call", name: "lower", args: [] }],
        select_from: events
      }
      const unread = yield* ask({ node: "SelectQuery", select: [{ node: "Lambda", args: ["x"] }] })
      assert.deepStrictEqual([unread.status, unread.body["attr"]], [400, "query__query__select__0__expr__node"])
      const unknown = yield* ask({
        node: "SelectQuery",
        select: [field("event"), field("chipotle")],
        select_from: events
      })
      assert.deepStrictEqual([unknown.status, unknown.body["detail"], fieldOf(unknown.body)], [
        400,
        "Unable to resolve field: chipotle",
        "query__query__select__1"
      ])
      assert.strictEqual(fieldOf((yield* ask(wrong)).body), "query__query__select__1")
      const unfilled = yield* ask(named("name"))
      assert.deepStrictEqual([unfilled.body["detail"], fieldOf(unfilled.body)], [
        "Unresolved placeholder: {name}",
        "query__query__where__right"
      ])
    }).pipe(Effect.provide(TestApi.layer)))
})

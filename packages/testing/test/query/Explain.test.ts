import { assert, describe, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"

type Json = Readonly<Record<string, unknown>>

const ask = (query: string, more: Json = {}) =>
  Effect.map(
    call("POST", "query/", { query: { kind: "HogQLQuery", query, ...more }, refresh: "force_blocking" }),
    ({ body }) => body
  )

const three = Effect.gen(function*() {
  const { capture } = yield* TestApi
  yield* capture(
    { event: "a", distinct_id: "ann" },
    { event: "b", distinct_id: "ann" },
    { event: "b", distinct_id: "bob" }
  )
})

const lines = (body: Json): ReadonlyArray<string> =>
  (body["results"] as ReadonlyArray<readonly [string]>).map(([line]) => line)

describe("EXPLAIN", () => {
  it.effect("gives the steps of the plan and the rows it would read, and runs nothing", () =>
    Effect.gen(function*() {
      yield* three
      const body = yield* ask(
        "explain with b as (select person_id, count() as n from events where event = 'b' group by person_id) "
          + "select n, count() from b where n in (select 1) group by n having count() > 0 order by n desc limit 5"
      )
      assert.deepStrictEqual(body["columns"], ["explain"])
      assert.deepStrictEqual(body["types"], [["explain", "String"]])
      assert.match(String(body["hogql"]), /^EXPLAIN WITH/)
      assert.deepStrictEqual(lines(body), [
        "Compute b_3 once:",
        "  Read events of the project as events_1",
        "  Join (left) on (person_overrides_2.old_person_id = events_1.person_id):",
        "    Read person_overrides of the project as person_overrides_2",
        "  Keep rows where (events_1.event = 'b')",
        "  Group by coalesce(person_overrides_2.person_id, events_1.person_id)",
        "  Give:",
        "    person_id = coalesce(person_overrides_2.person_id, events_1.person_id)",
        "    n = count()",
        "Read b_3 as b_4",
        "Keep rows where b_4.n IN (a query)",
        "  1. of these queries:",
        "    Compute subquery_5:",
        "      Make one row",
        "      Give:",
        "        column_1 = 1",
        "    Give:",
        "      column_1 = cast(subquery_5.column_1)",
        "Group by b_4.n",
        "Keep groups where (count() > 0)",
        "Give:",
        "  n = b_4.n",
        "  column_2 = count()",
        "Sort by b_4.n descending",
        "Take 5 rows",
        "Rows read: about 3"
      ])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("is shown beside the rows where the node asks for it, and only then", () =>
    Effect.gen(function*() {
      yield* three
      const sql = "select count() from events"
      assert.isNull((yield* ask(sql))["explain"])
      const body = yield* ask(sql, { explain: true })
      assert.deepStrictEqual(body["results"], [[3]])
      assert.deepStrictEqual(body["explain"], [
        "Read events of the project as events_1",
        "Take all rows as one group",
        "Give:",
        "  column_1 = count()",
        "Take 101 rows",
        "Rows read: about 3"
      ])
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("of a text that is no query is refused at its place, and has no rows to be streamed", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* ask("explain select chipotle"))["detail"], "Unable to resolve field: chipotle")
      assert.match(String((yield* ask("explain insert into a values (1)"))["detail"]), /Only SELECT statements/)
      assert.match(String((yield* ask("explain explain select 1"))["detail"]), /Only SELECT statements/)
    }).pipe(Effect.provide(TestApi.layer)))

  it.effect("editors get the rows, and that it is a query", () =>
    Effect.gen(function*() {
      yield* three
      const metadata = (query: string) =>
        Effect.map(
          call("POST", "query/", { query: { kind: "HogQLMetadata", language: "hogQL", query } }),
          ({ body }) => [body["isValid"], body["estimated_rows"]]
        )
      assert.deepStrictEqual(yield* metadata("select event from events"), [true, 3])
      assert.deepStrictEqual(yield* metadata("explain select 1"), [true, 0])
      assert.deepStrictEqual(yield* metadata("select evnt from events"), [false, null])
    }).pipe(Effect.provide(TestApi.layer)))
})

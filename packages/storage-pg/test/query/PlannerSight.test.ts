import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { wholeSeconds } from "@hedgerow/sql/postgresql/functions/DateCalls"
import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { renderPlan } from "@hedgerow/storage-pg/query/RenderPlan"
import { queryHelpers } from "@hedgerow/storage-pg/query/server/QueryFunctions"
import { fixtures, SmallPlans as P } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PgSeedTables from "./PgSeedTables.ts"

const storage = Layer.mergeAll(PgQueryEngine.layer, PgSeedTables.layer).pipe(Layer.provideMerge(PgTest.layer))

/** Texts that look like numbers, documents and nothing else. */
const texts: ReadonlyArray<string> = JSON.parse(
  `["", " ", "0", "00", "7", "-7", "+7", "1_0", "0x10", "0b1", "1e5", "1e400", "1.", ".5", "1.5.5", "12 ", " 12", "٣", "²",
    "NaN", "inf", "-inf", "+inf", "infinity", "${"9".repeat(18)}", "${"9".repeat(19)}", "${"9".repeat(300)}",
    "${
    "9".repeat(400)
  }", "9223372036854775807", "9223372036854775808", "[", "{", "[1, 2]", "{}", "a, b: c", "🌿", "1.50"]`
)

/** As members of a document, besides. */
const values = [
  ...texts,
  "{\"a\": 1}",
  1,
  1.5,
  -0.25,
  1e20,
  1.7976931348623157e308,
  5e-324,
  0.1,
  true,
  false,
  null,
  [1, 2],
  { b: 1, a: { c: [1, 2] } },
  [],
  {}
]

layer(storage, { excludeTestServices: true })("what the planner sees of a query", (it) => {
  const withHelpers = Effect.fnUntraced(function*<A, E, R>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly schema: string }>`SELECT current_schema() AS schema`
    const { schema, tables } = queryHelpers(row?.schema ?? "")
    return yield* sql.withTransaction(
      Effect.andThen(sql.unsafe(`SET LOCAL search_path TO "${schema}", "${tables}"`), run(sql))
    )
  })

  it.effect("forms that need no call equal the calls, for any property", () =>
    withHelpers(Effect.fnUntraced(function*(sql) {
      const rows = yield* sql<Record<string, boolean | string>>`
        SELECT t.d::text AS shown, m.x IS NOT DISTINCT FROM hg_json_text(t.d -> 'k') AS same_text,
          hg_plain_float(t.d ->> 'k') IS NOT DISTINCT FROM hg_text_float(t.d ->> 'k') AS same_float,
          hg_member_float(t.d, 'k') IS NOT DISTINCT FROM hg_text_float(t.d ->> 'k') AS same_member,
          hg_plain_int(t.d ->> 'k') IS NOT DISTINCT FROM hg_text_int(t.d ->> 'k') AS same_int
        FROM (SELECT jsonb_build_object('k', v) AS d FROM jsonb_array_elements(${
        JSON.stringify(values)
      }::text::jsonb) AS v
          UNION ALL SELECT '{}' UNION ALL SELECT NULL) AS t,
          LATERAL (SELECT hg_member_text(t.d, 'k') AS x) AS m`
      assert.strictEqual(rows.length, values.length + 2)
      const different = rows.filter(({ same_float, same_int, same_member, same_text }) =>
        !(same_float && same_int && same_member && same_text)
      )
      assert.deepStrictEqual(different, [])
    })))

  it.effect("the last microsecond of a second is not rounded up, in any year", () =>
    withHelpers(Effect.fnUntraced(function*(sql) {
      const at = `'epoch'::timestamptz + (s * 1000000 + m) * interval '1 microsecond'`
      const rows = yield* sql.unsafe(
        `SELECT s, m FROM generate_series(-2208988800, 7258118399, 1234567) AS s, unnest('{0,1,499999,999999}'::int8[]) AS m
          WHERE ${wholeSeconds(at)} <> s OR floor(date_part('epoch', ${at}) / 60)::int8 <> floor(s / 60.0)`
      )
      assert.deepStrictEqual(rows, [])
    })))

  it.effect("properties, their numbers, seconds and parts are read without a call for each row", () =>
    withHelpers(Effect.fnUntraced(function*(sql) {
      const statement = yield* Effect.fromResult(parseStatement(
        `SELECT properties.$browser AS browser, quantile(0.5)(toFloat(properties.price)), sum(toInt(properties.quantity)),
          max(dateDiff('second', timestamp, toDateTime('2024-01-01 00:00:00'))), toString(toDate(timestamp)) AS day,
          count(part) FROM events ARRAY JOIN splitByChar('/', properties.$pathname) AS part GROUP BY browser, day`
      ))
      const context = { project: fixtures.unstoredProject(P.project), now: 1_700_000_000_000_000 as EventTime }
      const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
      const rendered = renderPlan(plan)
      const rows = yield* sql.unsafe<Record<string, string>>(`EXPLAIN (VERBOSE) ${rendered.sql}`, rendered.values)
      const text = rows.flatMap((row) => Object.values(row)).join("\n")
      const calls = [...text.matchAll(/hg_\w+/g)].map(([name]) => name)
      const forOddValues = new Set(["hg_json_text", "hg_text_float", "hg_text_int", "hg_numeric_int"])
      assert.deepStrictEqual([...new Set(calls)].filter((name) => !forOddValues.has(name)), [])
    })))
})

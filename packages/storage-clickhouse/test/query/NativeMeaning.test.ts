import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { TestApi } from "@hedgerow/testing"
import { fixtures } from "@hedgerow/testing/contracts"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as ClickHouseTest from "../ClickHouseTest.ts"
import { type Meaning, meanings } from "./meaning/Meanings.ts"

const context = { project: fixtures.unstoredProject(920_004), now: 1_714_564_800_000_000 as EventTime }

/** The values that `expression` has over the rows of `values`, as texts in their order. */
const ours = Effect.fnUntraced(function*({ ours, values }: Meaning) {
  const sql = `SELECT toString(${ours}) FROM (SELECT arrayJoin(${values}) AS x) LIMIT 10000`
  const statement = yield* Effect.fromResult(parseStatement(sql))
  const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
  const { rows } = yield* (yield* QueryEngine).run(plan, { timeout: Duration.seconds(30) })
  return rows.map(([cell = null]) => cell)
})

const native = Effect.fnUntraced(function*({ native, nativeValues, ours, values }: Meaning) {
  const from = (nativeValues ?? values).replaceAll("toDateTime(", "toDateTime64(").replaceAll(
    /'\)(?=[,\]])/g,
    "', 6, 'UTC')"
  )
    .replaceAll(/toDate\(('[^']*'), 6, 'UTC'\)/g, "toDate32($1)")
  const sql = `SELECT toString(${native ?? ours}) AS value FROM (SELECT arrayJoin(${from}) AS x)`
  return yield* (yield* ClickHouse).query({ sql }).pipe(
    Effect.map(({ rows }) => rows.map(([cell = null]) => cell)),
    Effect.catch((failure) => Effect.succeed([String(failure)]))
  )
})

layer(Layer.mergeAll(TestApi.layer, ClickHouseTest.layer), { timeout: "5 minutes" })(
  "functions of ClickHouse",
  (it) => {
    it.effect("have ClickHouse's own meaning", () =>
      Effect.gen(function*() {
        const different: Array<string> = []
        for (const meaning of meanings) {
          const [expected, actual] = [yield* native(meaning), yield* ours(meaning)]
          assert.isAbove(expected.length, 0)
          const at = expected.findIndex((cell, i) => cell !== actual[i])
          if (at >= 0) {
            different.push(`${meaning.ours} of value ${at}: ${String(actual[at])} for ${String(expected[at])}`)
          }
        }
        assert.deepStrictEqual(different, [])
      }).pipe(TestClock.withLive))
  }
)

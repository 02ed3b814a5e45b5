import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { parseStatement } from "@hedgerow/core/query/sql/parse/Parser"
import { resolveStatement } from "@hedgerow/core/query/sql/resolve/Resolver"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import { TestApi } from "@hedgerow/testing"
import { fixtures } from "@hedgerow/testing/contracts"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as ClickHouseTest from "../ClickHouseTest.ts"
import { Random } from "./differential/Random.ts"
import { randomStatement } from "./meaning/RandomStatements.ts"

const context = { project: fixtures.unstoredProject(920_005), now: 1_714_564_800_000_000 as EventTime }
const seed = Number(process.env["MEANING_SEED"] ?? 1)

const ours = Effect.fnUntraced(function*(sql: string) {
  const statement = yield* Effect.fromResult(parseStatement(sql))
  const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
  return (yield* (yield* QueryEngine).run(plan, { timeout: Duration.seconds(30) })).rows
})

/** Rows that a join leaves out are NULL, and NULL is found among NULLs: as it is here. */
const native = Effect.fnUntraced(function*(sql: string) {
  const clickhouse = yield* ClickHouse
  return (yield* clickhouse.query({ sql: `${sql} SETTINGS join_use_nulls = 1, transform_null_in = 1` })).rows
})

/**
 * So many random statements have the rows that ClickHouse itself gives for their text. The other random suites compare
 * engines that run one plan; this one compares what the plan is made of: names, scopes, groups, folding, types.
 */
export const statementsMean = (count: number): void =>
  layer(Layer.mergeAll(TestApi.layer, ClickHouseTest.layer), { timeout: "20 minutes" })(
    "random statements",
    (it) => {
      it.effect(`have the rows that ClickHouse has for them (MEANING_SEED=${seed})`, () =>
        Effect.gen(function*() {
          const random = new Random(seed)
          let withRows = 0
          for (let i = 0; i < count; i++) {
            const statement = randomStatement(random)
            const expected = yield* native(statement.native)
            assert.deepStrictEqual(yield* ours(statement.ours), expected, statement.ours)
            if (expected.length > 0) withRows += 1
          }
          assert.isAbove(withRows, count / 2)
        }).pipe(TestClock.withLive))
    }
  )

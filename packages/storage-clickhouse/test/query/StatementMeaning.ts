import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { fixtures } from "@hedgerow/testing/contracts"
import { Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Engines from "./differential/Engines.ts"
import { Random } from "./differential/Random.ts"
import { randomStatement } from "./meaning/RandomStatements.ts"

const context = { project: fixtures.unstoredProject(920_005), now: 1_714_564_800_000_000 as EventTime }
const seed = Number(process.env["MEANING_SEED"] ?? 1)
/** Rows that a join leaves out are NULL, and NULL is found among NULLs: as it is here. */
const settings = "SETTINGS join_use_nulls = 1, transform_null_in = 1"

const planOf = (sql: string) =>
  Effect.fromResult(Result.flatMap(parseStatement(sql), (statement) => resolveStatement(statement, context)))

/**
 * Random statements have the rows that ClickHouse itself gives for their text. The other random suites compare
 * engines that run one plan; this one compares what the plan is made of, too: names, scopes, groups, folding, types.
 */
export const statementsMean = (count: number): void =>
  layer(Engines.layer, { timeout: "20 minutes" })("random statements", (it) => {
    it.effect(`have the rows that ClickHouse has for them, on every engine (MEANING_SEED=${seed})`, () =>
      Effect.gen(function*() {
        const { clickhouse, memory, native, postgres } = yield* Engines.Engines
        const random = new Random(seed)
        let withRows = 0
        for (let i = 0; i < count; i++) {
          const statement = randomStatement(random)
          const expected = (yield* native.query({ sql: `${statement.native} ${settings}` })).rows
          const { plan } = yield* planOf(statement.ours)
          for (const engine of [memory, postgres, clickhouse]) {
            const { rows } = yield* engine.run(plan, { timeout: Duration.seconds(30) })
            assert.deepStrictEqual(rows, expected, statement.ours)
          }
          if (expected.length > 0) withRows += 1
        }
        assert.isAbove(withRows, count / 2)
      }).pipe(TestClock.withLive))
  })

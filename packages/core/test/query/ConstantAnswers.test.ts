import { assert, describe, it } from "@effect/vitest"
import { withConstantAnswers } from "@hedgerow/core/query/ConstantAnswers"
import { wholeEngine } from "@hedgerow/core/query/QueryCursor"
import { QueryEngineUnavailable } from "@hedgerow/core/query/QueryEngine"
import { constantRows } from "@hedgerow/sql/evaluate/ConstantRows"
import { Duration, Effect, Stream } from "effect"
import { resolved } from "./sql/PlanText.ts"

const away = withConstantAnswers(
  wholeEngine(() => Effect.fail(new QueryEngineUnavailable()), () => Effect.die(new Error("away")))
)

const timeout = Duration.seconds(1)

const planOf = (text: string) => resolved(text).plan

describe("rows that are known from the plan", () => {
  it.effect("are given while the engine is away: whole, as a stream, and as an estimate", () =>
    Effect.gen(function*() {
      const plan = planOf("select 1, 'a', [1, 2] union all select 2, 'b', [3]")
      const rows = [[1, "a", [1, 2]], [2, "b", [3]]]
      const summary = { rowsRead: 0, bytesRead: 0, warnings: [] }
      assert.deepStrictEqual(yield* away.run(plan, { timeout }), { rows, statement: undefined, ...summary })
      const pieces = yield* Stream.runCollect(away.stream(plan, { timeout }))
      assert.deepStrictEqual(pieces.map(({ _tag }) => _tag), ["Columns", "Batch", "Summary"])
      assert.deepStrictEqual(pieces.flatMap((piece) => piece._tag === "Batch" ? piece.rows : []), rows)
      assert.deepStrictEqual(yield* away.estimate(plan), { statement: undefined, rows: 0 })
    }))

  it.effect("are bounded as any answer", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(
        away.run(planOf("select 'a long text'"), { timeout, atMost: { rows: 1, bytes: 5, cells: 1 } })
      )
      assert.deepInclude(error, { _tag: "QueryTooLarge", limit: "answer", most: 5 })
    }))

  const others = [
    "select count()",
    "select 1 from numbers(1)",
    "select event from events limit 0",
    "select 1 group by 1",
    "select distinct 1",
    "select 1 union distinct select 1",
    "select match('a', 'a')",
    "select (select 1)",
    "select 1 where 1 in (select 1)",
    "with a as (select 1 as x) select x from a",
    `select [${"1,".repeat(1_000)}1]`
  ]
  for (const text of others) {
    it.effect(`are not those of: ${text.slice(0, 60)}`, () =>
      Effect.gen(function*() {
        const plan = planOf(text)
        assert.isUndefined(constantRows(plan))
        assert.strictEqual((yield* Effect.flip(away.run(plan, { timeout })))._tag, "QueryEngineUnavailable")
      }))
  }
})

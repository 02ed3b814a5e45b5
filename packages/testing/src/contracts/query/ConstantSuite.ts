import { assert, type Vitest } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { constantRows } from "@hedgerow/sql/evaluate/ConstantRows"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { Duration, Effect } from "effect"
import { unstoredProject } from "../fixtures.ts"
import { showRow } from "./PlanCase.ts"
import { meadow } from "./plans/Meadow.ts"

/** Statements whose rows are known from their plans, with values of every type. */
const constants: ReadonlyArray<string> = [
  "select 1",
  "select 1, -1, 255, 256, 65536, 4294967296, 9007199254740993, 18446744073709551615, -9223372036854775808",
  "select 1.5, -0.0, 1e308, 1e-320, inf, -inf, nan",
  "select true, false, 1 = 1, not true, null, cast(null as Nullable(String))",
  "select '', 'a''b\\\\c', 'ä🌱\n\t', repeat('x', 900)",
  "select now(), today(), toDate('1969-12-31'), toDateTime('1900-01-01 00:00:00'), toDateTime64('2199-12-31', 6)",
  "select toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'), toDecimal64('1.10', 2), interval 3 day",
  "select [], [1, 2.5], ['a', null], [[1], [2]], [true, false], (1, 'a', null), [(1, 'a'), (2, 'b')], tuple(today())",
  "select 1 + 1, concat('a', 'b'), if(true, 'yes', 'no'), toString(1.5), length('abc'), upper('ß')",
  "select 1 limit 0",
  "select 1 offset 1",
  "select 1 where 1 = 2",
  "select 1 where true",
  "select 1 where null",
  "select 1 as a, 'x' as b union all select 2, 'y' union all select 3, 'z'",
  "select b, a from (select 1 as a, 'x' as b)",
  "select a from (select 1 as a union all select 2) limit 1 offset 5",
  "with 5 as five select five, five + 1"
]

/** Duties of an engine where the rows of a plan are known without it: it gives the same. */
export const constantTests = (it: Vitest.MethodsNonLive<QueryEngine>): void => {
  it.effect("constants: the rows that are known from the plan are those of the engine", () =>
    Effect.forEach(constants, (text) =>
      Effect.gen(function*() {
        const engine = yield* QueryEngine
        const statement = yield* Effect.fromResult(parseStatement(text))
        const project = unstoredProject(meadow, { timezone: "Europe/Berlin" })
        const { plan } = yield* Effect.fromResult(
          resolveStatement(statement, { project, now: 1_714_564_800_123_456 as EventTime })
        )
        const { rows } = yield* engine.run(plan, { timeout: Duration.minutes(1) })
        assert.deepStrictEqual(constantRows(plan)?.map(showRow).toSorted(), rows.map(showRow).toSorted(), text)
      }), { discard: true }))
}

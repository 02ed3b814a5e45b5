import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { materializedTables } from "@hedgerow/sql/clickhouse/MaterializedTables"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { fixtures } from "@hedgerow/testing/contracts"
import { Result } from "effect"

const context = { project: fixtures.unstoredProject(920_006), now: 0 as EventTime }
const keptIn = (sql: string): number => {
  const resolved = Result.flatMap(parseStatement(sql), (statement) => resolveStatement(statement, context))
  return materializedTables(Result.getOrThrow(resolved).plan).size
}

describe("the rows of a common table are kept", () => {
  const tables = "with a as (select 1 as n), b as (select n from a)"
  const cases: ReadonlyArray<readonly [reads: string, kept: number]> = [
    ["select n from b", 0],
    ["select l.n from a l join a r on l.n = r.n", 1],
    ["select n from a where n in (select n from a)", 1],
    ["select (select max(n) from a) from a", 0],
    ["select n from a where exists (select 1 from a)", 0],
    ["select (select max(n) from b) from a", 0],
    ["select l.n from b l join b r on l.n = r.n where l.n = (select max(n) from a)", 1]
  ]
  for (const [reads, kept] of cases) {
    it(`${kept}: ${reads}`, () => assert.strictEqual(keptIn(`${tables} ${reads}`), kept))
  }
})

import { assert, it } from "@effect/vitest"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { columnsOf } from "@hedgerow/sql/plan/Plan"
import { visitPlan } from "@hedgerow/sql/plan/PlanWalk"
import { Option, Result } from "effect"
import { makeProject, now } from "../sql/PlanText.ts"

const entries = (count: number, length: number): ReadonlyArray<QueryLogEntry> =>
  Array.from({ length: count }, () => ({ query: "x".repeat(length), exception: "" }) as QueryLogEntry)

const planned = (sql: string, queryLog: ReadonlyArray<QueryLogEntry>) =>
  Result.flatMap(
    parseStatement(sql),
    (statement) => resolveStatement(statement, { project: makeProject(), now, queryLog })
  )

const resolve = (sql: string, queryLog: ReadonlyArray<QueryLogEntry>) => Result.getOrThrow(planned(sql, queryLog))

it("query_log: a plan holds the columns that the statement reads, and no more", () => {
  const { plan } = resolve("select query from query_log where is_cached", entries(2, 10))
  const sources: Array<unknown> = []
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "Values") sources.push([source.columns.map(({ name }) => name), source.rows.length])
    }
  })
  assert.deepStrictEqual(sources, [[["query", "is_cached"], 2]])
  assert.deepStrictEqual(columnsOf(plan).map(({ name }) => name), ["query"])
})

it("query_log: a statement names it eight times; a use in WITH counts once", () => {
  const named = (times: number) => Array.from({ length: times }, () => "(select count() from query_log)").join(", ")
  assert.lengthOf(resolve(`select ${named(8)}`, []).columns, 8)
  const refused = Result.getFailure(planned(`select ${named(9)}`, []))
  assert.deepInclude(Option.getOrThrow(refused), { detail: "A statement may name query_log 8 times" })
  const once = Array.from({ length: 20 }, () => "(select count() from log)").join(", ")
  assert.lengthOf(resolve(`with log as (select * from query_log) select ${once}`, []).columns, 20)
})

it("query_log: a statement that may not have read all of it says so", () => {
  assert.deepStrictEqual(resolve("select count() from query_log", entries(400, 10_000)).warnings, [])
  assert.deepStrictEqual(resolve("select count() from query_log", entries(419, 10_000)).warnings, [
    "Only the newest 419 entries of query_log were read, because their texts are long."
  ])
})

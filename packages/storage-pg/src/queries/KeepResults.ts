import type { QueryResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import { isInTransaction } from "@hedgerow/core/shared/AfterCommit"
import { Effect, Exit, Request, RequestResolver } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { timeAt, timeOf } from "../database/Values.ts"

class KeepResult extends Request.Class<{ readonly result: QueryResult }, void, SqlError.SqlError> {}

/** The last answer of each query. Servers that write the same ones do so in the same order. */
const lastOfEach = (results: ReadonlyArray<QueryResult>): ReadonlyArray<QueryResult> => {
  const last = new Map<string, QueryResult>()
  for (const result of results) {
    const key = `${result.project_id}/${result.cache_key}`
    const known = last.get(key)
    if (known === undefined || known.computed_at <= result.computed_at) last.set(key, result)
  }
  return [...last].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, result]) => result)
}

/** Keeps answers: those that are kept in one turn of the event loop by one statement, in a transaction one by one. */
export const makeKeepResults = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const at = timeAt(sql)
  const columns = sql.literal("(project_id, cache_key, body, bytes, computed_at)")
  const unlessNewer = sql.literal(`ON CONFLICT (project_id, cache_key) DO UPDATE
    SET body = excluded.body, bytes = excluded.bytes, computed_at = excluded.computed_at
    WHERE r.computed_at <= excluded.computed_at`)
  const selected = sql.literal(
    `SELECT k.project_id, k.cache_key, k.body, octet_length(k.body), ${timeOf("k.computed")}`
  )
  // An answer is seen at once, and may be lost where PostgreSQL crashes in the next moment: it is computed anew then.
  const quick = sql.literal("(SELECT set_config('synchronous_commit', 'off', true)) AS durability")
  const ofTransaction = sql.literal("(SELECT 1) AS durability")

  const writeOne = ({ body, cache_key, computed_at, project_id }: QueryResult, durability = quick) =>
    sql`INSERT INTO query_results AS r ${columns}
      SELECT ${project_id}::int4, ${cache_key}, ${body}, octet_length(${body}::text), ${at(computed_at)}
      FROM ${durability} ${unlessNewer}`

  const writeMany = (results: ReadonlyArray<QueryResult>) =>
    sql`INSERT INTO query_results AS r ${columns} ${selected} FROM ${quick}, unnest(
        ${results.map(({ project_id }) => project_id)}::int4[], ${results.map(({ cache_key }) => cache_key)}::text[],
        ${results.map(({ body }) => body)}::text[], ${results.map(({ computed_at }) => BigInt(computed_at))}::int8[]
      ) AS k (project_id, cache_key, body, computed) ${unlessNewer}`

  const together = RequestResolver.make<KeepResult>(Effect.fnUntraced(function*(entries) {
    const results = lastOfEach(entries.map(({ request }) => request.result))
    const [first] = results
    if (first !== undefined) yield* results.length === 1 ? writeOne(first) : writeMany(results)
    for (const entry of entries) entry.completeUnsafe(Exit.void)
  }))

  /** Every server finds the answer afterwards. */
  return Effect.fnUntraced(function*(result: QueryResult) {
    if (yield* isInTransaction) yield* writeOne(result, ofTransaction)
    else yield* Effect.request(new KeepResult({ result }), together)
  }, Effect.orDie)
})

import type { QueryResult } from "@hedgerow/core/query/execution/QueryResultRepository"
import { isInTransaction } from "@hedgerow/core/shared/AfterCommit"
import { lengthOf, wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Exit, Request, RequestResolver } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { longestPart, makeTextParts } from "../database/TextParts.ts"
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

const isLong = ({ body }: QueryResult): boolean => lengthOf(body) > longestPart

/**
 * Keeps answers: those that are kept in one turn of the event loop by one statement, in a transaction one by one. One of
 * many megabytes is kept in parts, by a transaction of its own.
 */
export const makeKeepResults = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const parts = yield* makeTextParts
  const at = timeAt(sql)
  const columns = sql.literal("(project_id, cache_key, body, bytes, computed_at, text_id)")
  const unlessNewer = sql.literal(`ON CONFLICT (project_id, cache_key) DO UPDATE
    SET body = excluded.body, bytes = excluded.bytes, computed_at = excluded.computed_at, text_id = excluded.text_id
    WHERE r.computed_at <= excluded.computed_at`)
  const selected = sql.literal(
    `SELECT k.project_id, k.cache_key, k.body, octet_length(k.body), ${timeOf("k.computed")}, NULL::uuid`
  )
  // An answer is seen at once, and may be lost where PostgreSQL crashes in the next moment: it is computed anew then.
  const quick = sql.literal("(SELECT set_config('synchronous_commit', 'off', true)) AS durability")
  const ofTransaction = sql.literal("(SELECT 1) AS durability")

  const writeOne = ({ body, cache_key, computed_at, project_id }: QueryResult, durability = quick) =>
    sql`INSERT INTO query_results AS r ${columns}
      SELECT ${project_id}::int4, ${cache_key}, ${wholeText(body)}, octet_length(${wholeText(body)}::text), ${
      at(computed_at)
    },
        NULL::uuid FROM ${durability} ${unlessNewer}`

  const writeLong = ({ body, cache_key, computed_at, project_id }: QueryResult, durability = quick) =>
    parts.write(project_id, body, ({ bytes, id }) =>
      sql`INSERT INTO query_results AS r ${columns}
        SELECT ${project_id}::int4, ${cache_key}, '', ${bytes}::int4, ${at(computed_at)}, ${id}::uuid
        FROM ${durability} ${unlessNewer} RETURNING r.cache_key`)

  const writeMany = (results: ReadonlyArray<QueryResult>) =>
    sql`INSERT INTO query_results AS r ${columns} ${selected} FROM ${quick}, unnest(
        ${results.map(({ project_id }) => project_id)}::int4[], ${results.map(({ cache_key }) => cache_key)}::text[],
        ${results.map(({ body }) => wholeText(body))}::text[], ${
      results.map(({ computed_at }) => BigInt(computed_at))
    }::int8[]
      ) AS k (project_id, cache_key, body, computed) ${unlessNewer}`

  const together = RequestResolver.make<KeepResult>(Effect.fnUntraced(function*(entries) {
    const results = lastOfEach(entries.map(({ request }) => request.result))
    const short = results.filter((result) => !isLong(result))
    const [first] = short
    if (first !== undefined) yield* short.length === 1 ? writeOne(first) : writeMany(short)
    yield* Effect.forEach(results.filter(isLong), (long) => writeLong(long), { discard: true })
    for (const entry of entries) entry.completeUnsafe(Exit.void)
  }))

  /** Every server finds the answer afterwards. */
  return Effect.fnUntraced(function*(result: QueryResult) {
    if (yield* isInTransaction) {
      yield* isLong(result)
        ? writeLong(result, ofTransaction)
        : writeOne(result, ofTransaction)
    } else yield* Effect.request(new KeepResult({ result }), together)
  }, Effect.orDie)
})

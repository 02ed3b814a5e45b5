import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import {
  type KeptBounds,
  type QueryResult,
  QueryResultRepository
} from "@hedgerow/core/query/execution/QueryResultRepository"
import { isInTransaction } from "@hedgerow/core/shared/AfterCommit"
import { traced } from "@hedgerow/core/shared/Traced"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { timeAt } from "../database/Values.ts"
import { makeFindResults } from "./FindResults.ts"

/** Kept answers in PostgreSQL. */
export const layer: Layer.Layer<QueryResultRepository, never, SqlClient.SqlClient> = Layer.effect(
  QueryResultRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)
    const findResult = yield* makeFindResults
    // An answer is seen at once, and may be lost where PostgreSQL crashes in the next moment: it is computed anew then.
    const quick = sql.literal("(SELECT set_config('synchronous_commit', 'off', true)) AS durability")
    const ofTransaction = sql.literal("(SELECT 1) AS durability")

    return QueryResultRepository.of({
      find: traced("PgQueryResultRepository.find")((project: ProjectId, cacheKey: string, now: EventTime) =>
        Effect.orDie(findResult({ project, cacheKey, now }))
      ),

      keep: traced("PgQueryResultRepository.keep")(Effect.fnUntraced(function*(result: QueryResult) {
        const durability = (yield* isInTransaction) ? ofTransaction : quick
        yield* sql`INSERT INTO query_results AS r (project_id, cache_key, body, bytes, computed_at)
          SELECT ${result.project_id}::int4, ${result.cache_key}, ${result.body}, octet_length(${result.body}::text),
            ${at(result.computed_at)} FROM ${durability}
          ON CONFLICT (project_id, cache_key) DO UPDATE
          SET body = excluded.body, bytes = excluded.bytes, computed_at = excluded.computed_at
          WHERE r.computed_at <= excluded.computed_at`
      }, Effect.orDie)),

      trim: Effect.fn("PgQueryResultRepository.trim")(function*({ bytes, results, since }: KeptBounds) {
        const rows = yield* sql`DELETE FROM query_results r USING (
            SELECT project_id, cache_key, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
            FROM query_results WINDOW newest AS (PARTITION BY project_id ORDER BY computed_at DESC, cache_key)
          ) k WHERE r.project_id = k.project_id AND r.cache_key = k.cache_key
            AND (r.computed_at < ${at(since)} OR k.place > ${results} OR k.total > ${BigInt(bytes)})
          RETURNING r.cache_key`
        return rows.length
      }, Effect.orDie)
    })
  })
)

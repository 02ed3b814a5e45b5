import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type CacheBounds, QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { traced } from "@hedgerow/core/shared/Traced"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { timeAt } from "../database/Values.ts"
import { makeFindResults } from "./FindResults.ts"
import { makeKeepResults } from "./KeepResults.ts"

/** Cached answers in PostgreSQL. */
export const layer: Layer.Layer<QueryResultRepository, never, SqlClient.SqlClient> = Layer.effect(
  QueryResultRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)
    const findResult = yield* makeFindResults
    const keepResult = yield* makeKeepResults

    return QueryResultRepository.of({
      find: traced("PgQueryResultRepository.find")(<E, R>(
        project: ProjectId,
        cacheKey: string,
        now: EventTime,
        admit: (bytes: number) => Effect.Effect<void, E, R> = () => Effect.void
      ) => findResult({ project, cacheKey, now }, admit)),

      keep: traced("PgQueryResultRepository.keep")(keepResult),

      trim: Effect.fn("PgQueryResultRepository.trim")(function*({ bytes, results, since }: CacheBounds) {
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

import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import {
  type FoundResult,
  type KeptBounds,
  type QueryResult,
  QueryResultRepository
} from "@hedgerow/core/query/execution/QueryResultRepository"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { eventTime, microsOf, timeAt } from "../database/Values.ts"
import { type KnownBody, makeKnownBodies } from "./KnownBodies.ts"

interface Row {
  /** Null: as in the version that is known here. */
  readonly body: string | null
  readonly version: string
  readonly computed_at: bigint
  readonly is_under_way: boolean
}

/** Kept answers in PostgreSQL. A text that this process has read before is not sent again while its row is the same. */
export const layer: Layer.Layer<QueryResultRepository, never, SqlClient.SqlClient> = Layer.effect(
  QueryResultRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)
    const bodies = makeKnownBodies()
    const computedAt = sql.literal(microsOf("computed_at"))

    const select = (project: ProjectId, cacheKey: string, now: EventTime, known: KnownBody | undefined) =>
      sql<Row>`SELECT CASE WHEN xmin::text = ${known?.version ?? ""} THEN NULL ELSE body END AS body,
          xmin::text AS version, ${computedAt} AS computed_at, EXISTS (
            SELECT 1 FROM query_runs WHERE project_id = ${project} AND cache_key = ${cacheKey}
              AND state IN ('queued', 'running') AND expiration_time > ${at(now)}
          ) AS is_under_way
        FROM query_results WHERE project_id = ${project} AND cache_key = ${cacheKey}`

    return QueryResultRepository.of({
      find: Effect.fn("PgQueryResultRepository.find")(function*(
        project: ProjectId,
        cacheKey: string,
        now: EventTime
      ) {
        const key = `${project}/${cacheKey}`
        const known = bodies.get(key)
        const [row] = yield* select(project, cacheKey, now, known)
        if (row === undefined) {
          bodies.forget(key)
          return Option.none<FoundResult>()
        }
        const body = row.body ?? known?.body ?? ""
        bodies.use(key, { version: row.version, body })
        return Option.some<FoundResult>({
          project_id: project,
          cache_key: cacheKey,
          body,
          computed_at: eventTime(row.computed_at),
          isUnderWay: row.is_under_way
        })
      }, Effect.orDie),

      keep: Effect.fn("PgQueryResultRepository.keep")(function*(result: QueryResult) {
        yield* sql`INSERT INTO query_results AS r (project_id, cache_key, body, bytes, computed_at)
          VALUES (${result.project_id}, ${result.cache_key}, ${result.body}, octet_length(${result.body}::text),
            ${at(result.computed_at)})
          ON CONFLICT (project_id, cache_key) DO UPDATE
          SET body = excluded.body, bytes = excluded.bytes, computed_at = excluded.computed_at
          WHERE r.computed_at <= excluded.computed_at`
      }, Effect.orDie),

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

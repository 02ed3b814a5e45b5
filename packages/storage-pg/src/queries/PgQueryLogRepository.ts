import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { type LogBounds, type LogWindow, QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventTime, microsOf, timeAt, timeOf } from "../database/Values.ts"

/** The columns that are whole numbers of eight bytes, which the driver reads as bigint. */
const counts = [
  "query_duration_ms",
  "read_rows",
  "read_bytes",
  "result_rows",
  "result_bytes",
  "memory_usage",
  "cpu_microseconds"
] as const

const times = ["event_time", "query_start_time"] as const

type Big = (typeof counts | typeof times)[number]

type Row = Omit<QueryLogEntry, Big> & { readonly [Name in Big]: bigint }

const plain = "id, project_id, query_id, endpoint, query_kind, query, hogql_name, created_by, "
  + "is_personal_api_key_request, is_async, is_cached, status, exception_code, error_code, exception"

const columns = [plain, ...counts, ...times.map((name) => `${microsOf(name)} AS ${name}`)].join(", ")

/** The fields of an entry in the document of many. */
const fields = "id uuid, project_id int4, query_id text, endpoint text, query_kind text, query text, hogql_name text, "
  + "created_by int4, is_personal_api_key_request bool, is_async bool, is_cached bool, status text, "
  + "exception_code int4, error_code text, exception text, "
  + [...counts, ...times].map((name) => `${name} int8`).join(", ")

/** The uuid before all others. */
const beforeAll = "00000000-0000-0000-0000-000000000000"

const entryOf = (row: Row): QueryLogEntry => ({
  ...row,
  event_time: eventTime(row.event_time),
  query_start_time: eventTime(row.query_start_time),
  query_duration_ms: Number(row.query_duration_ms),
  read_rows: Number(row.read_rows),
  read_bytes: Number(row.read_bytes),
  result_rows: Number(row.result_rows),
  result_bytes: Number(row.result_bytes),
  memory_usage: Number(row.memory_usage),
  cpu_microseconds: Number(row.cpu_microseconds)
})

/** The query log in PostgreSQL. */
export const layer: Layer.Layer<QueryLogRepository, never, SqlClient.SqlClient> = Layer.effect(
  QueryLogRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)
    const all = sql.literal(columns)
    const into = sql.literal([plain, ...counts, ...times].join(", "))
    const given = sql.literal([plain, ...counts, ...times.map(timeOf)].join(", "))
    const document = sql.literal(fields)

    return QueryLogRepository.of({
      append: Effect.fn("PgQueryLogRepository.append")(function*(entries: ReadonlyArray<QueryLogEntry>) {
        if (entries.length === 0) return
        yield* sql`INSERT INTO query_log (${into}) SELECT ${given}
          FROM json_to_recordset(${JSON.stringify(entries)}::json) AS entry (${document})
          ON CONFLICT DO NOTHING`
      }, Effect.orDie),

      ofQuery: Effect.fn("PgQueryLogRepository.ofQuery")(function*(project: ProjectId, queryId: string, limit: number) {
        if (!isStorable(queryId)) return []
        const rows = yield* sql<
          Row
        >`SELECT ${all} FROM query_log WHERE project_id = ${project} AND query_id = ${queryId}
          ORDER BY query_log.event_time DESC, id DESC LIMIT ${limit}`
        return rows.map(entryOf)
      }, Effect.orDie),

      newest: Effect.fn("PgQueryLogRepository.newest")(function*(project: ProjectId, { characters, rows }: LogWindow) {
        const found = yield* sql<Row>`SELECT ${all} FROM (
            SELECT *, sum(length(query) + length(exception)) OVER (ORDER BY event_time DESC, id DESC) AS held
            FROM (SELECT * FROM query_log WHERE project_id = ${project}
              ORDER BY event_time DESC, id DESC LIMIT ${rows}) AS newest
          ) AS query_log WHERE held <= ${BigInt(characters)} ORDER BY query_log.event_time DESC, id DESC`
        return found.map(entryOf)
      }, Effect.orDie),

      trim: Effect.fn("PgQueryLogRepository.trim")(function*({ rows, since }: LogBounds) {
        // Projects and the last entry that goes are found in the index by time: a window over all entries sorts them.
        const removed = yield* sql`WITH RECURSIVE projects AS (
            (SELECT project_id FROM query_log ORDER BY project_id LIMIT 1)
            UNION ALL
            SELECT (SELECT q.project_id FROM query_log q WHERE q.project_id > p.project_id ORDER BY 1 LIMIT 1)
            FROM projects p WHERE p.project_id IS NOT NULL
          ), last AS MATERIALIZED (
            SELECT p.project_id, q.event_time, q.id FROM projects p CROSS JOIN LATERAL (
              SELECT event_time, id FROM query_log q WHERE q.project_id = p.project_id
              ORDER BY event_time DESC, id DESC OFFSET ${rows} LIMIT 1
            ) q
            UNION ALL SELECT project_id, ${at(since)}, ${beforeAll}::uuid FROM projects WHERE project_id IS NOT NULL
          )
          DELETE FROM query_log l USING last WHERE l.project_id = last.project_id
            AND (l.event_time, l.id) <= (last.event_time, last.id) RETURNING l.id`
        return removed.length
      }, Effect.orDie)
    })
  })
)

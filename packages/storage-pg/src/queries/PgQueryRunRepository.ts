import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { FailureDetails } from "@hedgerow/core/query/execution/QueryHints"
import {
  endedAt,
  keptFor,
  type QueryRun,
  type QueryRunEnd,
  type QueryRunId,
  type QueryRunState
} from "@hedgerow/core/query/execution/QueryRun"
import { type BegunRun, QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import type { QueryProgress } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { lengthOf, wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { longestPart, makeTextParts, mostLooks, TextLost, type WrittenText } from "../database/TextParts.ts"
import { eventTime, microsOf, timeAt } from "../database/Values.ts"

interface Row {
  readonly id: QueryRunId
  readonly state: QueryRunState
  readonly is_async: boolean
  readonly cache_key: string
  readonly request: string
  readonly created_by: UserId | null
  readonly endpoint: string
  readonly is_key_request: boolean
  readonly start_time: bigint
  readonly pickup_time: bigint | null
  readonly end_time: bigint | null
  readonly expiration_time: bigint
  readonly error_code: string | null
  readonly error_message: string | null
  readonly error_extra: FailureDetails | null
  readonly results: string | null
  /** Names the results of many megabytes. */
  readonly text_id: string | null
  /** The bytes of those results. */
  readonly text_bytes: number | null
  readonly progress: QueryProgress | null
}

const times = ["start_time", "pickup_time", "end_time", "expiration_time"].map((name) => `${microsOf(name)} AS ${name}`)

const columns =
  `id, state, is_async, cache_key, request, created_by, endpoint, is_key_request, error_code, error_message, error_extra, results, text_id, text_bytes, progress, ${
    times.join(", ")
  }`

const optionalTime = (micros: bigint | null): EventTime | null => micros === null ? null : eventTime(micros)

const runOf = (project: ProjectId, row: Row): QueryRun => {
  const { text_bytes: _bytes, text_id: _id, ...fields } = row
  return {
    ...fields,
    project_id: project,
    request: JSON.parse(row.request) as JsonRecord,
    start_time: eventTime(row.start_time),
    pickup_time: optionalTime(row.pickup_time),
    end_time: optionalTime(row.end_time),
    expiration_time: eventTime(row.expiration_time)
  }
}

const stateOf = (project: ProjectId, row: Row): QueryRun => ({ ...runOf(project, row), results: null })

const underWay = "state IN ('queued', 'running')"

/** Runs of queries in PostgreSQL. */
export const layer: Layer.Layer<QueryRunRepository, never, SqlClient.SqlClient> = Layer.effect(
  QueryRunRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)
    const optionalAt = (time: EventTime | null) => time === null ? sql`NULL::timestamptz` : at(time)
    const isUnderWay = sql.literal(underWay)
    const all = sql.literal(columns)
    const parts = yield* makeTextParts

    const findRow = Effect.fnUntraced(function*(project: ProjectId, id: QueryRunId, now: EventTime) {
      if (!isStorable(id)) return undefined
      const [row] = yield* sql<Row>`SELECT ${all} FROM query_runs
        WHERE project_id = ${project} AND id = ${id} AND expiration_time > ${at(now)}`
      return row
    })

    /** Results that go while they are read are those of an older run: the one that stands now is read anew. */
    const find = Effect.fnUntraced(function*<E, R>(
      project: ProjectId,
      id: QueryRunId,
      now: EventTime,
      admit: (bytes: number) => Effect.Effect<void, E, R>,
      looks = 1
    ): Effect.fn.Return<Option.Option<QueryRun>, E, R> {
      const row = yield* Effect.orDie(findRow(project, id, now))
      if (row === undefined) return Option.none()
      const run = runOf(project, row)
      if (row.text_id === null) return Option.some(run)
      if (looks === 1) yield* admit(row.text_bytes ?? 0)
      const results = yield* Effect.orDie(parts.read(project, row.text_id, row.text_bytes ?? undefined))
      if (results !== undefined) return Option.some({ ...run, results })
      if (looks === mostLooks) return yield* Effect.die(new TextLost({ text_id: row.text_id }))
      return yield* find(project, id, now, admit, looks + 1)
    })

    /** The row of a run as its end leaves it; none where it is over already, or gone. */
    const setEnd =
      (project: ProjectId, id: QueryRunId, last: ReturnType<typeof endedAt>, now: EventTime) =>
      (results: string | null, text: WrittenText | null) =>
        sql`UPDATE query_runs SET state = ${last.state}, results = ${results}, text_id = ${text?.id ?? null}::uuid,
          text_bytes = ${text?.bytes ?? null}::int4,
          error_code = ${last.error_code}, error_message = ${last.error_message},
          error_extra = ${last.error_extra === null ? null : JSON.stringify(last.error_extra)}::text::jsonb,
          end_time = ${at(last.end_time)}, expiration_time = ${at(last.expiration_time)}, progress = NULL
        WHERE project_id = ${project} AND id = ${id} AND ${isUnderWay} AND expiration_time > ${at(now)} RETURNING id`

    const insert = (run: QueryRun, replaces: boolean) =>
      sql<Row>`INSERT INTO query_runs AS r (project_id, id, state, is_async, cache_key, request, created_by, start_time,
          pickup_time, end_time, expiration_time, error_code, error_message, results, progress, endpoint,
          is_key_request, error_extra, text_id, text_bytes)
        VALUES (${run.project_id}, ${run.id}, ${run.state}, ${run.is_async}, ${run.cache_key},
          ${JSON.stringify(run.request)}, ${run.created_by}, ${at(run.start_time)}, ${optionalAt(run.pickup_time)},
          ${optionalAt(run.end_time)}, ${at(run.expiration_time)}, ${run.error_code}, ${run.error_message},
          ${
        run.results === null ? null : wholeText(run.results)
      }, NULL, ${run.endpoint}, ${run.is_key_request}, NULL, NULL, NULL)
        ON CONFLICT (project_id, id) DO UPDATE SET (state, is_async, cache_key, request, created_by, start_time,
          pickup_time, end_time, expiration_time, error_code, error_message, results, progress, endpoint,
          is_key_request, error_extra, text_id, text_bytes) = (excluded.state,
          excluded.is_async, excluded.cache_key, excluded.request, excluded.created_by, excluded.start_time,
          excluded.pickup_time, excluded.end_time, excluded.expiration_time, excluded.error_code,
          excluded.error_message, excluded.results, NULL, excluded.endpoint, excluded.is_key_request,
          NULL, NULL, NULL)
        WHERE r.expiration_time <= ${at(run.start_time)} OR ${replaces} AND NOT r.${isUnderWay}
        RETURNING ${all}`

    const begin = (run: QueryRun, replaces: boolean): Effect.Effect<BegunRun, SqlError.SqlError> =>
      Effect.gen(function*() {
        const [row] = yield* insert(run, replaces)
        if (row !== undefined) return { run: runOf(run.project_id, row), isNew: true }
        const standing = yield* findRow(run.project_id, run.id, run.start_time)
        // It has been removed in between.
        return standing === undefined
          ? yield* begin(run, replaces)
          : { run: stateOf(run.project_id, standing), isNew: false }
      })

    return QueryRunRepository.of({
      begin: Effect.fn("PgQueryRunRepository.begin")(begin, Effect.orDie),

      find: Effect.fn("PgQueryRunRepository.find")(<E, R>(
        project: ProjectId,
        id: QueryRunId,
        now: EventTime,
        admit: (bytes: number) => Effect.Effect<void, E, R> = () => Effect.void
      ) => find(project, id, now, admit)),

      findState: Effect.fn("PgQueryRunRepository.findState")(
        (project: ProjectId, id: QueryRunId, now: EventTime) =>
          Effect.map(
            findRow(project, id, now),
            (row) => Option.map(Option.fromNullishOr(row), (found) => stateOf(project, found))
          ),
        Effect.orDie
      ),

      findUnderWay: Effect.fn("PgQueryRunRepository.findUnderWay")(
        function*(project: ProjectId, cacheKey: string, now: EventTime) {
          const [row] = yield* sql<Row>`SELECT ${all} FROM query_runs
            WHERE project_id = ${project} AND cache_key = ${cacheKey} AND ${isUnderWay} AND expiration_time > ${at(now)}
            ORDER BY query_runs.start_time DESC, id LIMIT 1`
          return Option.map(Option.fromNullishOr(row), (found) => runOf(project, found))
        },
        Effect.orDie
      ),

      pickUp: Effect.fn("PgQueryRunRepository.pickUp")(
        function*(project: ProjectId, id: QueryRunId, now: EventTime) {
          const [row] = yield* sql<Row>`UPDATE query_runs SET state = 'running', pickup_time = ${at(now)},
              expiration_time = ${at(now + keptFor as EventTime)}, progress = NULL
            WHERE project_id = ${project} AND id = ${id} AND ${isUnderWay} AND expiration_time > ${at(now)}
            RETURNING ${all}`
          return row === undefined ? undefined : runOf(project, row)
        },
        Effect.orDie
      ),

      report: Effect.fn("PgQueryRunRepository.report")(
        function*(project: ProjectId, id: QueryRunId, progress: QueryProgress, now: EventTime) {
          const rows = yield* sql`UPDATE query_runs SET progress = ${JSON.stringify(progress)}::jsonb,
              expiration_time = ${at(now + keptFor as EventTime)}
            WHERE project_id = ${project} AND id = ${id} AND ${isUnderWay} RETURNING id`
          return rows.length > 0
        },
        Effect.orDie
      ),

      end: Effect.fn("PgQueryRunRepository.end")(
        function*(project: ProjectId, id: QueryRunId, end: QueryRunEnd, now: EventTime) {
          if (!isStorable(id)) return false
          const last = endedAt(end, now)
          const set = setEnd(project, id, last, now)
          const rows = last.results !== null && lengthOf(last.results) > longestPart
            ? yield* parts.write(project, last.results, (text) => set(null, text))
            : yield* set(last.results === null ? null : wholeText(last.results), null)
          return rows.length > 0
        },
        Effect.orDie
      ),

      removeExpired: Effect.fn("PgQueryRunRepository.removeExpired")(function*(now: EventTime, limit: number) {
        const rows = yield* sql`DELETE FROM query_runs r USING (
            SELECT project_id, id FROM query_runs WHERE expiration_time <= ${at(now)}
            ORDER BY expiration_time LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) o WHERE r.project_id = o.project_id AND r.id = o.id RETURNING r.id`
        return rows.length
      }, Effect.orDie)
    })
  })
)

import type { Event } from "@hedgerow/core/events/Event"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Array, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { EventPosition } from "../events/EventPosition.ts"
import type { MoveSource } from "./MovePorts.ts"
import type { RemovableSource } from "./RemoveMoved.ts"

/** The events of PostgreSQL. */
export interface SqlMoveSource extends MoveSource, RemovableSource {}

const times = ["timestamp", "sent_at", "received_at", "inserted_at", "person_created_at"] as const
type Times = (typeof times)[number]
type Row = Omit<Event, Times> & Readonly<Record<Times, bigint | null>>

interface PositionRow {
  readonly timestamp: bigint
  readonly uuid: Uuid
  readonly chars: bigint
}

const micros = (column: string): string => `(extract(epoch FROM e.${column}) * 1000000)::int8 AS ${column}`

/** Times are read as whole microseconds and documents as the canonical text that was stored, by a function of queries. */
const columnsWith = (functions: string): string => {
  const canonical = (column: string) => `"${functions}".hg_json(${column}) AS ${column}`
  return [
    "project_id, uuid, event, distinct_id, person_id, person_mode, properties",
    ...["derived", "person_properties"].map(canonical),
    ...times.map(micros),
    "group_0, group_1, group_2, group_3, group_4, session_id, window_id, elements_chain, lib"
  ].join(", ")
}

/** The size of a compressed value is not that of its text: it is taken for a quarter of it. */
const positionColumns = `${micros("timestamp")}, e.uuid, octet_length(e.properties)::int8
  + 4 * (pg_column_size(e.derived) + pg_column_size(e.person_properties)) AS chars`

const optionalTime = (micros: bigint | null): EventTime | null => micros === null ? null : Number(micros) as EventTime
const timeOf = (micros: bigint | null): EventTime => Number(micros) as EventTime

const eventOf = (row: Row): Event => ({
  ...row,
  timestamp: timeOf(row.timestamp),
  sent_at: optionalTime(row.sent_at),
  received_at: timeOf(row.received_at),
  inserted_at: timeOf(row.inserted_at),
  person_created_at: optionalTime(row.person_created_at)
})

const unavailableOrDie = (error: SqlError.SqlError): Effect.Effect<never, EventStoreUnavailable> =>
  error.reason._tag === "ConnectionError"
    ? Effect.fail(new EventStoreUnavailable({ cause: error }))
    : Effect.die(error)

/** Every project of the installation, by id. */
export const projectIds: Effect.Effect<ReadonlyArray<ProjectId>, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ id: ProjectId }>`SELECT id FROM projects ORDER BY id`).map(({ id }) => id)
}).pipe(Effect.orDie)

/** The number of a project's events in PostgreSQL. */
export const countEvents = Effect.fn("SqlMoveSource.countEvents")(function*(project: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ count: bigint }>`SELECT count(*) AS count FROM events WHERE project_id = ${project}`
  return Number(row?.count ?? 0)
}, Effect.catch(unavailableOrDie))

/** The events of PostgreSQL as what is moved; `functions` is the schema that holds the functions of queries. */
export const make = (functions: string): Effect.Effect<SqlMoveSource, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = columnsWith(functions)

    // The condition on the time alone is for the planner, who leaves out partitions by it.
    const behind = (after: EventPosition | undefined) => {
      if (after === undefined) return sql`true`
      const at = toIso(after.timestamp)
      return sql`e.timestamp >= ${at}::timestamptz AND (e.timestamp, e.uuid) > (${at}::timestamptz, ${after.uuid}::uuid)`
    }

    /** Rows of these positions; `wanted` has their identities and the conditions the time that partitions are cut by. */
    const wanted = (positions: ReadonlyArray<EventPosition>) =>
      sql`unnest(${positions.map(({ timestamp }) => toIso(timestamp))}::timestamptz[],
        ${positions.map(({ uuid }) => uuid)}::uuid[]) AS wanted(at, id)`
    const isWanted = (project: ProjectId, positions: Array.NonEmptyReadonlyArray<EventPosition>) =>
      sql`e.project_id = ${project} AND e.timestamp = wanted.at AND e.uuid = wanted.id
        AND e.timestamp BETWEEN ${toIso(positions[0].timestamp)}::timestamptz
          AND ${toIso(Array.lastNonEmpty(positions).timestamp)}::timestamptz`

    return {
      positions: Effect.fn("SqlMoveSource.positions")(
        function*(project: ProjectId, after: EventPosition | undefined, limit: number) {
          const rows = yield* sql<PositionRow>`SELECT DISTINCT ON (e.timestamp, e.uuid) ${sql.literal(positionColumns)}
            FROM events e WHERE e.project_id = ${project} AND ${behind(after)}
            ORDER BY e.timestamp, e.uuid LIMIT ${limit}`
          return rows.map(({ chars, timestamp, uuid }) => ({
            timestamp: timeOf(timestamp),
            uuid,
            chars: Number(chars)
          }))
        },
        Effect.catch(unavailableOrDie)
      ),

      events: Effect.fn("SqlMoveSource.events")(
        function*(project: ProjectId, positions: Array.NonEmptyReadonlyArray<EventPosition>) {
          const rows = yield* sql<Row>`SELECT DISTINCT ON (e.timestamp, e.uuid) ${sql.literal(columns)}
            FROM ${wanted(positions)} JOIN events e ON ${isWanted(project, positions)}
            ORDER BY e.timestamp, e.uuid, e.inserted_at`
          return rows.map(eventOf)
        },
        Effect.catch(unavailableOrDie)
      ),

      remove: Effect.fn("SqlMoveSource.remove")(
        function*(project: ProjectId, positions: Array.NonEmptyReadonlyArray<EventPosition>) {
          yield* sql`DELETE FROM events e USING ${wanted(positions)} WHERE ${isWanted(project, positions)}`
        },
        Effect.catch(unavailableOrDie)
      )
    }
  })

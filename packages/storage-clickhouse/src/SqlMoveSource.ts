import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { type EventTime, toIso } from "@hedgerow/core/events/EventTime"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { EventPlace, MoveSource } from "./MoveEvents.ts"

const times = ["timestamp", "sent_at", "received_at", "inserted_at", "person_created_at"] as const
type Times = (typeof times)[number]
type Row = Omit<Event, Times> & Readonly<Record<Times, bigint | null>>

/** Times are read as whole microseconds and documents as the canonical text that was stored. */
const columns = [
  "project_id, uuid, event, distinct_id, person_id, person_mode, properties",
  "hg_json(derived) AS derived, hg_json(person_properties) AS person_properties",
  ...times.map((name) => `(extract(epoch FROM ${name}) * 1000000)::int8 AS ${name}`),
  "group_0, group_1, group_2, group_3, group_4, session_id, window_id, elements_chain, lib"
].join(", ")

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

/** The events of PostgreSQL as what is moved. */
export const make: Effect.Effect<MoveSource, never, SqlClient.SqlClient> = Effect.map(SqlClient.SqlClient, (sql) => {
  const behind = (after: EventPlace | undefined) =>
    after === undefined
      ? sql`true`
      : sql`(timestamp, uuid) > (${toIso(after.timestamp)}::timestamptz, ${after.uuid}::uuid)`
  return {
    page: Effect.fn("SqlMoveSource.page")(
      function*(project: ProjectId, until: EventTime, after: EventPlace | undefined, limit: number) {
        const rows = yield* sql<Row>`SELECT ${sql.literal(columns)} FROM events e
          WHERE project_id = ${project} AND inserted_at <= ${toIso(until)}::timestamptz AND ${behind(after)}
          ORDER BY e.timestamp, e.uuid LIMIT ${limit}`
        return rows.map(eventOf)
      },
      Effect.catch(unavailableOrDie)
    ),
    count: Effect.fn("SqlMoveSource.count")(function*(project: ProjectId, until: EventTime) {
      const [row] = yield* sql<{ count: bigint }>`SELECT count(*) AS count FROM events
        WHERE project_id = ${project} AND inserted_at <= ${toIso(until)}::timestamptz`
      return Number(row?.count ?? 0)
    }, Effect.catch(unavailableOrDie))
  }
})

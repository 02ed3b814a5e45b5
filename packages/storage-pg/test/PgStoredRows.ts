import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { eventTime, microsOf } from "@hedgerow/storage-pg/database/Values"
import { StoredRows } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

type Times = "timestamp" | "sent_at" | "received_at" | "inserted_at" | "person_created_at"
type Documents = "derived" | "person_properties"
type Row = Omit<Event, Times | Documents> & Record<Times, bigint | null> & Record<Documents, unknown>

const times: ReadonlyArray<Times> = ["timestamp", "sent_at", "received_at", "inserted_at", "person_created_at"]
const columns = times.map((name) => `, ${microsOf(name)} AS ${name}`).join("")

const orNull = (micros: bigint | null) => micros === null ? null : eventTime(micros)
const orZero = (micros: bigint | null) => eventTime(micros ?? 0n)

const eventOf = (row: Row): Event => ({
  ...row,
  derived: JSON.stringify(row.derived),
  person_properties: JSON.stringify(row.person_properties),
  timestamp: orZero(row.timestamp),
  sent_at: orNull(row.sent_at),
  received_at: orZero(row.received_at),
  inserted_at: orZero(row.inserted_at),
  person_created_at: orNull(row.person_created_at)
})

/** Reads the tables themselves. */
export const layer: Layer.Layer<StoredRows, never, SqlClient.SqlClient> = Layer.effect(
  StoredRows,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return StoredRows.of({
      events: (project: ProjectId) =>
        sql<Row>`SELECT *${sql.literal(columns)} FROM events WHERE project_id = ${project}`.pipe(
          Effect.map((rows) => rows.map(eventOf)),
          Effect.orDie
        ),
      personIds: (project: ProjectId) =>
        sql<{ id: Uuid }>`SELECT id FROM persons WHERE project_id = ${project}`.pipe(
          Effect.map((rows) => rows.map((row) => row.id)),
          Effect.orDie
        ),
      overrides: (project: ProjectId) =>
        sql<{ old: Uuid; id: Uuid }>`SELECT old_person_id AS old, person_id AS id FROM person_overrides
          WHERE project_id = ${project}`.pipe(
          Effect.map((rows) => new Map(rows.map((row) => [row.old, row.id]))),
          Effect.orDie
        )
    })
  })
)

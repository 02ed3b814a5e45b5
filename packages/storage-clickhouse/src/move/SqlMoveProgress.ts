import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ClickHouse } from "../client/ClickHouse.ts"
import { identityOf } from "../migrations/Migrations.ts"
import { MoveProgress, type MoveState, MoveUnderWay } from "./MoveProgress.ts"

interface Row {
  readonly begun_at: Date
  readonly after_timestamp: bigint | null
  readonly after_uuid: Uuid | null
  readonly moved: bigint
  readonly agreed_at: Date | null
}

const stateOf = (row: Row): MoveState => ({
  begunAt: DateTime.fromDateUnsafe(row.begun_at),
  after: row.after_timestamp === null || row.after_uuid === null
    ? null
    : { timestamp: Number(row.after_timestamp) as EventTime, uuid: row.after_uuid },
  moved: Number(row.moved),
  agreedAt: row.agreed_at === null ? null : DateTime.fromDateUnsafe(row.agreed_at)
})

const isoOrEmpty = (time: DateTime.Utc | null): string => time === null ? "" : DateTime.formatIso(time)

/** The lock belongs to a connection, which nothing else uses meanwhile. */
const lockSql = (name: string): string =>
  `SELECT ${name}(hashtextextended(current_schema() || '.event_moves', 0)) AS done`

/** The progress in the table `event_moves` of PostgreSQL, of moves to the ClickHouse at hand. */
export const layer = Layer.effect(
  MoveProgress,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const target = yield* Effect.orDie(Effect.flatMap(ClickHouse, identityOf))

    const own = Effect.gen(function*() {
      const connection = yield* Effect.orDie(sql.reserve)
      const [row] = yield* Effect.orDie(connection.execute(lockSql("pg_try_advisory_lock"), [], undefined))
      if (row.done !== true) return yield* new MoveUnderWay()
      yield* Effect.addFinalizer(() => Effect.ignore(connection.execute(lockSql("pg_advisory_unlock"), [], undefined)))
    })

    return MoveProgress.of({
      own,

      load: Effect.fn("SqlMoveProgress.load")(function*(project: ProjectId) {
        const [row] = yield* sql<Row>`SELECT begun_at, after_timestamp, after_uuid, moved, agreed_at FROM event_moves
          WHERE target = ${target} AND project_id = ${project}`
        return row === undefined ? undefined : stateOf(row)
      }, Effect.orDie),

      save: Effect.fn("SqlMoveProgress.save")(function*(project: ProjectId, state: MoveState) {
        const { after, agreedAt, begunAt, moved } = state
        yield* sql`INSERT INTO event_moves
            (target, project_id, begun_at, after_timestamp, after_uuid, moved, agreed_at)
          VALUES (${target}, ${project}, ${DateTime.toDateUtc(begunAt)}, nullif(${
          String(after?.timestamp ?? "")
        }, '')::int8,
            nullif(${after?.uuid ?? ""}, '')::uuid, ${moved}::int8, nullif(${isoOrEmpty(agreedAt)}, '')::timestamptz)
          ON CONFLICT (target, project_id) DO UPDATE SET after_timestamp = excluded.after_timestamp,
            after_uuid = excluded.after_uuid, moved = excluded.moved, agreed_at = excluded.agreed_at`
      }, Effect.orDie)
    })
  })
)

import { type Claim, type EventKey, EventKeys, leaseMillis } from "@hedgerow/core/events/EventKeys"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

interface ClaimRow extends EventKey {
  readonly state: keyof Claim
}

const keyOf = ({ project_id, uuid }: EventKey): EventKey => ({ project_id, uuid })

/** The keys that one statement looks through: some ten thousand keys. */
const pagesAtOnce = 128

/** Event keys in PostgreSQL. */
export const layer: Layer.Layer<EventKeys, never, SqlClient.SqlClient> = Layer.effect(
  EventKeys,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const unnested = (keys: ReadonlyArray<EventKey>) =>
      sql`unnest(
        ${keys.map((key) => key.project_id)}::int4[],
        ${keys.map((key) => key.uuid)}::uuid[]
      ) i(project_id, uuid)`

    const claim = Effect.fn("PgEventKeys.claim")(function*(batchId: Uuid, keys: ReadonlyArray<EventKey>) {
      const now = yield* DateTime.now
      const arrived = DateTime.toDateUtc(now)
      const leasedUntil = DateTime.toDateUtc(DateTime.add(now, { milliseconds: leaseMillis }))
      // A key that a concurrent claim inserted after this statement began shows in neither table: it is leased.
      const rows = yield* sql<ClaimRow>`WITH wanted AS (SELECT DISTINCT project_id, uuid FROM ${unnested(keys)}),
        claimed AS (
          INSERT INTO event_key AS k (project_id, uuid, batch_id, confirmed, arrived, leased_until)
          SELECT project_id, uuid, ${batchId}::uuid, false, ${arrived}, ${leasedUntil} FROM wanted w ORDER BY w.project_id, w.uuid
          ON CONFLICT (project_id, uuid) DO UPDATE
          SET batch_id = excluded.batch_id, leased_until = excluded.leased_until
          WHERE NOT k.confirmed AND k.leased_until <= ${arrived}
          RETURNING project_id, uuid, xmax = 0 AS is_new
        )
        SELECT w.project_id, w.uuid, CASE
          WHEN c.is_new THEN 'fresh' WHEN NOT c.is_new THEN 'orphaned' WHEN k.confirmed THEN 'duplicate' ELSE 'leased'
        END AS state
        FROM wanted w LEFT JOIN claimed c USING (project_id, uuid) LEFT JOIN event_key k USING (project_id, uuid)`
      const of = (state: keyof Claim) => rows.filter((row) => row.state === state).map(keyOf)
      return { fresh: of("fresh"), duplicate: of("duplicate"), leased: of("leased"), orphaned: of("orphaned") }
    }, Effect.orDie)

    return EventKeys.of({
      claim,

      confirm: Effect.fn("PgEventKeys.confirm")(function*(batchId: Uuid) {
        yield* sql`UPDATE event_key SET confirmed = true WHERE batch_id = ${batchId}::uuid AND NOT confirmed`
      }, Effect.orDie),

      release: Effect.fn("PgEventKeys.release")(function*(batchId: Uuid) {
        // A key taken over from another batch may belong to a stored event: it must not look fresh to the next claim.
        yield* sql`WITH given_back AS (
            UPDATE event_key SET leased_until = arrived
            WHERE batch_id = ${batchId}::uuid AND NOT confirmed AND leased_until > arrived + ${leaseMillis} * interval '1 ms'
          )
          DELETE FROM event_key
          WHERE batch_id = ${batchId}::uuid AND NOT confirmed AND leased_until = arrived + ${leaseMillis} * interval '1 ms'`
      }, Effect.orDie),

      takeOrphans: Effect.fn("PgEventKeys.takeOrphans")(function*(batchId: Uuid, limit: number) {
        const now = yield* DateTime.now
        const leasedUntil = DateTime.toDateUtc(DateTime.add(now, { milliseconds: leaseMillis }))
        return yield* sql<EventKey>`UPDATE event_key k SET batch_id = ${batchId}::uuid, leased_until = ${leasedUntil}
          FROM (
            SELECT project_id, uuid FROM event_key WHERE NOT confirmed AND leased_until <= ${DateTime.toDateUtc(now)}
            LIMIT ${limit} FOR UPDATE SKIP LOCKED
          ) o WHERE k.project_id = o.project_id AND k.uuid = o.uuid RETURNING k.project_id, k.uuid`
      }, Effect.orDie),

      settle: Effect.fn("PgEventKeys.settle")(function*(batchId: Uuid, stored: ReadonlyArray<EventKey>) {
        yield* sql`WITH kept AS (
            UPDATE event_key k SET confirmed = true FROM ${unnested(stored)}
            WHERE k.batch_id = ${batchId}::uuid AND NOT k.confirmed AND k.project_id = i.project_id AND k.uuid = i.uuid
          )
          DELETE FROM event_key k WHERE k.batch_id = ${batchId}::uuid AND NOT k.confirmed
            AND NOT EXISTS (SELECT 1 FROM ${unnested(stored)} WHERE i.project_id = k.project_id AND i.uuid = k.uuid)`
      }, Effect.orDie),

      confirmed: Effect.fn("PgEventKeys.confirmed")(function*(keys: ReadonlyArray<EventKey>) {
        return yield* sql<EventKey>`SELECT DISTINCT project_id, uuid FROM event_key JOIN ${unnested(keys)}
          USING (project_id, uuid) WHERE confirmed`
      }, Effect.orDie),

      // No index has the old rows: where space is used again they lie among the young ones. One pass over the table
      // finds them, at the price of reading it; a claim never meets an index more because of them.
      removeOld: Effect.fn("PgEventKeys.removeOld")(function*(before: DateTime.Utc) {
        const [size] = yield* sql<{ pages: number }>`SELECT
          (pg_relation_size('event_key') / current_setting('block_size')::int8)::int4 AS pages`
        const time = sql`${DateTime.toDateUtc(before)}::timestamptz`
        let removed = 0
        for (let page = 0; page < (size?.pages ?? 0); page += pagesAtOnce) {
          const rows = yield* sql`DELETE FROM event_key WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM event_key
              WHERE ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${page + pagesAtOnce},0)`}::tid
                AND arrived < ${time} AND (confirmed OR leased_until < ${time})
              FOR UPDATE SKIP LOCKED
            )) RETURNING 1`
          removed += rows.length
        }
        return removed
      }, Effect.orDie)
    })
  })
)

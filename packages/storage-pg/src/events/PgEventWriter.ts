import type { Event } from "@hedgerow/core/events/Event"
import type { EventKey } from "@hedgerow/core/events/EventKeys"
import { EventWriter, leasedAfter, writtenOf } from "@hedgerow/core/events/EventWriter"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Layer } from "effect"
import { CopyPool, type CopySession } from "../copy/CopyPool.ts"
import { identityOf, keyColumns, keyRows, storedAmong } from "../copy/StoredEvents.ts"
import { PgEventPartitions } from "./PgEventPartitions.ts"

interface ClaimRow extends EventKey {
  readonly is_new: boolean
}

/** In order of the key, so that two writers of the same events wait for each other instead of locking each other out. */
const claimSql = (session: CopySession) =>
  `INSERT INTO ${session.table("event_key")} AS k (project_id, uuid, batch_id, confirmed, arrived, leased_until)
   SELECT project_id, uuid, $3::uuid, true, $4::timestamptz, $4::timestamptz FROM ${keyRows} ORDER BY i.project_id, i.uuid
   ON CONFLICT (project_id, uuid) DO UPDATE SET batch_id = excluded.batch_id, confirmed = true
   WHERE NOT k.confirmed AND k.leased_until <= excluded.arrived
   RETURNING project_id, uuid, xmax = 0 AS is_new`

/** A statement of its own, so that it sees what others committed while the claim waited for them. */
const countConfirmed = Effect.fnUntraced(function*(session: CopySession, keys: ReadonlyArray<EventKey>) {
  const [row] = yield* session.query<{ count: number }>(
    "count confirmed",
    `SELECT count(*)::int4 AS count FROM ${session.table("event_key")} k JOIN ${keyRows} USING (project_id, uuid)
     WHERE k.confirmed`,
    keyColumns(keys)
  )
  return row?.count ?? 0
})

/** Claims, appends and confirms on one connection; answers what was appended and how many are leased to others. */
const writeOnce = Effect.fnUntraced(
  function*(session: CopySession, batchId: string, now: Date, events: ReadonlyMap<string, Event>) {
    const keys = [...events.values()]
    const values = [...keyColumns(keys), batchId, now]
    const claimed = yield* session.query<ClaimRow>("claim", claimSql(session), values)
    const stored = yield* storedAmong(session, claimed.filter((row) => !row.is_new))
    const missing = claimed.map(identityOf).filter((key) => !stored.has(key)).flatMap((key) => events.get(key) ?? [])
    if (missing.length > 0) yield* session.copy(missing)
    if (claimed.length === keys.length) return { appended: missing, leased: 0 }
    return { appended: missing, leased: keys.length - (yield* countConfirmed(session, keys)) }
  }
)

/** Writes events and their keys in one transaction, with COPY. */
export const layer: Layer.Layer<EventWriter, never, CopyPool | PgEventPartitions> = Layer.effect(
  EventWriter,
  Effect.gen(function*() {
    const pool = yield* CopyPool
    const partitions = yield* PgEventPartitions
    return EventWriter.of({
      write: Effect.fn("PgEventWriter.write")(function*(events: ReadonlyArray<Event>) {
        if (events.length === 0) return { appended: 0, duplicates: [] }
        const batchId = yield* makeUuid7
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const byIdentity = new Map(events.map((event) => [identityOf(event), event]))
        yield* partitions.ensure(events)
        const { appended, leased } = yield* pool.transaction((session) => writeOnce(session, batchId, now, byIdentity))
        if (leased > 0) return yield* leasedAfter(appended)
        return writtenOf([...byIdentity.values()], appended)
      })
    })
  })
)

import type { EventKey } from "@hedgerow/core/events/EventKeys"
import { Effect } from "effect"
import type { CopySession } from "./CopyPool.ts"

/** One text per event identity, for sets. */
export const identityOf = (key: EventKey): string => `${key.project_id}/${key.uuid}`

/** The two columns of keys as parameters `$1` and `$2`. */
export const keyColumns = (keys: ReadonlyArray<EventKey>) => [
  keys.map((key) => key.project_id),
  keys.map((key) => key.uuid)
]

/** SQL text of the rows of `keyColumns`. */
export const keyRows = "unnest($1::int4[], $2::uuid[]) AS i(project_id, uuid)"

/** The events among these that the table has already. */
export const storedAmong = Effect.fnUntraced(function*(session: CopySession, keys: ReadonlyArray<EventKey>) {
  if (keys.length === 0) return new Set<string>()
  const rows = yield* session.query<EventKey>(
    "stored events",
    `SELECT project_id, uuid FROM ${keyRows} WHERE EXISTS (
      SELECT 1 FROM ${session.table("events")} e WHERE e.project_id = i.project_id AND e.uuid = i.uuid
    )`,
    keyColumns(keys)
  )
  return new Set(rows.map(identityOf))
})

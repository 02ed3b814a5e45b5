import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Parts that the statements over the outbox's consumers share. */
export interface OutboxFragments {
  readonly time: (at: DateTime.Utc) => Statement.Fragment
  /** Every consumer `c` with every project's head `h`; `k` is where it stands there, if it has begun. */
  readonly places: Statement.Fragment
  readonly isBehind: Statement.Fragment
  /** Whether rows of the consumer's topics lie behind its position. */
  readonly hasRows: Statement.Fragment
  readonly isUnleased: (place: "k" | "p", now: DateTime.Utc) => Statement.Fragment
}

/** The parts, made with a client. */
export const outboxFragments = (sql: SqlClient.SqlClient): OutboxFragments => {
  const time = (at: DateTime.Utc) => sql`${DateTime.toDateUtc(at)}::timestamptz`
  return {
    time,
    places: sql.literal(`outbox_consumers c CROSS JOIN outbox_heads h
      LEFT JOIN outbox_positions k ON k.project_id = h.project_id AND k.consumer = c.consumer`),
    isBehind: sql.literal("h.position > coalesce(k.position, 0)"),
    hasRows: sql.literal(`EXISTS (SELECT 1 FROM outbox o WHERE o.project_id = h.project_id
      AND o.position > coalesce(k.position, 0) AND o.topic = ANY (c.topics))`),
    isUnleased: (place, now) => {
      const until = sql.literal(`${place}.leased_until`)
      return sql`(${until} IS NULL OR ${until} <= ${time(now)})`
    }
  }
}

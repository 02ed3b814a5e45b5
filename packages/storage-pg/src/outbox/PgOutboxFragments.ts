import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Parts that the statements over the outbox's consumers share. */
export interface OutboxFragments {
  readonly time: (at: DateTime.Utc) => Statement.Fragment
  /**
   * Every consumer `c` with the heads `h` of these projects, or of all that have rows; `k` is where it stands there, if it
   * has begun. Rows stay until everybody has passed them, so nobody is behind where there are none.
   */
  readonly places: (projects: ReadonlyArray<ProjectId> | "all") => Statement.Fragment
  readonly isBehind: Statement.Fragment
  /** Whether rows of the consumer's topics lie behind its position. */
  readonly hasRows: Statement.Fragment
  readonly isUnleased: (place: "k" | "p", now: DateTime.Utc) => Statement.Fragment
}

/** The projects that have rows, found one after the other in the key's index, however many rows each has. */
export const projectsWithRows = `(
  WITH RECURSIVE found AS (
    (SELECT project_id FROM outbox ORDER BY project_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.project_id FROM outbox o WHERE o.project_id > found.project_id ORDER BY o.project_id LIMIT 1)
    FROM found WHERE found.project_id IS NOT NULL
  ) SELECT project_id FROM found WHERE project_id IS NOT NULL
)`

/** The parts, made with a client. */
export const outboxFragments = (sql: SqlClient.SqlClient): OutboxFragments => {
  const time = (at: DateTime.Utc) => sql`${DateTime.toDateUtc(at)}::timestamptz`
  return {
    time,
    places: (projects) => {
      const wanted = projects === "all" ? sql.literal(projectsWithRows) : sql`unnest(${projects}::int4[])`
      return sql`outbox_consumers c CROSS JOIN ${wanted} w(project_id) JOIN outbox_heads h ON h.project_id = w.project_id
        LEFT JOIN outbox_positions k ON k.project_id = h.project_id AND k.consumer = c.consumer`
    },
    isBehind: sql.literal("h.position > coalesce(k.position, 0)"),
    hasRows: sql.literal(`EXISTS (SELECT 1 FROM outbox o WHERE o.project_id = h.project_id
      AND o.position > coalesce(k.position, 0) AND o.topic = ANY (c.topics))`),
    isUnleased: (place, now) => {
      const until = sql.literal(`${place}.leased_until`)
      return sql`(${until} IS NULL OR ${until} <= ${time(now)})`
    }
  }
}

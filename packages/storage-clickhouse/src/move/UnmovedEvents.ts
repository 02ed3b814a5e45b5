import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ClickHouse } from "../client/ClickHouse.ts"
import { identityOf } from "../migrations/Migrations.ts"

/**
 * Whether PostgreSQL holds events of a project that this ClickHouse was never found to have. It looks for one event of
 * each project, however many there are.
 */
export const hasUnmovedEvents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const target = yield* identityOf(yield* ClickHouse)
  const found = yield* sql`SELECT 1 FROM projects p
    WHERE EXISTS (SELECT 1 FROM events e WHERE e.project_id = p.id)
      AND NOT EXISTS (
        SELECT 1 FROM event_moves m WHERE m.target = ${target} AND m.project_id = p.id AND m.agreed_at IS NOT NULL
      )
    LIMIT 1`
  return found.length > 0
}).pipe(Effect.orDie)

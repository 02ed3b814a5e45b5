import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QuerySlotRepository, type SlotClaim } from "@hedgerow/core/query/execution/QuerySlotRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { timeAt } from "../database/Values.ts"

/** A number that no other advisory lock of a project has. */
const slotsLock = 1_002

/** Slots of queries in PostgreSQL. */
export const layer: Layer.Layer<QuerySlotRepository, never, SqlClient.SqlClient> = Layer.effect(
  QuerySlotRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const at = timeAt(sql)

    // The lock is a statement of its own: the next one sees what was taken before the lock was got.
    const take = Effect.fnUntraced(function*({ capacity, node, now, project, until }: SlotClaim) {
      yield* sql`SELECT pg_advisory_xact_lock(${project}, ${slotsLock})`
      yield* sql`DELETE FROM query_slots WHERE project_id = ${project} AND leased_until <= ${at(now)}`
      const taken = yield* sql`INSERT INTO query_slots AS s (project_id, node, held, leased_until)
        SELECT ${project}, ${node}::uuid, 1, ${at(until)}
        WHERE (SELECT coalesce(sum(held), 0) FROM query_slots WHERE project_id = ${project}) < ${capacity}
        ON CONFLICT (project_id, node) DO UPDATE SET held = s.held + 1, leased_until = excluded.leased_until
        RETURNING held`
      return taken.length > 0
    }, sql.withTransaction)

    return QuerySlotRepository.of({
      take: Effect.fn("PgQuerySlotRepository.take")(take, Effect.orDie),

      give: Effect.fn("PgQuerySlotRepository.give")(function*(project: ProjectId, node: Uuid, slots: number) {
        yield* sql`UPDATE query_slots SET held = greatest(held - ${slots}, 0)
          WHERE project_id = ${project} AND node = ${node}::uuid`
      }, Effect.orDie),

      renew: Effect.fn("PgQuerySlotRepository.renew")(function*(node: Uuid, until: EventTime) {
        yield* sql`UPDATE query_slots SET leased_until = ${at(until)} WHERE node = ${node}::uuid`
      }, Effect.orDie)
    })
  })
)

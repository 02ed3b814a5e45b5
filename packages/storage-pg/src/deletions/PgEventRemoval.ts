import { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import type { EventSelection } from "@hedgerow/core/deletions/EventSelection"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { timeAt } from "../database/Values.ts"
import { unavailableOrDie } from "../events/PgEventPartitions.ts"

/** The events that one statement removes: others get their turn between. */
const eventsAtOnce = 10_000

/** Removes events from PostgreSQL, where nothing keeps copies of persons. */
export const layer: Layer.Layer<EventRemoval, never, SqlClient.SqlClient> = Layer.effect(
  EventRemoval,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const at = timeAt(sql)

    const whoseOf = ({ distinctIds, personIds }: EventSelection) => {
      if (personIds.length + distinctIds.length === 0) return []
      return [sql`(person_id = ANY(${personIds}::uuid[]) OR distinct_id = ANY(${distinctIds}::text[]))`]
    }

    const matching = (project: ProjectId, selection: EventSelection) =>
      sql.and([
        sql`project_id = ${project}`,
        sql`inserted_at <= ${at(selection.until)}`,
        ...whoseOf(selection),
        ...(selection.events.length === 0 ? [] : [sql`event = ANY(${selection.events}::text[])`]),
        ...(selection.from === null ? [] : [sql`timestamp >= ${at(selection.from)}`]),
        ...(selection.to === null ? [] : [sql`timestamp < ${at(selection.to)}`])
      ])

    /** Events may share a uuid, so those that are removed fulfil the condition themselves. */
    const removeSome = (project: ProjectId, selection: EventSelection) =>
      sql<{ count: number }>`WITH chosen AS (
          SELECT uuid FROM events WHERE ${matching(project, selection)} LIMIT ${eventsAtOnce}
        ), removed AS (
          DELETE FROM events e USING chosen c WHERE e.uuid = c.uuid AND ${matching(project, selection)} RETURNING 1
        )
        SELECT count(*)::int4 AS count FROM removed`

    return EventRemoval.of({
      count: Effect.fn("PgEventRemoval.count")(function*(project: ProjectId, selection: EventSelection) {
        const [row] = yield* sql<{ count: number }>`SELECT count(*)::float8 AS count FROM events
          WHERE ${matching(project, selection)}`
        return row?.count ?? 0
      }, Effect.catch(unavailableOrDie)),

      remove: Effect.fn("PgEventRemoval.remove")(function*(project: ProjectId, selection: EventSelection) {
        let isOver = false
        while (!isOver) {
          const [row] = yield* removeSome(project, selection)
          isOver = (row?.count ?? 0) === 0
        }
      }, Effect.catch(unavailableOrDie)),

      removeCopies: () => Effect.void
    })
  })
)

import type { ProjectId } from "@hedgerow/core/identity/Project"
import type {
  Advance,
  BatchFailure,
  LeaseRequest,
  OutboxConsumerRepository,
  OutboxLease
} from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { DateTime } from "effect"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { outboxFragments } from "./PgOutboxFragments.ts"
import { positionOf } from "./PgOutboxRepository.ts"

interface LeaseRow {
  readonly project_id: ProjectId
  readonly position: bigint
  readonly token: bigint
  readonly attempts: number
}

/** The part of the repository that gives, moves and takes back leases. */
export const makeLeases = (
  sql: SqlClient.SqlClient
): Pick<OutboxConsumerRepository["Service"], "advance" | "fail" | "lease" | "release" | "renew"> => {
  const { hasRows, isBehind, isUnleased, places, time } = outboxFragments(sql)
  const noLease = sql.literal("leased_by = NULL, leased_until = NULL")
  const held = ({ consumer, project, token, worker }: OutboxLease) =>
    sql`p.project_id = ${project} AND p.consumer = ${consumer} AND p.token = ${token} AND p.leased_by = ${worker}`
  const isDue = (place: "k" | "p", now: DateTime.Utc) => {
    const retryAt = sql.literal(`${place}.retry_at`)
    return sql`${isUnleased(place, now)} AND (${retryAt} IS NULL OR ${retryAt} <= ${time(now)})`
  }

  const lease = Effect.fn("PgOutboxConsumerRepository.lease")(function*(request: LeaseRequest) {
    const { consumer, limit, now, projects, topics, until, worker } = request
    const rows = yield* sql<LeaseRow>`INSERT INTO outbox_positions AS p
        (project_id, consumer, position, token, attempts, leased_by, leased_until, worked_at)
      SELECT due.project_id, ${consumer}, 0, nextval('outbox_tokens'), 0, ${worker}, ${time(until)}, ${time(now)} FROM (
        SELECT h.project_id FROM ${places(projects)}
        WHERE c.consumer = ${consumer} AND c.topics <@ ${topics}::text[] AND ${isBehind}
          AND ${isDue("k", now)} AND ${hasRows}
        ORDER BY k.worked_at NULLS FIRST, h.project_id LIMIT ${limit}
      ) due ORDER BY due.project_id
      ON CONFLICT (project_id, consumer) DO UPDATE SET token = excluded.token,
        leased_by = excluded.leased_by, leased_until = excluded.leased_until, worked_at = excluded.worked_at
      WHERE ${isDue("p", now)}
      RETURNING project_id, position, token, attempts`
    return rows.map((row): OutboxLease => ({
      consumer,
      project: row.project_id,
      worker,
      topics,
      token: Number(row.token),
      position: positionOf(row.position),
      attempts: row.attempts
    }))
  }, Effect.orDie)

  const advance = Effect.fn("PgOutboxConsumerRepository.advance")(
    function*(own: OutboxLease, { now, position, until }: Advance) {
      const then = until === null ? noLease : sql`leased_until = ${time(until)}`
      const [row] = yield* sql<{ more: boolean }>`UPDATE outbox_positions p SET position = ${position}, attempts = 0,
          last_error = NULL, retry_at = NULL, worked_at = ${time(now)}, ${then}
        FROM outbox_consumers c
        WHERE ${held(own)} AND c.consumer = p.consumer AND c.topics <@ ${own.topics}::text[]
        RETURNING EXISTS (SELECT 1 FROM outbox o WHERE o.project_id = p.project_id AND o.position > ${position}
          AND o.topic = ANY (c.topics)) AS more`
      if (row === undefined) return "lost" as const
      return row.more ? "more" as const : "done" as const
    },
    Effect.orDie
  )

  return {
    lease,
    advance,

    renew: Effect.fn("PgOutboxConsumerRepository.renew")(function*(own: OutboxLease, until: DateTime.Utc) {
      const rows = yield* sql`UPDATE outbox_positions p SET leased_until = ${time(until)} WHERE ${
        held(own)
      } RETURNING 1`
      return rows.length > 0
    }, Effect.orDie),

    fail: Effect.fn("PgOutboxConsumerRepository.fail")(function*(own: OutboxLease, { error, retryAt }: BatchFailure) {
      const rows = yield* sql`UPDATE outbox_positions p SET attempts = attempts + 1, last_error = ${error},
        retry_at = ${time(retryAt)}, ${noLease} WHERE ${held(own)} RETURNING 1`
      return rows.length > 0
    }, Effect.orDie),

    release: Effect.fn("PgOutboxConsumerRepository.release")(function*(own: OutboxLease) {
      yield* sql`UPDATE outbox_positions p SET ${noLease} WHERE ${held(own)}`
    }, Effect.orDie)
  }
}

import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  type ConsumerFailure,
  type ConsumerRegistration,
  OutboxConsumerRepository
} from "@hedgerow/core/outbox/OutboxConsumerRepository"
import type { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import type { DateTime } from "effect"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { utc } from "../database/Values.ts"
import { outboxFragments, projectsWithRows } from "./PgOutboxFragments.ts"
import { makeLeases } from "./PgOutboxLeases.ts"
import { positionOf } from "./PgOutboxRepository.ts"

interface StatusRow {
  readonly consumer: string
  readonly topics: ReadonlyArray<string>
  readonly seen_at: Date
  readonly lag: bigint
  readonly behind: number
}

interface FailureRow {
  readonly consumer: string
  readonly project_id: ProjectId
  readonly position: bigint
  readonly attempts: number
  readonly last_error: string
  readonly retry_at: Date
}

const shownFailures = 100

const failureOf = (row: FailureRow): ConsumerFailure => ({
  project: row.project_id,
  position: positionOf(row.position),
  attempts: row.attempts,
  error: row.last_error,
  retryAt: utc(row.retry_at)
})

/** The outbox's consumers in PostgreSQL. A consumer without a row in `outbox_positions` has yet to read its first one. */
export const layer: Layer.Layer<OutboxConsumerRepository, never, SqlClient.SqlClient> = Layer.effect(
  OutboxConsumerRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const { hasRows, isBehind, isUnleased, places, time } = outboxFragments(sql)

    const begin = (name: string, startAt: ConsumerRegistration["startAt"]) => {
      const start = startAt === "head"
        ? sql`h.position`
        : sql`coalesce((SELECT min(o.position) - 1 FROM outbox o WHERE o.project_id = h.project_id), h.position)`
      return sql`INSERT INTO outbox_positions (project_id, consumer, position, token, attempts)
        SELECT h.project_id, ${name}, ${start}, 0, 0 FROM outbox_heads h ORDER BY h.project_id
        ON CONFLICT (project_id, consumer) DO NOTHING`
    }

    const register = Effect.fn("PgOutboxConsumerRepository.register")(
      function*({ name, startAt, topics }: ConsumerRegistration, now: DateTime.Utc) {
        yield* requireStorable([name, ...topics])
        const [row] = yield* sql<{ topics: ReadonlyArray<string>; is_new: boolean }>`INSERT INTO outbox_consumers AS c
          (consumer, topics, registered_at, seen_at)
          VALUES (${name}, ARRAY(SELECT DISTINCT t FROM unnest(${topics}::text[]) t ORDER BY t), ${time(now)}, ${
          time(now)
        })
          ON CONFLICT (consumer) DO UPDATE SET seen_at = excluded.seen_at,
            topics = ARRAY(SELECT DISTINCT t FROM unnest(c.topics || excluded.topics) t ORDER BY t)
          RETURNING topics, xmax = 0 AS is_new`
        if (row?.is_new === true) yield* begin(name, startAt)
        return row?.topics ?? topics
      },
      sql.withTransaction,
      Effect.orDie
    )

    const status = Effect.gen(function*() {
      const consumers = yield* sql<StatusRow>`SELECT c.consumer, c.topics, c.seen_at,
          coalesce(sum(h.position - coalesce(k.position, 0)), 0)::int8 AS lag,
          (count(*) FILTER (WHERE ${isBehind}))::int4 AS behind
        FROM outbox_consumers c LEFT JOIN (
          SELECT h.* FROM outbox_heads h JOIN ${sql.literal(projectsWithRows)} w USING (project_id)
        ) h ON true
        LEFT JOIN outbox_positions k ON k.project_id = h.project_id AND k.consumer = c.consumer
        GROUP BY c.consumer ORDER BY c.consumer`
      const failures = yield* sql<FailureRow>`SELECT * FROM (
          SELECT *, row_number() OVER (PARTITION BY consumer ORDER BY attempts DESC, project_id) AS place
          FROM outbox_positions WHERE attempts > 0
        ) p WHERE place <= ${shownFailures} ORDER BY place`
      const failuresOf = Map.groupBy(failures, ({ consumer }) => consumer)
      return consumers.map((row) => ({
        consumer: row.consumer,
        topics: row.topics,
        seenAt: utc(row.seen_at),
        lag: Number(row.lag),
        projectsBehind: row.behind,
        failures: (failuresOf.get(row.consumer) ?? []).map(failureOf)
      }))
    }).pipe(Effect.orDie, Effect.withSpan("PgOutboxConsumerRepository.status"))

    return OutboxConsumerRepository.of({
      register,

      forget: Effect.fn("PgOutboxConsumerRepository.forget")(function*(consumer: string) {
        return (yield* sql`DELETE FROM outbox_consumers WHERE consumer = ${consumer} RETURNING 1`).length > 0
      }, Effect.orDie),

      forgetUnseen: Effect.fn("PgOutboxConsumerRepository.forgetUnseen")(function*(since: DateTime.Utc) {
        const rows = yield* sql<{ consumer: string }>`DELETE FROM outbox_consumers WHERE seen_at < ${time(since)}
          RETURNING consumer`
        return rows.map(({ consumer }) => consumer).toSorted()
      }, Effect.orDie),

      position: Effect.fn("PgOutboxConsumerRepository.position")(function*(consumer: string, project: ProjectId) {
        const [row] = yield* sql<
          { position: bigint }
        >`SELECT coalesce(k.position, 0) AS position FROM outbox_consumers c
          LEFT JOIN outbox_positions k ON k.consumer = c.consumer AND k.project_id = ${project}
          WHERE c.consumer = ${consumer}`
        return row === undefined ? undefined : positionOf(row.position)
      }, Effect.orDie),

      hasPassed: Effect.fn("PgOutboxConsumerRepository.hasPassed")(
        function*(consumer: string, project: ProjectId, position: OutboxPosition) {
          const [row] = yield* sql<{ passed: boolean }>`SELECT coalesce(k.position, 0) >= ${position} OR NOT EXISTS (
              SELECT 1 FROM outbox o WHERE o.project_id = ${project} AND o.position > coalesce(k.position, 0)
                AND o.position <= ${position} AND o.topic = ANY (c.topics)
            ) AS passed
            FROM outbox_consumers c LEFT JOIN outbox_positions k ON k.consumer = c.consumer AND k.project_id = ${project}
            WHERE c.consumer = ${consumer}`
          return row?.passed
        },
        Effect.orDie
      ),

      ...makeLeases(sql),

      // Snapshot and head are one statement's: no row up to that head can still appear.
      skip: Effect.fn("PgOutboxConsumerRepository.skip")(function*(consumer: string, now: DateTime.Utc) {
        yield* sql`INSERT INTO outbox_positions AS p (project_id, consumer, position, token, attempts)
          SELECT h.project_id, c.consumer, h.position, 0, 0 FROM ${places("all")}
          WHERE c.consumer = ${consumer} AND ${isBehind} AND ${isUnleased("k", now)} AND NOT ${hasRows}
          ORDER BY h.project_id
          ON CONFLICT (project_id, consumer) DO UPDATE SET position = excluded.position
          WHERE p.position < excluded.position AND ${isUnleased("p", now)}`
      }, Effect.orDie),

      lag: Effect.fn("PgOutboxConsumerRepository.lag")(function*(consumer: string) {
        const [row] = yield* sql<
          { lag: bigint }
        >`SELECT coalesce(sum(h.position - coalesce(k.position, 0)), 0)::int8 AS lag
          FROM ${places("all")} WHERE c.consumer = ${consumer}`
        return Number(row?.lag ?? 0n)
      }, Effect.orDie),

      status
    })
  })
)

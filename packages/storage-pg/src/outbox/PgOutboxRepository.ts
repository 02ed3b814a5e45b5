import { ProjectId } from "@hedgerow/core/identity/Project"
import { beforeAll, type OutboxMessage, type OutboxPosition, type OutboxRow } from "@hedgerow/core/outbox/OutboxMessage"
import { type OutboxRange, OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PgHints } from "../caching/PgHints.ts"
import { statementParts } from "../database/StatementParts.ts"
import { utc } from "../database/Values.ts"
import { projectsWithRows } from "./PgOutboxFragments.ts"

/** A slice holds about so much text: all of it is parsed at once, and stays in memory. */
const maxSliceBytes = 2 * 1024 * 1024

interface Row {
  readonly head: bigint
  /** The number of rows behind the position, including those too large to come with the first. */
  readonly behind: number
  readonly position: bigint | null
  readonly topic: string
  readonly key: string
  readonly payload: string
  readonly appended_at: Date
}

const topic = "outbox"

interface WrittenMessage {
  readonly topic: string
  readonly key: string
  readonly payload: string
}

const writtenMessage = ({ key, payload, topic }: OutboxMessage): WrittenMessage => ({
  topic,
  key,
  payload: JSON.stringify(payload)
})

/** A position as it is read. */
export const positionOf = (position: bigint): OutboxPosition => Number(position) as OutboxPosition

const parseProject = Schema.decodeUnknownOption(ProjectId)

const projectOf = (payload: string): ProjectId | undefined => Option.getOrUndefined(parseProject(Number(payload)))

const rowsOf = (project: ProjectId, rows: ReadonlyArray<Row>): ReadonlyArray<OutboxRow> =>
  rows.flatMap((row) =>
    row.position === null ? [] : [{
      project,
      position: positionOf(row.position),
      topic: row.topic,
      key: row.key,
      payload: JSON.parse(row.payload),
      appendedAt: utc(row.appended_at)
    }]
  )

/** The outbox's rows in PostgreSQL. */
export const layer: Layer.Layer<OutboxRepository, never, PgHints | SqlClient.SqlClient> = Layer.effect(
  OutboxRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const hints = yield* PgHints

    /** The head's row stays locked until the transaction ends: that is what makes positions appear in order. */
    const appendTo = (project: ProjectId, messages: ReadonlyArray<WrittenMessage>, at: DateTime.Utc) =>
      sql`WITH head AS (
          INSERT INTO outbox_heads AS h (project_id, position) VALUES (${project}, ${messages.length}::int4)
          ON CONFLICT (project_id) DO UPDATE SET position = h.position + excluded.position RETURNING position
        )
        INSERT INTO outbox (project_id, position, topic, key, payload, appended_at)
        SELECT ${project}, head.position - ${messages.length}::int4 + m.place, m.topic, m.key, m.payload,
          ${DateTime.toDateUtc(at)}
        FROM head, unnest(
          ${messages.map(({ topic }) => topic)}::text[],
          ${messages.map(({ key }) => key)}::text[],
          ${messages.map(({ payload }) => payload)}::text[]
        ) WITH ORDINALITY m(topic, key, payload, place)`

    /** The statements that append messages, in the order of the projects. */
    const appendsOf = Effect.fnUntraced(function*(messages: ReadonlyArray<OutboxMessage>, at: DateTime.Utc) {
      yield* requireStorable(messages.flatMap(({ key, topic }) => [key, topic]))
      const byProject = [...Map.groupBy(messages, ({ project }) => project)].toSorted(([left], [right]) => left - right)
      const appends: Array<Effect.Effect<unknown, SqlError.SqlError>> = []
      for (const [project, own] of byProject) {
        const parts = yield* statementParts(own, writtenMessage, ({ payload }) => payload.length)
        for (const part of parts) appends.push(appendTo(project, part, at))
      }
      return { appends, projects: byProject.map(([project]) => project) }
    })

    return OutboxRepository.of({
      append: Effect.fn("PgOutboxRepository.append")(function*(messages, { announce, at }) {
        const { appends, projects } = yield* appendsOf(messages, at)
        const all = Effect.all(appends, { discard: true })
        yield* appends.length === 1 ? all : sql.withTransaction(all)
        if (announce) yield* Effect.forEach(projects, (project) => hints.notify(topic, String(project)))
      }, Effect.orDie),

      head: Effect.fn("PgOutboxRepository.head")(function*(project: ProjectId) {
        const [row] = yield* sql<{ position: bigint }>`SELECT position FROM outbox_heads WHERE project_id = ${project}`
        return row === undefined ? beforeAll : positionOf(row.position)
      }, Effect.orDie),

      // One statement, so one snapshot: every row up to the head it sees is in it.
      read: Effect.fn("PgOutboxRepository.read")(function*(project: ProjectId, { after, limit, topics }: OutboxRange) {
        const rows = yield* sql<Row>`SELECT h.position AS head, o.* FROM outbox_heads h
          LEFT JOIN LATERAL (
            SELECT * FROM (
              SELECT position, topic, key, payload, appended_at, (count(*) OVER ())::int4 AS behind,
                sum(octet_length(payload)) OVER (ORDER BY position) - octet_length(payload) AS bytes_before
              FROM (
                SELECT position, topic, key, payload, appended_at FROM outbox
                WHERE project_id = h.project_id AND position > ${after} AND topic = ANY (${topics}::text[])
                ORDER BY position LIMIT ${limit}
              ) r
            ) s WHERE bytes_before < ${maxSliceBytes}::int4
          ) o ON true
          WHERE h.project_id = ${project} ORDER BY o.position`
        const found = rowsOf(project, rows)
        const last = found.at(-1)
        const head = positionOf(rows[0]?.head ?? 0n)
        const mayBeMore = found.length === limit || found.length < (rows[0]?.behind ?? 0)
        return { rows: found, upTo: last !== undefined && mayBeMore ? last.position : head }
      }, Effect.orDie),

      // Each project is asked for its first rows, by index; rows are never updated, so their place in the table stays.
      // The lock waits for registrations: the rows to delete are decided by a statement that sees the new consumer.
      trim: Effect.fn("PgOutboxRepository.trim")(
        function*(limit: number) {
          yield* sql`LOCK TABLE outbox_consumers IN SHARE MODE`
          const [row] = yield* sql<{ count: number }>`WITH passed AS (
            SELECT h.project_id, min(CASE WHEN c.consumer IS NULL THEN h.position ELSE coalesce(p.position, 0) END) AS position
            FROM ${sql.literal(projectsWithRows)} w JOIN outbox_heads h USING (project_id)
            LEFT JOIN outbox_consumers c ON true
            LEFT JOIN outbox_positions p ON p.project_id = h.project_id AND p.consumer = c.consumer
            GROUP BY h.project_id
          ), removed AS (
            DELETE FROM outbox WHERE ctid = ANY (ARRAY(
              SELECT o.ctid FROM passed CROSS JOIN LATERAL (
                SELECT ctid FROM outbox
                WHERE project_id = passed.project_id AND position <= passed.position ORDER BY position LIMIT ${limit}
              ) o LIMIT ${limit}
            )) RETURNING 1
          )
          SELECT count(*)::int4 AS count FROM removed`
          return row?.count ?? 0
        },
        sql.withTransaction,
        Effect.orDie
      ),

      announcements: Stream.map(hints.hints(topic), projectOf)
    })
  })
)

import type { ProjectId } from "@hedgerow/core/access/Project"
import { ScheduledChange, type ScheduledChangeId } from "@hedgerow/core/flags/scheduling/ScheduledChange"
import {
  type ScheduledChangeFilter,
  ScheduledChangeRepository
} from "@hedgerow/core/flags/scheduling/ScheduledChangeRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { isStorable, utc } from "./Values.ts"
import { wholeRows } from "./WholeRow.ts"

const columns = [
  "record_id",
  "model_name",
  "payload",
  "scheduled_at",
  "executed_at",
  "failure_reason",
  "is_recurring",
  "recurrence_interval",
  "cron_expression",
  "last_executed_at",
  "end_date",
  "timezone",
  "created_by",
  "created_at",
  "updated_at"
] as const

type Fields = Omit<ScheduledChange, "id" | "isPaused">

type Row = {
  readonly [K in keyof Omit<ScheduledChange, "isPaused">]: ScheduledChange[K] extends DateTime.Utc ? Date
    : ScheduledChange[K] extends DateTime.Utc | null ? Date | null
    : ScheduledChange[K]
}

const maybeUtc = (date: Date | null): DateTime.Utc | null => date === null ? null : utc(date)

const fromRow = (row: Row): ScheduledChange =>
  new ScheduledChange({
    ...row,
    scheduled_at: utc(row.scheduled_at),
    executed_at: maybeUtc(row.executed_at),
    last_executed_at: maybeUtc(row.last_executed_at),
    end_date: maybeUtc(row.end_date),
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at)
  })

const maybeDate = (at: DateTime.Utc | null): Date | null => at === null ? null : DateTime.toDateUtc(at)

const rowOf = (change: Fields) => ({
  ...Struct.pick(change, columns),
  scheduled_at: DateTime.toDateUtc(change.scheduled_at),
  executed_at: maybeDate(change.executed_at),
  last_executed_at: maybeDate(change.last_executed_at),
  end_date: maybeDate(change.end_date),
  created_at: DateTime.toDateUtc(change.created_at),
  updated_at: DateTime.toDateUtc(change.updated_at)
})

const first = (rows: ReadonlyArray<Row>): Option.Option<ScheduledChange> =>
  Option.map(Option.fromNullishOr(rows[0]), fromRow)

/** Scheduled changes in PostgreSQL. */
export const layer: Layer.Layer<ScheduledChangeRepository, never, SqlClient.SqlClient> = Layer.effect(
  ScheduledChangeRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const write = wholeRows(sql, "scheduled_changes", columns)

    const conditions = (project: ProjectId, { modelName, recordId }: ScheduledChangeFilter) =>
      sql.and([
        sql`project_id = ${project}`,
        ...(modelName === undefined ? [] : [sql`model_name = ${modelName}`]),
        ...(recordId === undefined ? [] : [sql`record_id = ${recordId}`])
      ])

    return ScheduledChangeRepository.of({
      list: Effect.fn("PgScheduledChangeRepository.list")(
        function*(project: ProjectId, filter: ScheduledChangeFilter, { limit, offset }: PageRequest) {
          if (![filter.modelName ?? "", filter.recordId ?? ""].every(isStorable)) return { items: [], count: 0 }
          const where = conditions(project, filter)
          const rows = yield* sql<Row>`SELECT * FROM scheduled_changes WHERE ${where}
            ORDER BY id LIMIT ${limit} OFFSET ${offset}`
          const counts = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM scheduled_changes
            WHERE ${where}`
          return { items: rows.map(fromRow), count: counts[0]?.count ?? 0 }
        },
        Effect.orDie
      ),

      pending: Effect.fn("PgScheduledChangeRepository.pending")(function*(project: ProjectId, recordId: string) {
        if (!isStorable(recordId)) return []
        const rows = yield* sql<Row>`SELECT * FROM scheduled_changes
          WHERE project_id = ${project} AND record_id = ${recordId} AND executed_at IS NULL ORDER BY id`
        return rows.map(fromRow)
      }, Effect.orDie),

      countPending: Effect.fn("PgScheduledChangeRepository.countPending")(function*(project: ProjectId) {
        const rows = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM scheduled_changes
          WHERE project_id = ${project} AND executed_at IS NULL`
        return rows[0]?.count ?? 0
      }, Effect.orDie),

      find: Effect.fn("PgScheduledChangeRepository.find")(function*(project: ProjectId, id: ScheduledChangeId) {
        return first(yield* sql<Row>`SELECT * FROM scheduled_changes WHERE project_id = ${project} AND id = ${id}`)
      }, Effect.orDie),

      findForUpdate: Effect.fn("PgScheduledChangeRepository.findForUpdate")(
        function*(project: ProjectId, id: ScheduledChangeId) {
          return first(
            yield* sql<Row>`SELECT * FROM scheduled_changes WHERE project_id = ${project} AND id = ${id} FOR UPDATE`
          )
        },
        Effect.orDie
      ),

      insert: Effect.fn("PgScheduledChangeRepository.insert")(function*(change: Fields) {
        return yield* Effect.fromOption(first(yield* write.insert<Row>(change.project_id, rowOf(change))))
      }, Effect.orDie),

      update: Effect.fn("PgScheduledChangeRepository.update")(function*(change: ScheduledChange) {
        yield* write.update(change.project_id, change.id, rowOf(change))
      }, Effect.orDie),

      remove: Effect.fn("PgScheduledChangeRepository.remove")(function*(project: ProjectId, id: ScheduledChangeId) {
        yield* sql`DELETE FROM scheduled_changes WHERE project_id = ${project} AND id = ${id}`
      }, Effect.orDie)
    })
  })
)

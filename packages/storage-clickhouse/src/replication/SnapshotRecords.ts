import type { ProjectId } from "@hedgerow/core/identity/Project"
import { type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SnapshotPosition, SnapshotStart } from "./CopySnapshot.ts"

interface Row {
  readonly position: bigint
  readonly topic: CopyTopic
  readonly after_key: string | null
  readonly is_taken: boolean
}

const lastTopic = copyTopics.at(-1) ?? ""

/** A snapshot that was complete before there were more topics has ended with one that is not the last. */
const startOf = ({ after_key, is_taken, position, topic }: Row): "taken" | SnapshotStart => {
  if (!is_taken) return { position: Number(position), topic, after: after_key }
  const next = copyTopics[copyTopics.indexOf(topic) + 1]
  return next === undefined ? "taken" : { topic: next }
}

/** Of which projects all that was there has been copied to a ClickHouse, the `target`. */
export class SnapshotRecords extends Context.Service<SnapshotRecords, {
  /** The projects of which it has not. */
  readonly missing: (target: string) => Effect.Effect<ReadonlyArray<ProjectId>>
  /** Whether the project's is taken, or where it goes on; undefined when it has not begun. */
  readonly find: (target: string, project: ProjectId) => Effect.Effect<"taken" | SnapshotStart | undefined>
  readonly saveProgress: (target: string, project: ProjectId, position: SnapshotPosition) => Effect.Effect<void>
  readonly saveTaken: (target: string, project: ProjectId) => Effect.Effect<void>
  /** Forgets those of every other target, as only one is kept up to date. */
  readonly keepOnly: (target: string) => Effect.Effect<void>
  /** Forgets all: there were changes that were not captured. */
  readonly forgetAll: Effect.Effect<void>
}>()("@hedgerow/storage-clickhouse/replication/SnapshotRecords") {
  /** In the table `clickhouse_snapshots` of PostgreSQL. */
  static readonly layer: Layer.Layer<SnapshotRecords, never, SqlClient.SqlClient> = Layer.effect(
    SnapshotRecords,
    Effect.map(SqlClient.SqlClient, (sql) =>
      SnapshotRecords.of({
        missing: Effect.fn("SnapshotRecords.missing")(function*(target: string) {
          const rows = yield* sql<{ id: ProjectId }>`SELECT id FROM projects p WHERE NOT EXISTS (
            SELECT 1 FROM clickhouse_snapshots s
            WHERE s.target = ${target} AND s.project_id = p.id AND s.taken_at IS NOT NULL AND s.topic = ${lastTopic}
          ) ORDER BY id`
          return rows.map(({ id }) => id)
        }, Effect.orDie),

        find: Effect.fn("SnapshotRecords.find")(function*(target: string, project: ProjectId) {
          const [row] = yield* sql<Row>`SELECT position, topic, after_key, taken_at IS NOT NULL AS is_taken
            FROM clickhouse_snapshots WHERE target = ${target} AND project_id = ${project}`
          return row && startOf(row)
        }, Effect.orDie),

        saveProgress: Effect.fn("SnapshotRecords.saveProgress")(
          function*(target: string, project: ProjectId, { after, position, topic }: SnapshotPosition) {
            yield* sql`INSERT INTO clickhouse_snapshots (target, project_id, position, topic, after_key)
              VALUES (${target}, ${project}, ${position}, ${topic}, nullif(${after ?? ""}, ''))
              ON CONFLICT (target, project_id) DO UPDATE
              SET position = excluded.position, topic = excluded.topic, after_key = excluded.after_key, taken_at = NULL`
          },
          Effect.orDie
        ),

        saveTaken: Effect.fn("SnapshotRecords.saveTaken")(function*(target: string, project: ProjectId) {
          const takenAt = DateTime.toDateUtc(yield* DateTime.now)
          yield* sql`UPDATE clickhouse_snapshots SET taken_at = ${takenAt}
            WHERE target = ${target} AND project_id = ${project}`
        }, Effect.orDie),

        keepOnly: Effect.fn("SnapshotRecords.keepOnly")(function*(target: string) {
          yield* sql`DELETE FROM clickhouse_snapshots WHERE target <> ${target}`
        }, Effect.orDie),

        forgetAll: Effect.asVoid(sql`DELETE FROM clickhouse_snapshots`).pipe(
          Effect.orDie,
          Effect.withSpan("SnapshotRecords.forgetAll")
        )
      }))
  )
}

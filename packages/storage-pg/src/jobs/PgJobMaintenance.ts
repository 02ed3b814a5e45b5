import type { JobState } from "@hedgerow/core/jobs/Job"
import type { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { jobFragments } from "./PgJobFragments.ts"

type Upkeep = Pick<JobRepository["Service"], "nameKinds" | "failUnknown" | "removeFailed" | "tally">

/** The work of workers beside running jobs. */
export const makeMaintenance = (sql: SqlClient.SqlClient): Upkeep => {
  const { failedAt, time } = jobFragments(sql)

  return {
    nameKinds: Effect.fn("PgJobRepository.nameKinds")(function*(kinds: ReadonlyArray<string>, now: DateTime.Utc) {
      yield* requireStorable(kinds)
      yield* sql`INSERT INTO job_kinds AS known (kind, seen_at)
        SELECT DISTINCT kind, ${time(now)} FROM unnest(${kinds}::text[]) kind ORDER BY kind
        ON CONFLICT (kind) DO UPDATE SET seen_at = excluded.seen_at
        WHERE known.seen_at < excluded.seen_at - interval '1 minute'`
    }, Effect.orDie),
    failUnknown: Effect.fn("PgJobRepository.failUnknown")(
      function*(before: DateTime.Utc, error: string, now: DateTime.Utc) {
        const rows = yield* sql`UPDATE jobs SET last_error = ${error}, ${failedAt(now)}
          WHERE due_at < ${time(before)}
            AND kind NOT IN (SELECT kind FROM job_kinds WHERE seen_at >= ${time(before)}) RETURNING 1`
        return rows.length
      },
      Effect.orDie
    ),
    removeFailed: Effect.fn("PgJobRepository.removeFailed")(function*(before: DateTime.Utc, limit: number) {
      const rows = yield* sql`DELETE FROM jobs WHERE id IN (
          SELECT id FROM jobs WHERE state = 'failed' AND failed_at < ${time(before)}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) RETURNING 1`
      return rows.length
    }, Effect.orDie),
    tally: Effect.fn("PgJobRepository.tally")(function*(limit: number) {
      const [row] = yield* sql<Record<JobState, number>>`SELECT
        (SELECT count(*) FROM (SELECT 1 FROM jobs WHERE state = 'running' LIMIT ${limit}) j)::int4 AS running,
        (SELECT count(*) FROM (SELECT 1 FROM jobs WHERE state = 'failed' LIMIT ${limit}) j)::int4 AS failed,
        (SELECT count(*) FROM (SELECT 1 FROM jobs WHERE due_at IS NOT NULL LIMIT ${limit}) j)::int4 AS ready`
      if (row === undefined) return { ready: 0, running: 0, failed: 0 }
      return { ...row, ready: row.ready < limit ? row.ready - row.running : row.ready }
    }, Effect.orDie)
  }
}

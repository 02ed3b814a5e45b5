import type { JobId, JobLease } from "@hedgerow/core/jobs/Job"
import type { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { PgHints } from "../caching/PgHints.ts"
import { jobFragments, jobsTopic } from "./PgJobFragments.ts"

type Outcomes = Pick<
  JobRepository["Service"],
  "heartbeat" | "complete" | "retryAt" | "fail" | "release" | "rearm"
>

const isAny = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0

/** The end of a run, as the holder of its lease reports it; without the lease it changes nothing. */
export const makeOutcomes = (sql: SqlClient.SqlClient, hints: PgHints["Service"]): Outcomes => {
  const { failedAt, held, noLease, time } = jobFragments(sql)

  const complete = Effect.fn("PgJobRepository.complete")(function*(lease: JobLease) {
    const done = yield* sql`DELETE FROM jobs WHERE ${held(lease)} AND again_at IS NULL RETURNING 1`
    if (isAny(done)) return true
    return isAny(
      yield* sql`UPDATE jobs SET state = 'ready', run_at = again_at, attempts = 0, last_error = NULL, ${noLease}
        WHERE ${held(lease)} RETURNING 1`
    )
  }, Effect.orDie)

  return {
    heartbeat: Effect.fn("PgJobRepository.heartbeat")(
      function*(leases: ReadonlyArray<JobLease>, until: DateTime.Utc) {
        const rows = yield* sql<{ id: JobId }>`UPDATE jobs SET leased_until = ${time(until)}
        FROM unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::int4[]) own(id, lease)
        WHERE jobs.id = own.id AND jobs.lease = own.lease AND jobs.state = 'running' RETURNING jobs.id`
        return rows.map(({ id }) => id)
      },
      Effect.orDie
    ),
    complete,
    retryAt: Effect.fn("PgJobRepository.retryAt")(function*(lease: JobLease, error: string, runAt: DateTime.Utc) {
      return isAny(
        yield* sql`UPDATE jobs SET state = 'ready', run_at = least(${time(runAt)}, again_at), last_error = ${error},
          ${noLease} WHERE ${held(lease)} RETURNING 1`
      )
    }, Effect.orDie),
    fail: Effect.fn("PgJobRepository.fail")(function*(lease: JobLease, error: string, now: DateTime.Utc) {
      const failed = yield* sql`UPDATE jobs SET last_error = ${error}, ${failedAt(now)}
        WHERE ${held(lease)} AND again_at IS NULL RETURNING 1`
      if (isAny(failed)) return true
      return isAny(
        yield* sql`UPDATE jobs SET state = 'ready', run_at = coalesce(again_at, run_at), attempts = 0,
          last_error = ${error}, ${noLease} WHERE ${held(lease)} RETURNING 1`
      )
    }, Effect.orDie),
    release: Effect.fn("PgJobRepository.release")(function*(lease: JobLease) {
      const rows = yield* sql`UPDATE jobs SET state = 'ready', attempts = attempts - 1, ${noLease}
        WHERE ${held(lease)} RETURNING 1`
      yield* hints.notify(jobsTopic, "")
      return isAny(rows)
    }, Effect.orDie),
    rearm: Effect.fn("PgJobRepository.rearm")(function*(lease: JobLease, runAt: DateTime.Utc, error: string | null) {
      return isAny(
        yield* sql`UPDATE jobs SET state = 'ready', run_at = least(${time(runAt)}, again_at), attempts = 0,
          last_error = ${error}::text, ${noLease} WHERE ${held(lease)} RETURNING 1`
      )
    }, Effect.orDie)
  }
}

import { PgClient } from "@effect/sql-pg"
import type { JobCount, JobId, JobLease, JobOwner, NewJob } from "@hedgerow/core/jobs/Job"
import { type JobClaim, JobRepository } from "@hedgerow/core/jobs/JobRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { PgHints } from "./PgHints.ts"
import { jobOf, type JobRow } from "./PgJobRow.ts"
import { requireStorable, utc } from "./Values.ts"

/** A hint can be lost; so long at most nobody looks. */
const pollEvery = "5 seconds"
const topic = "jobs"

const isAny = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0

/** Jobs in PostgreSQL; workers of all servers pass by the rows that another one is taking. */
export const layer: Layer.Layer<JobRepository, never, PgClient.PgClient | PgHints | SqlClient.SqlClient> = Layer.effect(
  JobRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const pg = yield* PgClient.PgClient
    const hints = yield* PgHints

    const time = (at: DateTime.Utc) => sql`${DateTime.toDateUtc(at)}::timestamptz`
    const held = ({ id, lease }: JobLease) => sql`id = ${id} AND lease = ${lease} AND state = 'running'`
    const noLease = sql.literal("again_at = NULL, leased_by = NULL, leased_until = NULL")
    const ofOwner = (owner: JobOwner) => {
      if (owner === "all") return sql`true`
      return owner === null ? sql`project_id IS NULL` : sql`project_id = ${owner}`
    }

    const enqueue = Effect.fn("PgJobRepository.enqueue")(function*(job: NewJob) {
      yield* requireStorable([job.kind, job.unique_key ?? "", JSON.stringify(job.payload)])
      const [row] = yield* sql<{ id: JobId }>`INSERT INTO jobs AS known
          (id, project_id, kind, unique_key, payload, state, run_at, attempts, max_attempts, lease, created_at)
        VALUES (${job.id}, ${job.project_id}, ${job.kind}, ${job.unique_key}, ${pg.json(job.payload)}, 'ready',
          ${time(job.run_at)}, 0, ${job.max_attempts}, 0, ${time(job.created_at)})
        ON CONFLICT (project_id, kind, unique_key) WHERE unique_key IS NOT NULL AND state <> 'failed' DO UPDATE SET
          run_at = CASE known.state WHEN 'ready' THEN least(known.run_at, excluded.run_at) ELSE known.run_at END,
          again_at = CASE known.state WHEN 'running' THEN least(known.again_at, excluded.run_at) END
        RETURNING id`
      yield* hints.notify(topic, "")
      return row?.id ?? job.id
    }, Effect.orDie)

    const claim = Effect.fn("PgJobRepository.claim")(function*({ kinds, limit, node, now, until }: JobClaim) {
      const rows = yield* sql<JobRow & { readonly was_due: Date }>`WITH due AS (
          SELECT id, due_at FROM jobs WHERE due_at <= ${time(now)} AND kind = ANY (${kinds}::text[])
          ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )
        UPDATE jobs SET state = 'running', again_at = NULL, attempts = attempts + 1, lease = lease + 1,
          leased_by = ${node}, leased_until = ${time(until)}
        FROM due WHERE jobs.id = due.id RETURNING jobs.*, due.due_at AS was_due`
      return rows.toSorted((left, right) =>
        left.was_due.getTime() - right.was_due.getTime() || (left.id < right.id ? -1 : 1)
      ).map(jobOf)
    }, Effect.orDie)

    const complete = Effect.fn("PgJobRepository.complete")(function*(lease: JobLease) {
      const done = yield* sql`DELETE FROM jobs WHERE ${held(lease)} AND again_at IS NULL RETURNING 1`
      if (isAny(done)) return true
      return isAny(
        yield* sql`UPDATE jobs SET state = 'ready', run_at = again_at, attempts = 0, last_error = NULL, ${noLease}
          WHERE ${held(lease)} RETURNING 1`
      )
    }, Effect.orDie)

    const retry = Effect.fn("PgJobRepository.retry")(function*(owner: JobOwner, id: JobId, now: DateTime.Utc) {
      const [holder] = yield* sql<{ id: JobId }>`DELETE FROM jobs USING jobs other
        WHERE jobs.id = ${id} AND jobs.state = 'failed' AND jobs.unique_key = other.unique_key
          AND jobs.kind = other.kind AND jobs.project_id IS NOT DISTINCT FROM other.project_id
          AND other.state <> 'failed' AND jobs.id IN (SELECT id FROM jobs WHERE ${ofOwner(owner)} AND id = ${id})
        RETURNING other.id`
      if (holder !== undefined) return Option.some(holder.id)
      const [row] = yield* sql<{ id: JobId }>`UPDATE jobs SET state = 'ready', run_at = ${time(now)}, attempts = 0
        WHERE id = ${id} AND state <> 'running' AND ${ofOwner(owner)} RETURNING id`
      if (row !== undefined) yield* hints.notify(topic, "")
      return Option.fromUndefinedOr(row?.id)
    }, Effect.orDie)

    return JobRepository.of({
      enqueue,
      claim,
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
      fail: Effect.fn("PgJobRepository.fail")(function*(lease: JobLease, error: string) {
        return isAny(
          yield* sql`UPDATE jobs SET last_error = ${error}, run_at = coalesce(again_at, run_at),
            state = CASE WHEN again_at IS NULL THEN 'failed' ELSE 'ready' END,
            attempts = CASE WHEN again_at IS NULL THEN attempts ELSE 0 END, ${noLease}
            WHERE ${held(lease)} RETURNING 1`
        )
      }, Effect.orDie),
      release: Effect.fn("PgJobRepository.release")(function*(lease: JobLease) {
        const rows = yield* sql`UPDATE jobs SET state = 'ready', attempts = attempts - 1, ${noLease}
          WHERE ${held(lease)} RETURNING 1`
        yield* hints.notify(topic, "")
        return isAny(rows)
      }, Effect.orDie),
      rearm: Effect.fn("PgJobRepository.rearm")(function*(lease: JobLease, runAt: DateTime.Utc, error: string | null) {
        return isAny(
          yield* sql`UPDATE jobs SET state = 'ready', run_at = ${time(runAt)}, attempts = 0,
            last_error = ${error}::text, ${noLease} WHERE ${held(lease)} RETURNING 1`
        )
      }, Effect.orDie),
      failUnknown: Effect.fn("PgJobRepository.failUnknown")(
        function*(kinds: ReadonlyArray<string>, before: DateTime.Utc, error: string) {
          const rows = yield* sql`UPDATE jobs SET state = 'failed', last_error = ${error}
            WHERE state = 'ready' AND due_at < ${time(before)} AND kind <> ALL (${kinds}::text[]) RETURNING 1`
          return rows.length
        },
        Effect.orDie
      ),
      list: Effect.fn("PgJobRepository.list")(function*(owner: JobOwner, failed: boolean, page: PageRequest) {
        const where = sql`FROM jobs WHERE ${ofOwner(owner)} AND ${failed ? sql`last_error IS NOT NULL` : sql`true`}`
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
        const rows = yield* sql<JobRow>`SELECT * ${where} ORDER BY id LIMIT ${page.limit} OFFSET ${page.offset}`
        return { items: rows.map(jobOf), count: total?.count ?? 0 }
      }, Effect.orDie),
      counts: Effect.fn("PgJobRepository.counts")(function*(owner: JobOwner) {
        return yield* sql<JobCount>`SELECT kind, state, count(*)::int4 AS count FROM jobs WHERE ${ofOwner(owner)}
          GROUP BY kind, state ORDER BY kind, state`
      }, Effect.orDie),
      retry,
      nextDue: Effect.fn("PgJobRepository.nextDue")(function*(kinds: ReadonlyArray<string>) {
        const [row] = yield* sql<{ due_at: Date }>`SELECT due_at FROM jobs
          WHERE due_at IS NOT NULL AND kind = ANY (${kinds}::text[]) ORDER BY due_at, id LIMIT 1`
        return Option.map(Option.fromUndefinedOr(row), ({ due_at }) => utc(due_at))
      }, Effect.orDie),
      wakes: Stream.merge(Stream.map(hints.hints(topic), () => undefined), Stream.tick(pollEvery))
    })
  })
)

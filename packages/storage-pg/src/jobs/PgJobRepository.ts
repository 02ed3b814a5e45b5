import { PgClient } from "@effect/sql-pg"
import type { JobCount, JobId, JobOwner, NewJob } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime, Duration, Effect, Layer, Option, Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PgHints } from "../caching/PgHints.ts"
import { utc } from "../database/Values.ts"
import { makeClaim } from "./PgJobClaim.ts"
import { jobFragments, jobsTopic } from "./PgJobFragments.ts"
import { makeMaintenance } from "./PgJobMaintenance.ts"
import { makeOutcomes } from "./PgJobOutcomes.ts"
import { jobOf, type JobRow } from "./PgJobRow.ts"

/** A hint can be lost: the longest time for which nobody looks. */
const poll = Duration.seconds(5)

/** Every worker looks before such a job is due. */
const isFarAhead = (runAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThan(runAt, DateTime.addDuration(now, Duration.times(poll, 2)))

const isTaken = (error: SqlError.SqlError): boolean => error.reason._tag === "UniqueViolation"

/** Jobs in PostgreSQL; workers of all servers pass by the rows that another one is taking. */
export const layer: Layer.Layer<JobRepository, never, PgClient.PgClient | PgHints | SqlClient.SqlClient> = Layer.effect(
  JobRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const pg = yield* PgClient.PgClient
    const hints = yield* PgHints

    const { noLease, ofOwner, time } = jobFragments(sql)

    const added = Effect.fnUntraced(function*(job: NewJob) {
      yield* requireStorable([job.kind, job.unique_key ?? "", JSON.stringify(job.payload)])
      return sql`INSERT INTO jobs AS known
          (id, project_id, kind, unique_key, payload, state, run_at, attempts, max_attempts, lease, created_at)
        VALUES (${job.id}, ${job.project_id}, ${job.kind}, ${job.unique_key}, ${pg.json(job.payload)}, 'ready',
          ${time(job.run_at)}, 0, ${job.max_attempts}, 0, ${time(job.created_at)})
        ON CONFLICT (project_id, kind, unique_key) WHERE unique_key IS NOT NULL AND state <> 'failed'`
    })

    const enqueue = Effect.fn("PgJobRepository.enqueue")(function*(job: NewJob) {
      const [row] = yield* sql<{ id: JobId }>`${yield* added(job)} DO UPDATE SET
          run_at = CASE known.state WHEN 'ready' THEN least(known.run_at, excluded.run_at) ELSE known.run_at END,
          again_at = CASE known.state WHEN 'running' THEN least(known.again_at, excluded.run_at) END
        RETURNING id`
      if (!isFarAhead(job.run_at, job.created_at)) yield* hints.notify(jobsTopic, "")
      return row?.id ?? job.id
    }, Effect.orDie)

    const ensure = Effect.fn("PgJobRepository.ensure")(function*(job: NewJob) {
      const rows = yield* sql`${yield* added(job)} DO NOTHING RETURNING 1`
      if (rows.length > 0 && !isFarAhead(job.run_at, job.created_at)) yield* hints.notify(jobsTopic, "")
    }, Effect.orDie)

    const giveWayToHolder = (owner: JobOwner, id: JobId) =>
      sql<{ id: JobId }>`DELETE FROM jobs USING jobs other
        WHERE jobs.id = ${id} AND jobs.state = 'failed' AND jobs.unique_key = other.unique_key
          AND jobs.kind = other.kind AND jobs.project_id IS NOT DISTINCT FROM other.project_id
          AND other.state <> 'failed' AND jobs.id IN (SELECT id FROM jobs WHERE ${ofOwner(owner)} AND id = ${id})
        RETURNING other.id`

    const makeDue = (owner: JobOwner, id: JobId, now: DateTime.Utc) =>
      sql<{ id: JobId }>`UPDATE jobs SET state = 'ready', run_at = ${time(now)}, attempts = 0, ${noLease}
        WHERE id = ${id} AND (state <> 'running' OR leased_until <= ${time(now)}) AND ${ofOwner(owner)} RETURNING id`

    // A transaction that takes the key between the two statements makes the second one fail, and is found by the first
    // one then.
    const retry = Effect.fn("PgJobRepository.retry")(
      function*(owner: JobOwner, id: JobId, now: DateTime.Utc) {
        const [holder] = yield* giveWayToHolder(owner, id)
        if (holder !== undefined) return Option.some(holder.id)
        const [row] = yield* sql.withTransaction(makeDue(owner, id, now))
        if (row !== undefined) yield* hints.notify(jobsTopic, "")
        return Option.fromUndefinedOr(row?.id)
      },
      Effect.retry({ while: isTaken, times: 5 }),
      Effect.orDie
    )

    return JobRepository.of({
      enqueue,
      ensure,
      claim: Effect.fn("PgJobRepository.claim")(makeClaim(sql), Effect.orDie),
      ...makeOutcomes(sql, hints),
      ...makeMaintenance(sql),
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
        const [row] = yield* sql<{ due_at: Date | null }>`SELECT min(first.due_at) AS due_at
          FROM unnest(${kinds}::text[]) wanted(kind), LATERAL (
            SELECT due_at FROM jobs WHERE jobs.kind = wanted.kind AND due_at IS NOT NULL ORDER BY due_at, id LIMIT 1
          ) first`
        return Option.map(Option.fromNullishOr(row?.due_at), utc)
      }, Effect.orDie),
      wakes: Stream.merge(Stream.map(hints.hints(jobsTopic), () => undefined), Stream.tick(poll))
    })
  })
)

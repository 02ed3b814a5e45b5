import type { Job } from "@hedgerow/core/jobs/Job"
import type { JobClaim } from "@hedgerow/core/jobs/JobRepository"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { jobFragments } from "./PgJobFragments.ts"
import { jobOf, type JobRow } from "./PgJobRow.ts"

/** At most this many due jobs of a kind are compared, in the order in which they became due. */
const oldestCompared = 200

/** The number of projects whose first jobs are compared as well, where more are due. */
const ownersCompared = 1_000

interface ClaimedRow extends JobRow {
  readonly turn: number
  readonly was_due: Date
}

const byTurn = (left: ClaimedRow, right: ClaimedRow): number =>
  left.turn - right.turn || left.was_due.getTime() - right.was_due.getTime() || (left.id < right.id ? -1 : 1)

/**
 * The first jobs of each kind by turns: a job's turn is its place among the due jobs of its project, behind those that
 * run. Candidates are read in the order of indexes, however many wait behind them; only the jobs taken are locked.
 */
const firstByTurn = (sql: SqlClient.SqlClient, { kinds, limit, limits, now, ofIdleProjects = false }: JobClaim) => {
  const { time } = jobFragments(sql)
  const most = kinds.map((kind) => Math.min(limit, limits?.get(kind) ?? limit))
  return sql`wanted AS (
      SELECT * FROM unnest(${kinds}::text[], ${most}::int4[]) wanted(kind, most)
    ), oldest AS (
      SELECT first.* FROM wanted, LATERAL (
        SELECT id, kind, coalesce(project_id, 0) AS owner, due_at FROM jobs
        WHERE jobs.kind = wanted.kind AND due_at <= ${time(now)} ORDER BY due_at, id LIMIT ${oldestCompared}
      ) first
    ), owners AS (
      SELECT kind, -1 AS owner, 0 AS place FROM oldest GROUP BY kind HAVING count(*) = ${oldestCompared}
      UNION ALL
      SELECT kind, next.owner, place + 1 FROM owners, LATERAL (
        SELECT coalesce(project_id, 0) AS owner FROM jobs
        WHERE jobs.kind = owners.kind AND due_at IS NOT NULL AND coalesce(project_id, 0) > owners.owner
        ORDER BY coalesce(project_id, 0) LIMIT 1
      ) next WHERE place < ${ownersCompared}
    ), candidates AS (
      SELECT * FROM oldest
      UNION
      SELECT first.* FROM owners JOIN wanted USING (kind), LATERAL (
        SELECT id, kind, owners.owner, due_at FROM jobs
        WHERE jobs.kind = owners.kind AND coalesce(project_id, 0) = owners.owner AND due_at <= ${time(now)}
        ORDER BY due_at, id LIMIT wanted.most
      ) first WHERE place > 0
    ), busy AS (
      SELECT kind, coalesce(project_id, 0) AS owner, count(*) AS running FROM jobs
      WHERE state = 'running' AND leased_until > ${time(now)} GROUP BY kind, coalesce(project_id, 0)
    ), turns AS (
      SELECT id, kind, due_at, (coalesce(running, 0)
        + row_number() OVER (PARTITION BY kind, owner ORDER BY due_at, id))::int4 AS turn
      FROM candidates LEFT JOIN busy USING (kind, owner)
    ), due AS (
      SELECT taken.* FROM wanted, LATERAL (
        SELECT id, turn, due_at
        FROM (SELECT * FROM turns WHERE turns.kind = wanted.kind AND (turn = 1 OR NOT ${ofIdleProjects}::bool)
          ORDER BY turn, due_at, id) next,
          LATERAL (SELECT 1 FROM jobs WHERE jobs.id = next.id AND jobs.due_at <= ${time(now)}
            FOR UPDATE SKIP LOCKED) free
        LIMIT wanted.most
      ) taken ORDER BY turn, due_at, id LIMIT ${limit}
    )`
}

/** Leases due jobs, of all projects in turns. */
export const makeClaim = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(claim: JobClaim): Effect.fn.Return<ReadonlyArray<Job>, SqlError.SqlError> {
    const { time } = jobFragments(sql)
    const rows = yield* sql<ClaimedRow>`WITH RECURSIVE ${firstByTurn(sql, claim)}
      UPDATE jobs SET state = 'running', again_at = NULL, attempts = attempts + 1, lease = lease + 1,
        leased_by = ${claim.node}, leased_until = ${time(claim.until)}
      FROM due WHERE jobs.id = due.id RETURNING jobs.*, due.due_at AS was_due, due.turn`
    return rows.toSorted(byTurn).map(jobOf)
  })

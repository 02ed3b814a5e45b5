import type { JobLease, JobOwner } from "@hedgerow/core/jobs/Job"
import { DateTime } from "effect"
import type { SqlClient } from "effect/sql"

/** The message to servers when a job may be due. */
export const jobsTopic = "jobs"

/** The pieces of the statements on `jobs`. */
export const jobFragments = (sql: SqlClient.SqlClient) => {
  const time = (at: DateTime.Utc) => sql`${DateTime.toDateUtc(at)}::timestamptz`
  const held = ({ id, lease }: JobLease) => sql`id = ${id} AND lease = ${lease} AND state = 'running'`
  const noLease = sql.literal("again_at = NULL, leased_by = NULL, leased_until = NULL, failed_at = NULL")
  const failedAt = (now: DateTime.Utc) =>
    sql`state = 'failed', failed_at = ${time(now)}, again_at = NULL, leased_by = NULL, leased_until = NULL`
  const ofOwner = (owner: JobOwner) => {
    if (owner === "all") return sql`true`
    return owner === null ? sql`project_id IS NULL` : sql`project_id = ${owner}`
  }
  return { failedAt, held, noLease, ofOwner, time }
}

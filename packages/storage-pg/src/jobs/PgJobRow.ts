import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Job, type JobId, type JobState } from "@hedgerow/core/jobs/Job"
import type { DateTime, Schema } from "effect"
import { utc } from "../database/Values.ts"

/** A row of `jobs`. */
export interface JobRow {
  readonly id: JobId
  readonly project_id: ProjectId | null
  readonly kind: string
  readonly unique_key: string | null
  readonly payload: Schema.Json
  readonly state: JobState
  readonly run_at: Date
  readonly again_at: Date | null
  readonly attempts: number
  readonly max_attempts: number
  readonly lease: number
  readonly leased_by: string | null
  readonly leased_until: Date | null
  readonly last_error: string | null
  readonly failed_at: Date | null
  readonly created_at: Date
}

const orNull = (date: Date | null): DateTime.Utc | null => date === null ? null : utc(date)

/** The job in a row. */
export const jobOf = (row: JobRow): Job =>
  new Job({
    ...row,
    run_at: utc(row.run_at),
    again_at: orNull(row.again_at),
    leased_until: orNull(row.leased_until),
    failed_at: orNull(row.failed_at),
    created_at: utc(row.created_at)
  })

import { Schema } from "effect"
import { ProjectId } from "../identity/Project.ts"
import { Uuid } from "../shared/Uuid.ts"

/** A uuid v7, unique over the installation. */
export const JobId = Uuid.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** Waiting for its time, leased by a worker, or given up. A job that is done is removed. */
export const JobState = Schema.Literals(["ready", "running", "failed"])
export type JobState = typeof JobState.Type

/** The owner of the jobs: a project, the installation itself (null), or all. */
export type JobOwner = ProjectId | null | "all"

/** One piece of work in the background. */
export class Job extends Schema.Class<Job>("Job")({
  id: JobId,
  /** null: the job is the installation's own. */
  project_id: Schema.NullOr(ProjectId),
  kind: Schema.String,
  /** No two unfinished jobs of one kind and project have the same. */
  unique_key: Schema.NullOr(Schema.String),
  payload: Schema.Json,
  state: JobState,
  run_at: Schema.DateTimeUtc,
  /** Asked for again while it runs: it runs once more from then on. */
  again_at: Schema.NullOr(Schema.DateTimeUtc),
  /** Runs begun, the current one included. */
  attempts: Schema.Int,
  max_attempts: Schema.Int,
  /** The number of times it was leased: the fencing token of its current lease. */
  lease: Schema.Int,
  leased_by: Schema.NullOr(Schema.String),
  leased_until: Schema.NullOr(Schema.DateTimeUtc),
  /** The cause of the last attempt's failure. */
  last_error: Schema.NullOr(Schema.String),
  /** The time at which it was given up. */
  failed_at: Schema.NullOr(Schema.DateTimeUtc),
  created_at: Schema.DateTimeUtc
}) {}

/** A job as it is enqueued. */
export type NewJob = Pick<
  Job,
  "id" | "project_id" | "kind" | "unique_key" | "payload" | "run_at" | "max_attempts" | "created_at"
>

/** One lease of a job: a worker must show it to report the end of the run. */
export type JobLease = Pick<Job, "id" | "lease">

/** The number of jobs of a kind in a state. */
export interface JobCount {
  readonly kind: string
  readonly state: JobState
  readonly count: number
}

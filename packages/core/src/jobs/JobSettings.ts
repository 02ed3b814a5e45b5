import { Context, Duration } from "effect"

/** How a worker behaves. */
export interface JobBounds {
  /** Jobs that a process runs at once. */
  readonly concurrency: number
  /** How long a job belongs to a worker that gives no sign of life. */
  readonly lease: Duration.Duration
  /** How often a worker gives a sign of life; well below the lease. */
  readonly heartbeat: Duration.Duration
  /** How long running jobs may go on when the process stops. */
  readonly grace: Duration.Duration
  /** No job waits longer between two attempts. */
  readonly maxBackOff: Duration.Duration
  /** A job that is overdue for so long, and whose kind no process has known for so long, has failed. */
  readonly unknownAfter: Duration.Duration
  /** A job that has failed for good stays so long. */
  readonly failedKept: Duration.Duration
}

/** How a worker behaves when the host says nothing. */
export const defaultJobBounds: JobBounds = {
  concurrency: 4,
  lease: Duration.seconds(30),
  heartbeat: Duration.seconds(10),
  grace: Duration.seconds(20),
  maxBackOff: Duration.hours(1),
  unknownAfter: Duration.hours(1),
  failedKept: Duration.days(30)
}

/** The settings of every worker; a composition may provide others. */
export class JobSettings extends Context.Reference<JobBounds>("@hedgerow/core/jobs/JobSettings", {
  defaultValue: () => defaultJobBounds
}) {}

import { Context, Duration } from "effect"

/** The settings of a worker. */
export interface JobBounds {
  /** Jobs that a process runs at once. */
  readonly concurrency: number
  /** The time after which a job of a worker without a heartbeat is taken over. */
  readonly lease: Duration.Duration
  /** The interval of a worker's heartbeat; well below the lease. */
  readonly heartbeat: Duration.Duration
  /** The time that running jobs get to end when the process stops. */
  readonly grace: Duration.Duration
  /** No job waits longer between two attempts. */
  readonly maxBackOff: Duration.Duration
  /** A job that is overdue for longer than this, and whose kind no process has known for as long, has failed. */
  readonly unknownAfter: Duration.Duration
  /** The time that a job stays after it has failed for good. */
  readonly failedKept: Duration.Duration
}

/** The default settings of a worker. */
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

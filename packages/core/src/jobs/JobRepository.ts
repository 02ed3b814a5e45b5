import type { DateTime, Effect, Option, Stream } from "effect"
import { Context } from "effect"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Job, JobCount, JobId, JobLease, JobOwner, JobState, NewJob } from "./Job.ts"

/** The due jobs that a worker takes, and the time for which it leases them. */
export interface JobClaim {
  readonly kinds: ReadonlyArray<string>
  /** The worker's name. */
  readonly node: string
  readonly now: DateTime.Utc
  readonly until: DateTime.Utc
  readonly limit: number
  /** No more of a kind than this, where it has a limit. */
  readonly limits?: ReadonlyMap<string, number>
  /** Only jobs of projects of which none of the kind runs, one of each. */
  readonly ofIdleProjects?: boolean
}

/**
 * The store of jobs. All times come from the caller. A run is known by its lease: a report about a run whose lease
 * another worker has taken over changes nothing and returns false.
 */
export class JobRepository extends Context.Service<JobRepository, {
  /**
   * Adds a job, in the caller's transaction. When an unfinished job of the kind and project has its unique key, that
   * one is answered and its payload stays: if it waits, its time moves to the earlier one; if it runs, it runs once
   * more.
   */
  readonly enqueue: (job: NewJob) => Effect.Effect<JobId>
  /** Adds a job unless an unfinished one of the kind and project has its unique key. */
  readonly ensure: (job: NewJob) => Effect.Effect<void>
  /**
   * Leases the jobs of these kinds that are due or whose lease is over. Projects take turns in each kind: the project
   * with the fewest running and taken jobs is next, and its jobs come in the order in which they became due. No two
   * claims get the same job. Each answer counts as an attempt.
   */
  readonly claim: (claim: JobClaim) => Effect.Effect<ReadonlyArray<Job>>
  /** Lengthens leases that are still held; answers which those are. */
  readonly heartbeat: (
    leases: ReadonlyArray<JobLease>,
    until: DateTime.Utc
  ) => Effect.Effect<ReadonlyArray<JobId>>
  /** The run ended well: the job is removed, unless it was asked for again meanwhile. */
  readonly complete: (lease: JobLease) => Effect.Effect<boolean>
  /** The run failed and will be tried again. */
  readonly retryAt: (lease: JobLease, error: string, runAt: DateTime.Utc) => Effect.Effect<boolean>
  /** The job has failed: it stays, and never runs by itself. One that was asked for again meanwhile starts afresh. */
  readonly fail: (lease: JobLease, error: string, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Gives the lease back: the job is due as before, and this attempt does not count. */
  readonly release: (lease: JobLease) => Effect.Effect<boolean>
  /**
   * The run of a scheduled job ended, well or with this error: its next one is at this time, or earlier if asked for.
   */
  readonly rearm: (lease: JobLease, runAt: DateTime.Utc, error: string | null) => Effect.Effect<boolean>
  /** Some process runs jobs of these kinds. */
  readonly nameKinds: (kinds: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
  /**
   * Jobs that were due, or whose lease was over, before a time since when no process has named their kind, have failed
   * with this error; answers how many.
   */
  readonly failUnknown: (before: DateTime.Utc, error: string, now: DateTime.Utc) => Effect.Effect<number>
  /** Removes jobs that failed for good before a time, at most `limit`; returns the number of them. */
  readonly removeFailed: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  /** Jobs by age; `failed`: those alone whose last attempt failed, whether they will be tried again or not. */
  readonly list: (owner: JobOwner, failed: boolean, page: PageRequest) => Effect.Effect<Page<Job>>
  /** The number of jobs by kind and state. */
  readonly counts: (owner: JobOwner) => Effect.Effect<ReadonlyArray<JobCount>>
  /** The number of jobs of all owners by state, each counted up to a limit: cheap enough to ask all the time. */
  readonly tally: (limit: number) => Effect.Effect<Readonly<Record<JobState, number>>>
  /**
   * Makes a job due that has failed, waits, or runs by a lease that is over, with all its attempts. A failed one whose
   * unique key has meanwhile gone to an unfinished job makes way for that one, whose id is the answer.
   */
  readonly retry: (owner: JobOwner, id: JobId, now: DateTime.Utc) => Effect.Effect<Option.Option<JobId>>
  /** The time at which the next job of these kinds is due or its lease ends. */
  readonly nextDue: (kinds: ReadonlyArray<string>) => Effect.Effect<Option.Option<DateTime.Utc>>
  /**
   * Says that a job may be due earlier than known, first when it begins to listen. Where a hint can be lost, others
   * follow every few seconds.
   */
  readonly wakes: Stream.Stream<void>
}>()("@hedgerow/core/jobs/JobRepository") {}

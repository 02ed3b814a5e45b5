import type { Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { type Job, JobId, type NewJob } from "@hedgerow/core/jobs/Job"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect } from "effect"

/** The services that the suite of jobs needs. */
export type JobPorts = JobRepository | OrganizationRepository | ProjectRepository | Transaction

export type It = Vitest.MethodsNonLive<JobPorts>

/** The moment a number of seconds after the one that the tests speak of. */
export const at = (seconds: number): DateTime.Utc =>
  DateTime.makeUnsafe(Date.UTC(2026, 2, 1, 12) + Math.round(seconds * 1000))

/** A kind that no other test has, so that tests on one storage do not take each other's jobs. */
export const freshKind = Effect.map(makeUuid7, (uuid) => `kind.${uuid}`)

/** A new job of a kind, due at `at(0)`. */
export const newJob = Effect.fnUntraced(function*(kind: string, fields: Partial<NewJob> = {}) {
  const job: NewJob = {
    id: JobId.make(yield* makeUuid7),
    project_id: null,
    kind,
    unique_key: null,
    payload: { n: 1 },
    run_at: at(0),
    max_attempts: 3,
    created_at: at(0),
    ...fields
  }
  return job
})

/** Enqueues a new job; answers the id the storage answered. */
export const enqueue = Effect.fnUntraced(function*(kind: string, fields: Partial<NewJob> = {}) {
  const jobs = yield* JobRepository
  return yield* jobs.enqueue(yield* newJob(kind, fields))
})

/** Claims at `at(seconds)` with a lease of 30 seconds. */
export const claim = Effect.fnUntraced(function*(kind: string, seconds = 0, limit = 10) {
  const jobs = yield* JobRepository
  return yield* jobs.claim({ kinds: [kind], node: "one", now: at(seconds), until: at(seconds + 30), limit })
})

/** Claims the one job that is due. */
export const claimOne = (kind: string, seconds = 0) =>
  Effect.flatMap(claim(kind, seconds), ([job]) => Effect.orDie(Effect.fromNullishOr(job)))

/** The jobs of a kind, of all owners. */
export const jobsOf = Effect.fnUntraced(function*(kind: string) {
  const jobs = yield* JobRepository
  const page = yield* jobs.list("all", false, { limit: 10_000, offset: 0 })
  return page.items.filter((job) => job.kind === kind)
})

/** The fields of a job that tests compare. */
export const shortly = ({ attempts, last_error, run_at, state }: Job) =>
  [state, attempts, (DateTime.toEpochMillis(run_at) - DateTime.toEpochMillis(at(0))) / 1000, last_error] as const

/** The jobs of a kind as `shortly` shows them. */
export const shortlyOf = (kind: string) => Effect.map(jobsOf(kind), (jobs) => jobs.map(shortly))

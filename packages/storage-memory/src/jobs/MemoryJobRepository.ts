import type { JobId, JobLease, JobOwner, NewJob } from "@hedgerow/core/jobs/Job"
import { type JobClaim, JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { wakesOf } from "@hedgerow/core/jobs/Jobs"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { type DateTime, Effect, Layer, Option, PubSub } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import {
  belongsTo,
  byId,
  claim,
  countJobs,
  dueAt,
  dueJobs,
  earlier,
  endLeased,
  enqueue,
  ensure,
  failed,
  failUnknown,
  millis,
  removeFailed,
  retry,
  tallyJobs
} from "./MemoryJobs.ts"

/** Jobs in memory. */
export const layer: Layer.Layer<JobRepository, never, MemoryDatabase> = Layer.effect(
  JobRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase
    const enqueued = yield* PubSub.sliding<void>(1)

    return JobRepository.of({
      enqueue: Effect.fn("JobRepository.enqueue")(function*(job: NewJob) {
        const id = yield* operation((state) => enqueue(state, job))
        yield* afterCommit(Effect.asVoid(PubSub.publish(enqueued, undefined)))
        return id
      }),
      ensure: Effect.fn("JobRepository.ensure")((job: NewJob) => operation((state) => ensure(state, job))),
      claim: Effect.fn("JobRepository.claim")((options: JobClaim) => operation((state) => claim(state, options))),
      heartbeat: Effect.fn("JobRepository.heartbeat")((leases: ReadonlyArray<JobLease>, until: DateTime.Utc) =>
        operation((state) =>
          leases.flatMap((lease) =>
            endLeased(state, lease, ({ again_at, leased_by }) => ({ again_at, leased_by, leased_until: until }))
              ? [lease.id]
              : []
          )
        )
      ),
      complete: Effect.fn("JobRepository.complete")((lease: JobLease) =>
        operation((state) =>
          endLeased(
            state,
            lease,
            ({ again_at }) =>
              again_at === null ? "done" : { state: "ready", run_at: again_at, attempts: 0, last_error: null }
          )
        )
      ),
      retryAt: Effect.fn("JobRepository.retryAt")((lease: JobLease, error: string, runAt: DateTime.Utc) =>
        operation((state) =>
          endLeased(
            state,
            lease,
            (job) => ({ state: "ready", run_at: earlier(runAt, job.again_at), last_error: error })
          )
        )
      ),
      fail: Effect.fn("JobRepository.fail")((lease: JobLease, error: string, now: DateTime.Utc) =>
        operation((state) => endLeased(state, lease, (job) => failed(job, error, now)))
      ),
      release: Effect.fn("JobRepository.release")((lease: JobLease) =>
        operation((state) => endLeased(state, lease, (job) => ({ state: "ready", attempts: job.attempts - 1 })))
      ),
      rearm: Effect.fn("JobRepository.rearm")((lease: JobLease, runAt: DateTime.Utc, error: string | null) =>
        operation((state) =>
          endLeased(state, lease, ({ again_at }) => ({
            state: "ready",
            run_at: earlier(runAt, again_at),
            attempts: 0,
            last_error: error
          }))
        )
      ),
      nameKinds: Effect.fn("JobRepository.nameKinds")((kinds: ReadonlyArray<string>, now: DateTime.Utc) =>
        operation((state) => {
          for (const kind of kinds) state.jobKinds.set(kind, millis(now))
        })
      ),
      failUnknown: Effect.fn("JobRepository.failUnknown")((before: DateTime.Utc, error: string, now: DateTime.Utc) =>
        operation((state) => failUnknown(state, before, error, now))
      ),
      removeFailed: Effect.fn("JobRepository.removeFailed")((before: DateTime.Utc, limit: number) =>
        operation((state) => removeFailed(state, before, limit))
      ),
      list: Effect.fn("JobRepository.list")((owner: JobOwner, onlyFailed: boolean, page: PageRequest) =>
        operation((state) => {
          const found = [...state.jobs.values()].filter(belongsTo(owner))
            .filter((job) => !onlyFailed || job.last_error !== null).toSorted(byId)
          return { items: found.slice(page.offset, page.offset + page.limit), count: found.length }
        })
      ),
      counts: Effect.fn("JobRepository.counts")((owner: JobOwner) =>
        operation((state) => countJobs([...state.jobs.values()].filter(belongsTo(owner))))
      ),
      tally: Effect.fn("JobRepository.tally")((limit: number) => operation((state) => tallyJobs(state, limit))),
      retry: Effect.fn("JobRepository.retry")((owner: JobOwner, id: JobId, now: DateTime.Utc) =>
        operation((state) => Option.fromUndefinedOr(retry(state, owner, id, now)))
      ),
      nextDue: Effect.fn("JobRepository.nextDue")((kinds: ReadonlyArray<string>) =>
        operation((state) => {
          const [next] = dueJobs(state, kinds)
          return Option.fromNullishOr(next === undefined ? undefined : dueAt(next))
        })
      ),
      wakes: wakesOf(enqueued)
    })
  })
)

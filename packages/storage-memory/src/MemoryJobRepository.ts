import type { JobId, JobLease, JobOwner, NewJob } from "@hedgerow/core/jobs/Job"
import { type JobClaim, JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { wakesOf } from "@hedgerow/core/jobs/Jobs"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { type DateTime, Effect, Layer, Option, PubSub } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import {
  belongsTo,
  byId,
  change,
  claim,
  countJobs,
  dueAt,
  dueJobs,
  earlier,
  enqueue,
  failed,
  millis,
  retry,
  settle
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
      claim: Effect.fn("JobRepository.claim")((options: JobClaim) => operation((state) => claim(state, options))),
      heartbeat: Effect.fn("JobRepository.heartbeat")((leases: ReadonlyArray<JobLease>, until: DateTime.Utc) =>
        operation((state) =>
          leases.flatMap((lease) =>
            settle(state, lease, ({ again_at, leased_by }) => ({ again_at, leased_by, leased_until: until }))
              ? [lease.id]
              : []
          )
        )
      ),
      complete: Effect.fn("JobRepository.complete")((lease: JobLease) =>
        operation((state) =>
          settle(
            state,
            lease,
            ({ again_at }) =>
              again_at === null ? "done" : { state: "ready", run_at: again_at, attempts: 0, last_error: null }
          )
        )
      ),
      retryAt: Effect.fn("JobRepository.retryAt")((lease: JobLease, error: string, runAt: DateTime.Utc) =>
        operation((state) =>
          settle(state, lease, (job) => ({ state: "ready", run_at: earlier(runAt, job.again_at), last_error: error }))
        )
      ),
      fail: Effect.fn("JobRepository.fail")((lease: JobLease, error: string) =>
        operation((state) => settle(state, lease, (job) => failed(job, error)))
      ),
      release: Effect.fn("JobRepository.release")((lease: JobLease) =>
        operation((state) => settle(state, lease, (job) => ({ state: "ready", attempts: job.attempts - 1 })))
      ),
      rearm: Effect.fn("JobRepository.rearm")((lease: JobLease, runAt: DateTime.Utc, error: string | null) =>
        operation((state) =>
          settle(state, lease, () => ({ state: "ready", run_at: runAt, attempts: 0, last_error: error }))
        )
      ),
      failUnknown: Effect.fn("JobRepository.failUnknown")((
        kinds: ReadonlyArray<string>,
        before: DateTime.Utc,
        error: string
      ) =>
        operation((state) => {
          const unknown = [...state.jobs.values()].filter((job) =>
            job.state === "ready" && !kinds.includes(job.kind) && millis(job.run_at) < millis(before)
          )
          for (const job of unknown) change(state, job, { state: "failed", last_error: error })
          return unknown.length
        })
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

import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Job } from "@hedgerow/core/jobs/Job"
import { defineJob, handle, type JobHandler } from "@hedgerow/core/jobs/JobKind"
import type { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { type JobBounds, JobSettings } from "@hedgerow/core/jobs/JobSettings"
import * as JobWorker from "@hedgerow/core/jobs/JobWorker"
import { MemoryDatabase } from "@hedgerow/storage-memory/database/MemoryDatabase"
import * as MemoryTransaction from "@hedgerow/storage-memory/database/MemoryTransaction"
import * as MemoryJobRepository from "@hedgerow/storage-memory/jobs/MemoryJobRepository"
import { type DateTime, Duration, Effect, Exit, Layer, Schema, Scope } from "effect"

/** Jobs in memory, without a worker. */
export const world = Jobs.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(MemoryJobRepository.layer, MemoryTransaction.layer)),
  Layer.provide(MemoryDatabase.layer)
)

export const project = 1 as ProjectId

/** The kind of job most tests use. */
export const mow = defineJob({ name: "meadow.mow", payload: Schema.Struct({ field: Schema.String }), maxAttempts: 3 })

/** Enqueues a `mow` for a field. */
export const enqueue = (
  field: string,
  options: { readonly uniqueKey?: string; readonly runAt?: DateTime.Utc } = {}
) => Effect.flatMap(Jobs, (jobs) => jobs.enqueue(mow, { project, payload: { field }, ...options }))

/** A handler of `mow` that begins each run by noting its field. */
export const mowing = <E = never, R = never>(
  seen: Array<string>,
  then: (field: string, job: Job) => Effect.Effect<void, E, R> = () => Effect.void
): Effect.Effect<JobHandler, never, R> =>
  handle(mow, ({ field }, job) =>
    Effect.suspend(() => {
      seen.push(field)
      return then(field, job)
    }))

/** Every job there is. */
export const allJobs = Effect.flatMap(Jobs, (jobs) => jobs.list("all", { failed: false, limit: 1000, offset: 0 })).pipe(
  Effect.map((page) => page.items)
)

/** Lets what is due now run, and everything that follows from it without the clock. */
export const settle = Effect.repeat(Effect.yieldNow, { times: 100 })

/** A worker of its own, and its stop. By default it waits for nothing when it stops. */
export const startWorker = Effect.fnUntraced(function*(
  handlers: ReadonlyArray<Effect.Effect<JobHandler>>,
  settings: Partial<JobBounds> = {}
): Effect.fn.Return<{ readonly stop: Effect.Effect<void> }, never, JobRepository | Jobs | Scope.Scope> {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const bounds = { ...(yield* JobSettings), grace: Duration.zero, ...settings }
  yield* JobWorker.start(yield* Effect.all(handlers)).pipe(
    Scope.provide(scope),
    Effect.provideService(JobSettings, bounds)
  )
  yield* settle
  return { stop: Scope.close(scope, Exit.void) }
})

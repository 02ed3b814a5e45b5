import { Context, DateTime, Effect, Layer, Option, PubSub, Schema, Stream } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { afterCommit } from "../shared/AfterCommit.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { HasWorkers, WorkersMissing } from "./BackgroundWork.ts"
import { type Job, type JobCount, JobId, type JobOwner } from "./Job.ts"
import { JobNotFound } from "./JobErrors.ts"
import type { JobKind } from "./JobKind.ts"
import { JobRepository } from "./JobRepository.ts"

/** The payload of a job, and its time. */
export interface EnqueueOptions<P> {
  /** null: the job is the installation's own. */
  readonly project: ProjectId | null
  readonly payload: P
  /** While an unfinished job of the kind and project has this key, no second one is made. */
  readonly uniqueKey?: string
  /** Now, if not given. */
  readonly runAt?: DateTime.Utc
}

/** Everything published from now on; the first element reports that it listens. */
export const wakesOf = (pubsub: PubSub.PubSub<void>): Stream.Stream<void> =>
  Stream.unwrap(Effect.map(
    PubSub.subscribe(pubsub),
    (subscription) => Stream.concat(Stream.succeed(undefined), Stream.fromSubscription(subscription))
  ))

/** Work that happens later, in the background, at least once. */
export class Jobs extends Context.Service<Jobs, {
  /**
   * Adds a job in the caller's transaction; a worker takes it once that has committed and its time has come. Dies with
   * `WorkersMissing` where there is none (`HasWorkers`).
   */
  readonly enqueue: <P>(kind: JobKind<P>, options: EnqueueOptions<P>) => Effect.Effect<JobId>
  /** Jobs by age; `failed`: those alone whose last attempt failed, whether they will be tried again or not. */
  readonly list: (
    owner: JobOwner,
    options: PageRequest & { readonly failed: boolean }
  ) => Effect.Effect<Page<Job>>
  /** The number of jobs by kind and state. */
  readonly counts: (owner: JobOwner) => Effect.Effect<ReadonlyArray<JobCount>>
  /** Makes a failed or waiting job due now, with all its attempts; answers the job that does its work. */
  readonly retry: (owner: JobOwner, id: JobId) => Effect.Effect<JobId, JobNotFound>
  /** Says to this process's worker that a job may be due. */
  readonly wakes: Stream.Stream<void>
}>()("@hedgerow/core/jobs/Jobs") {
  static readonly layer: Layer.Layer<Jobs, never, JobRepository> = Layer.effect(
    Jobs,
    Effect.gen(function*() {
      const repository = yield* JobRepository
      const hasWorkers = yield* HasWorkers
      const local = yield* PubSub.sliding<void>(1)
      const wakeWorker = afterCommit(Effect.asVoid(PubSub.publish(local, undefined)))

      const enqueue = Effect.fn("Jobs.enqueue")(function*<P>(kind: JobKind<P>, options: EnqueueOptions<P>) {
        if (!hasWorkers) return yield* Effect.die(new WorkersMissing({ kind: kind.name }))
        const now = yield* DateTime.now
        const id = yield* repository.enqueue({
          id: JobId.make(yield* makeUuid7),
          project_id: options.project,
          kind: kind.name,
          unique_key: options.uniqueKey ?? null,
          payload: yield* Effect.orDie(Schema.encodeEffect(kind.payload)(options.payload)),
          run_at: options.runAt ?? now,
          max_attempts: kind.maxAttempts,
          created_at: now
        })
        yield* wakeWorker
        return id
      })

      const retry = Effect.fn("Jobs.retry")(function*(owner: JobOwner, id: JobId) {
        const found = yield* repository.retry(owner, id, yield* DateTime.now)
        if (Option.isNone(found)) return yield* new JobNotFound({ id })
        yield* wakeWorker
        return found.value
      })

      return Jobs.of({
        enqueue,
        list: Effect.fn("Jobs.list")((
          owner: JobOwner,
          { failed, ...page }: PageRequest & { readonly failed: boolean }
        ) => repository.list(owner, failed, page)),
        counts: Effect.fn("Jobs.counts")((owner: JobOwner) => repository.counts(owner)),
        retry,
        wakes: Stream.merge(wakesOf(local), repository.wakes)
      })
    })
  )
}

import { Clock, DateTime, Duration, Effect } from "effect"
import type { Job } from "./Job.ts"
import { JobRepository } from "./JobRepository.ts"
import { JobSettings } from "./JobSettings.ts"

/** A lease as its holder knows it: others respect it until this time. */
export interface HeldLease {
  readonly job: Job
  until: number
}

/** The lease that a claim gave. */
export const holdLease = (job: Job): HeldLease => ({
  job,
  until: job.leased_until === null ? -Infinity : DateTime.toEpochMillis(job.leased_until)
})

/** For how many milliseconds the lease still holds. */
export const millisLeft = (held: HeldLease): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (now) => held.until - now)

/** A storage that did not answer is asked again after this time. */
const pauseAfterFailure = Duration.seconds(1)

/** Ends when the lease does. */
const leaseOver = Effect.fnUntraced(function*(held: HeldLease) {
  let left = yield* millisLeft(held)
  while (left > 0) {
    yield* Effect.sleep(left)
    left = yield* millisLeft(held)
  }
  return "lost" as const
})

/** Keeps the leases of a process's jobs for as long as the storage lets it. */
export const makeLeaseKeeper = Effect.gen(function*() {
  const repository = yield* JobRepository
  const { heartbeat, lease } = yield* JobSettings

  /** Lengthens the lease again and again; ends when another worker has the job. */
  const lengthen = Effect.fnUntraced(function*(held: HeldLease) {
    const { job } = held
    let pause = heartbeat
    while (true) {
      yield* Effect.sleep(pause)
      const next = DateTime.addDuration(yield* DateTime.now, lease)
      const isHeld = yield* repository.heartbeat([job], next).pipe(
        Effect.map((ids) => ids.includes(job.id)),
        Effect.timeout(heartbeat),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logWarning("A job's lease could not be lengthened", cause), undefined)
        )
      )
      if (isHeld === false) return "lost" as const
      if (isHeld === true) held.until = DateTime.toEpochMillis(next)
      pause = isHeld === true ? heartbeat : Duration.min(heartbeat, pauseAfterFailure)
    }
  })

  /**
   * Keeps the lease; ends once it is lost: another worker has it, or it is over because the storage has not answered. A
   * statement that hangs does not hold this up.
   */
  const lost = (held: HeldLease): Effect.Effect<"lost"> => Effect.raceFirst(lengthen(held), leaseOver(held))

  /** Says something of the run until the storage answers, while the lease holds; false when it no longer does. */
  const insist = Effect.fnUntraced(function*(held: HeldLease, say: Effect.Effect<boolean>) {
    let left = yield* millisLeft(held)
    while (left > 0) {
      const answer = yield* say.pipe(
        Effect.timeout(left),
        Effect.catchCause((cause) => Effect.as(Effect.logWarning("A job's end could not be stored", cause), undefined))
      )
      if (answer !== undefined) return answer
      left = yield* millisLeft(held)
      if (left > 0) yield* Effect.sleep(Math.min(Duration.toMillis(pauseAfterFailure), left))
      left = yield* millisLeft(held)
    }
    return false
  })

  return { lost, insist }
})

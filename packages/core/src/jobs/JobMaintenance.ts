import { DateTime, Duration, Effect } from "effect"
import { makeUuid7 } from "../shared/Uuid.ts"
import { JobId, type NewJob } from "./Job.ts"
import type { JobHandler } from "./JobKind.ts"
import { recordCounts } from "./JobMetrics.ts"
import { JobRepository } from "./JobRepository.ts"
import { scheduleKey } from "./JobRun.ts"
import { JobSettings } from "./JobSettings.ts"
import { nextRun } from "./JobTimes.ts"

/** The interval in which a worker that is awake reports the jobs that it runs, and updates the gauges of jobs. */
const glanceMillis = 15_000

/** The most jobs that the gauges show: counting all of them would cost more than they are worth. */
const countedAtMost = 100_000

/** Rows removed by one statement. */
const batchSize = 1000

const unknownKind = "No worker knows this kind of job"

/** The one job of each scheduled kind. */
export const scheduledJobs = (handlers: ReadonlyArray<JobHandler>): Effect.Effect<ReadonlyArray<NewJob>> =>
  Effect.gen(function*() {
    const now = yield* DateTime.now
    const jobs: Array<NewJob> = []
    for (const { maxAttempts, name, schedule } of handlers) {
      if (schedule === undefined) continue
      jobs.push({
        id: JobId.make(yield* makeUuid7),
        project_id: null,
        kind: name,
        unique_key: scheduleKey,
        payload: {},
        run_at: nextRun(schedule, now),
        max_attempts: maxAttempts,
        created_at: now
      })
    }
    return jobs
  })

/**
 * The work of a worker beside running jobs: it names its kinds, keeps schedules armed and shows counts; now and then it
 * fails jobs of unknown kinds and removes old failures. While nothing changes and nothing is left to look after,
 * it need not wake.
 */
export const makeMaintenance = Effect.fnUntraced(function*(handlers: ReadonlyArray<JobHandler>) {
  const repository = yield* JobRepository
  const { failedKept, unknownAfter } = yield* JobSettings
  const kinds = handlers.map(({ name }) => name)
  const choreMillis = Duration.toMillis(unknownAfter) / 4
  const started = DateTime.toEpochMillis(yield* DateTime.now)
  let glancedAt = -Infinity
  let choresAt = started
  let areChoresWanted = true

  const glance = Effect.gen(function*() {
    yield* repository.nameKinds(kinds, yield* DateTime.now)
    yield* Effect.forEach(yield* scheduledJobs(handlers), repository.ensure, { discard: true })
    yield* recordCounts(yield* repository.tally(countedAtMost))
  })

  const failUnknown = Effect.fnUntraced(function*(now: DateTime.Utc) {
    // A server with handlers for them may still be starting.
    if (DateTime.toEpochMillis(now) - started < Duration.toMillis(unknownAfter)) return
    const failed = yield* repository.failUnknown(DateTime.subtractDuration(now, unknownAfter), unknownKind, now)
    if (failed > 0) yield* Effect.logWarning("Jobs of unknown kinds have failed", { failed })
  })

  const chores = Effect.gen(function*() {
    const now = yield* DateTime.now
    areChoresWanted = false
    yield* failUnknown(now)
    let removed = batchSize
    while (removed >= batchSize) {
      removed = yield* repository.removeFailed(DateTime.subtractDuration(now, failedKept), batchSize)
    }
    const counts = yield* repository.counts("all")
    if (counts.some(({ kind, state }) => state === "failed" || !kinds.includes(kind))) areChoresWanted = true
  })

  const look = Effect.gen(function*() {
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    if (now - glancedAt >= glanceMillis) {
      glancedAt = now
      yield* glance
    }
    if (areChoresWanted && now >= choresAt) {
      choresAt = now + choreMillis
      yield* chores
    }
  })

  return {
    look,
    /** Something was added or ended. */
    noteChange: (): void => {
      areChoresWanted = true
    },
    /** The latest time of the next look, in epoch milliseconds. */
    nextLook: (): number => areChoresWanted ? choresAt : Infinity
  }
})

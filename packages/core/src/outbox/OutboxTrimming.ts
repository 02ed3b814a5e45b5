import { DateTime, Duration, Effect, Latch, Layer, Schema, Stream } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { scheduleKey } from "../jobs/JobRun.ts"
import { Jobs } from "../jobs/Jobs.ts"
import type { OutboxConsumer } from "./OutboxConsumer.ts"
import { OutboxConsumerRepository } from "./OutboxConsumerRepository.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { registerConsumer } from "./OutboxRunner.ts"
import { OutboxSettings } from "./OutboxSettings.ts"
import { OutboxSignals } from "./OutboxSignals.ts"

/** Rows removed by one statement. */
const batchSize = 10_000

/** The time within which changes are trimmed together. */
const gatherFor = Duration.seconds(30)

/** Removes outbox rows that no consumer waits for any more: within a minute or two of a change, and every day. */
export const trimOutbox = defineJob({
  name: "outbox.trim",
  payload: Schema.Struct({}),
  schedule: Duration.days(1)
})

/**
 * Registers consumers again, forgets those that no process has registered for long, moves the others past rows of other
 * topics, and removes the rows that all of them have passed.
 */
export const trim = Effect.fnUntraced(function*(consumers: ReadonlyArray<OutboxConsumer>) {
  const rows = yield* OutboxRepository
  const repository = yield* OutboxConsumerRepository
  const { forgetAfter } = yield* OutboxSettings
  const now = yield* DateTime.now
  yield* Effect.forEach(consumers, registerConsumer, { discard: true })
  const forgotten = yield* repository.forgetUnseen(DateTime.subtractDuration(now, forgetAfter))
  if (forgotten.length > 0) {
    yield* Effect.logWarning("Outbox consumers that no process has any more are forgotten", forgotten)
  }
  yield* Effect.forEach(consumers, ({ name }) => repository.skip(name, now), { discard: true })
  let removed = batchSize
  while (removed >= batchSize) removed = yield* rows.trim(batchSize)
})

/** Does `trimOutbox`. */
export const handler = (consumers: ReadonlyArray<OutboxConsumer>) => handle(trimOutbox, () => trim(consumers))

/** Brings the next `trimOutbox` forward to the end of the minute, when those of other processes are due as well. */
const soon = Effect.gen(function*() {
  const jobs = yield* Jobs
  const runAt = DateTime.endOf(yield* DateTime.now, "minute")
  yield* jobs.enqueue(trimOutbox, { project: null, payload: {}, uniqueKey: scheduleKey, runAt })
}).pipe(Effect.catchCause((cause) => Effect.logWarning("The outbox's trimming could not be brought forward", cause)))

/** Has the outbox trimmed after changes that this process makes or is notified of; without changes it does nothing. */
export const layer: Layer.Layer<never, never, Jobs | OutboxRepository | OutboxSignals> = Layer.effectDiscard(
  Effect.gen(function*() {
    const signals = yield* OutboxSignals
    const rows = yield* OutboxRepository
    const hasChanged = Latch.makeUnsafe(false)
    const note = () => void hasChanged.openUnsafe()
    const trimAfterChange = Effect.gen(function*() {
      yield* hasChanged.await
      yield* Effect.sleep(gatherFor)
      hasChanged.closeUnsafe()
      yield* soon
    })
    yield* signals.onChange(note)
    yield* Effect.forkScoped(Stream.runForEach(rows.announcements, () => Effect.sync(note)))
    yield* Effect.forkScoped(Effect.forever(trimAfterChange))
  })
)

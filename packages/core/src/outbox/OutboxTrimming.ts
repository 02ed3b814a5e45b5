import { DateTime, Duration, Effect, Schema } from "effect"
import { defineJob, handle } from "../jobs/JobKind.ts"
import type { OutboxConsumer } from "./OutboxConsumer.ts"
import { OutboxConsumerRepository } from "./OutboxConsumerRepository.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { registerConsumer } from "./OutboxRunner.ts"
import { OutboxSettings } from "./OutboxSettings.ts"

/** Rows removed by one statement. */
const batchSize = 10_000

/** Removes outbox rows that nobody waits for any more, every minute. */
export const trimOutbox = defineJob({
  name: "outbox.trim",
  payload: Schema.Struct({}),
  schedule: Duration.minutes(1)
})

/**
 * Says again which consumers there are, forgets those that no process has said for long, moves the others past rows that
 * are not theirs, and removes what all of them have passed.
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

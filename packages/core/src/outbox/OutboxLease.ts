import { Array, Clock, DateTime, Duration, Effect, Exit, Metric, Result } from "effect"
import { Stopping } from "../shared/Stopping.ts"
import type { OutboxConsumer } from "./OutboxConsumer.ts"
import { OutboxConsumerRepository, type OutboxLease } from "./OutboxConsumerRepository.ts"
import type { OutboxRow } from "./OutboxMessage.ts"
import { consumedTotal, failuresTotal } from "./OutboxMetrics.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { OutboxSettings } from "./OutboxSettings.ts"
import { OutboxSignals } from "./OutboxSignals.ts"

/** The end of a turn: whether there is more to do now, or after some time. */
export type TurnEnd = "more" | "done" | "lost" | { readonly retryIn: Duration.Duration }

/** The time after which a storage that does not take a lease back is left alone: the lease ends by itself. */
const releasePatience = Duration.seconds(5)

/** The wait of a batch after a number of failures in a row. */
export const backOffAfter = (attempts: number, first: Duration.Duration, longest: Duration.Duration) =>
  Duration.min(Duration.times(first, 2 ** Math.min(attempts - 1, 30)), longest)

/** Works on a project leased until a time, until the consumer has caught up, failed, lost the lease or had its turn. */
export const makeTurn = Effect.fnUntraced(function*(consumer: OutboxConsumer) {
  const rows = yield* OutboxRepository
  const consumers = yield* OutboxConsumerRepository
  const signals = yield* OutboxSignals
  const settings = yield* OutboxSettings
  const stopping = yield* Stopping
  const third = Duration.toMillis(settings.lease) / 3

  const leaseEnd = Effect.map(DateTime.now, (now) => DateTime.addDuration(now, settings.lease))

  /** Ends when the lease is lost or over, for which a storage that fails or does not answer is enough. */
  const keepLease = Effect.fnUntraced(function*(lease: OutboxLease, takenUntil: DateTime.Utc) {
    let until = takenUntil.epochMilliseconds
    let pause = third
    const left = Effect.map(Clock.currentTimeMillis, (now) => until - now)
    while (true) {
      yield* Effect.sleep(Math.max(0, Math.min(pause, yield* left)))
      const patience = Math.min(third, yield* left)
      if (patience <= 0) return "lost" as const
      const next = yield* leaseEnd
      const renewed = yield* consumers.renew(lease, next).pipe(Effect.timeout(patience), Effect.exit)
      if (Exit.isFailure(renewed)) yield* Effect.logWarning("An outbox lease could not be renewed", renewed.cause)
      else if (renewed.value) until = next.epochMilliseconds
      else return "lost" as const
      pause = Exit.isFailure(renewed) ? third / 4 : third
    }
  })

  const failed = Effect.fnUntraced(function*(lease: OutboxLease, attempts: number, error: string) {
    const retryIn = backOffAfter(attempts, settings.firstBackOff, settings.longestBackOff)
    const retryAt = DateTime.addDuration(yield* DateTime.now, retryIn)
    yield* Metric.update(failuresTotal(consumer.name), 1)
    const isHeld = yield* consumers.fail(lease, { error, retryAt })
    return isHeld ? { retryIn } : "lost" as const
  })

  const handle = (lease: OutboxLease, batch: ReadonlyArray<OutboxRow>) =>
    Array.isReadonlyArrayNonEmpty(batch)
      ? consumer.run({ project: lease.project, rows: batch }).pipe(
        Effect.withSpan("Outbox.consume", { attributes: { consumer: consumer.name, project: lease.project } }),
        Effect.tap(Metric.update(consumedTotal(consumer.name), batch.length)),
        Effect.result
      )
      : Effect.succeed(Result.void)

  const work = Effect.fnUntraced(function*(lease: OutboxLease): Effect.fn.Return<TurnEnd> {
    let { attempts, position } = lease
    for (let turns = 1;; turns++) {
      const range = { after: position, topics: consumer.topics, limit: consumer.batchSize }
      const slice = yield* rows.read(lease.project, range)
      const handled = yield* handle(lease, slice.rows)
      if (Result.isFailure(handled)) return yield* failed(lease, attempts + 1, handled.failure.reason)
      const isLast = slice.rows.length < consumer.batchSize || turns >= settings.batchesPerTurn || stopping.isOpen()
      const now = yield* DateTime.now
      const until = isLast ? null : DateTime.addDuration(now, settings.lease)
      const outcome = yield* consumers.advance(lease, { position: slice.upTo, now, until })
      if (outcome !== "lost") yield* signals.advanced(consumer.name, lease.project, slice.upTo)
      if (isLast || outcome === "lost") return outcome
      position = slice.upTo
      attempts = 0
    }
  })

  const release = (lease: OutboxLease) => Effect.timeoutOption(consumers.release(lease), releasePatience)

  return (lease: OutboxLease, until: DateTime.Utc): Effect.Effect<TurnEnd> =>
    Effect.raceFirst(keepLease(lease, until), work(lease)).pipe(
      Effect.onExit((exit) => Exit.isFailure(exit) ? release(lease) : Effect.void)
    )
})

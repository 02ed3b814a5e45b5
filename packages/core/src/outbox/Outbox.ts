import { Array, Clock, Context, DateTime, Deferred, Duration, Effect, Layer, Metric } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { afterCommit, isInTransaction } from "../shared/AfterCommit.ts"
import { BeforeCommit } from "../shared/BeforeCommit.ts"
import { type ConsumerStatus, OutboxConsumerRepository } from "./OutboxConsumerRepository.ts"
import type { OutboxMessage, OutboxPosition } from "./OutboxMessage.ts"
import { appendedTotal } from "./OutboxMetrics.ts"
import { OutboxRepository } from "./OutboxRepository.ts"
import { OutboxSignals } from "./OutboxSignals.ts"

/** The time after which a wait first looks again, doubled each time: another process may have advanced. */
const firstLookMillis = 20
const longestLookMillis = 320

/** Messages about changes, for consumers that follow them; each project's in the order of the commits. */
export class Outbox extends Context.Service<Outbox, {
  /**
   * Writes messages in the caller's transaction, in this order, all of a transaction's at once and as its last step:
   * from then until it ends, others that append to these projects wait.
   */
  readonly append: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
  /** The position of the project's last row; 0 when there never was one. */
  readonly head: (project: ProjectId) => Effect.Effect<OutboxPosition>
  /** Everything up to here the consumer has handled; undefined when it is not registered. */
  readonly position: (consumer: string, project: ProjectId) => Effect.Effect<OutboxPosition | undefined>
  /**
   * Waits until the consumer has handled its rows up to the position; false when that takes longer than the time-out,
   * or when there is no such consumer. Inside a transaction, which consumers see the rows of only afterwards, it dies.
   */
  readonly waitUntilPassed: (
    consumer: string,
    project: ProjectId,
    position: OutboxPosition,
    timeout: Duration.Input
  ) => Effect.Effect<boolean>
  /** Every registered consumer, by name. */
  readonly status: Effect.Effect<ReadonlyArray<ConsumerStatus>>
  /** Removes a consumer that is no longer in the code, so that rows need not wait for it; false when there is none. */
  readonly forget: (consumer: string) => Effect.Effect<boolean>
}>()("@hedgerow/core/outbox/Outbox") {
  static readonly layerNoDeps: Layer.Layer<
    Outbox,
    never,
    OutboxRepository | OutboxConsumerRepository | OutboxSignals
  > = Layer.effect(
    Outbox,
    Effect.gen(function*() {
      const rows = yield* OutboxRepository
      const consumers = yield* OutboxConsumerRepository
      const signals = yield* OutboxSignals

      const announce = (messages: ReadonlyArray<OutboxMessage>) =>
        Effect.andThen(signals.appended(messages), Metric.update(appendedTotal, messages.length))

      const write = Effect.fn("Outbox.write")(function*(messages: ReadonlyArray<OutboxMessage>) {
        if (!Array.isReadonlyArrayNonEmpty(messages)) return
        const isHeard = yield* signals.isHeard
        yield* rows.append(messages, { at: yield* DateTime.now, announce: !isHeard })
        yield* afterCommit(announce(messages))
      })
      const gathered = new BeforeCommit(write)

      /** Whether it has passed; undefined when there is time left to look again, after a wait. */
      const lookOnce = Effect.fnUntraced(
        function*(consumer: string, project: ProjectId, position: OutboxPosition, deadline: number, wait: number) {
          const next = yield* signals.nextAdvance(consumer, project)
          const answer = yield* consumers.hasPassed(consumer, project, position)
          if (answer !== false) return answer === true
          const left = deadline - (yield* Clock.currentTimeMillis)
          if (left <= 0) return false
          yield* Effect.timeoutOption(Deferred.await(next), Math.min(wait, left))
          return undefined
        }
      )

      const passed = Effect.fnUntraced(
        function*(consumer: string, project: ProjectId, position: OutboxPosition, deadline: number) {
          for (let wait = firstLookMillis;; wait = Math.min(wait * 2, longestLookMillis)) {
            const answer = yield* Effect.scoped(lookOnce(consumer, project, position, deadline, wait))
            if (answer !== undefined) return answer
          }
        }
      )

      return Outbox.of({
        append: gathered.add,
        head: Effect.fn("Outbox.head")((project: ProjectId) => rows.head(project)),
        position: Effect.fn("Outbox.position")((consumer: string, project: ProjectId) =>
          consumers.position(consumer, project)
        ),
        waitUntilPassed: Effect.fn("Outbox.waitUntilPassed")(
          function*(consumer: string, project: ProjectId, position: OutboxPosition, timeout: Duration.Input) {
            if (yield* isInTransaction) return yield* Effect.die(new Error("waitUntilPassed inside of a transaction"))
            const start = yield* Clock.currentTimeMillis
            return yield* passed(consumer, project, position, start + Duration.toMillis(timeout))
          }
        ),
        status: Effect.withSpan(consumers.status, "Outbox.status"),
        forget: Effect.fn("Outbox.forget")((consumer: string) =>
          Effect.tap(consumers.forget(consumer), afterCommit(signals.changed))
        )
      })
    })
  )

  /** With the signals that wake this process's consumers at once after an append. */
  static readonly layer: Layer.Layer<Outbox | OutboxSignals, never, OutboxRepository | OutboxConsumerRepository> = this
    .layerNoDeps.pipe(Layer.provideMerge(OutboxSignals.layer))
}

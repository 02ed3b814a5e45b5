import { type Cause, Clock, Effect, Latch, Queue } from "effect"
import type { Linger } from "./IngestionLimits.ts"

/**
 * Takes all items that wait in a queue. With `linger` it first waits for more: until enough events have come, or until
 * the first of them has waited long enough.
 */
export class Lingering<A> {
  readonly #queue: Queue.Dequeue<A, Cause.Done>
  readonly #linger: Linger | undefined
  readonly #isEnough = Latch.makeUnsafe(false)
  #events = 0
  #since = 0

  constructor(queue: Queue.Dequeue<A, Cause.Done>, linger: Linger | undefined) {
    this.#queue = queue
    this.#linger = linger
  }

  /** Notes the number of events that are about to be offered to the queue. */
  note(events: number, now: number): void {
    if (this.#linger === undefined) return
    if (this.#events === 0) this.#since = now
    this.#events += events
    if (this.#events >= this.#linger.events) this.#isEnough.openUnsafe()
  }

  /** No more will come. */
  get finish(): Effect.Effect<unknown> {
    return this.#isEnough.open
  }

  get take() {
    return this.#linger === undefined ? Queue.takeAll(this.#queue) : this.#takeLater(this.#linger)
  }

  #takeLater({ millis }: Linger) {
    return Effect.gen({ self: this }, function*() {
      yield* Queue.peek(this.#queue)
      const left = this.#since + millis - (yield* Clock.currentTimeMillis)
      if (left > 0) yield* Effect.timeoutOption(this.#isEnough.await, left)
      const taken = yield* Queue.takeAll(this.#queue)
      this.#events = 0
      this.#isEnough.closeUnsafe()
      return taken
    })
  }
}

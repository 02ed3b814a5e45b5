import type { Fiber } from "effect/Fiber"
import { MixedScheduler } from "effect/Scheduler"

/** The milliseconds for which fibers run until sockets and timers have their turn. */
const sliceMillis = 8

/** A fiber looks at the clock when it is resumed, and after this many operations of any fibers. */
const opsBetweenLooks = 64

/** The clock and the event loop under a scheduler. */
export interface Loop {
  readonly now: () => number
  /** Calls back once sockets and timers had their turn. */
  readonly afterOthers: (run: () => void) => void
}

const node: Loop = { now: () => performance.now(), afterOthers: (run) => void setImmediate(run) }

/** A step that waits; `fiber` remembers the length of its fiber's last one. */
interface Waiting {
  readonly step: () => void
  readonly fiber: { isLong: boolean }
}

/** A fiber whose last step was longer than a slice waits behind the others for at most this number of slices. */
const slicesBehindOthers = 4

/**
 * The slices of time that fibers have between two turns of sockets and timers. Steps that are queued have one, and those
 * that sockets and timers resume share another: when it is over, what is left is queued as well. A fiber whose last step
 * was longer than a slice lets the others go first, so that a short request never waits for several long steps.
 */
export class Slices {
  readonly #loop: Loop
  readonly #waiting = new Set<Waiting>()
  readonly #long = new Set<Waiting>()
  #slicesWithoutLong = 0
  #isCalled = false
  /** The end of the slice that is running. */
  #end: number | undefined

  constructor(loop: Loop) {
    this.#loop = loop
  }

  /** Whether the slice is over; begins one when none is running. */
  isOver(): boolean {
    const now = this.#loop.now()
    if (this.#end !== undefined) return now >= this.#end
    this.#end = now + sliceMillis
    this.#call()
    return false
  }

  /** The queue of a fiber: it takes a step, and the result calls it off. */
  ofFiber(): (step: () => void) => () => void {
    const fiber = { isLong: false }
    return (step) => {
      const queue = fiber.isLong ? this.#long : this.#waiting
      const one = { step, fiber }
      queue.add(one)
      this.#call()
      return () => void queue.delete(one)
    }
  }

  #call() {
    if (this.#isCalled) return
    this.#isCalled = true
    this.#loop.afterOthers(this.#run)
  }

  readonly #run = () => {
    this.#isCalled = false
    const end = this.#loop.now() + sliceMillis
    this.#end = end
    try {
      this.#runSlice(end)
    } finally {
      this.#end = undefined
      if (this.#waiting.size + this.#long.size > 0) this.#call()
    }
  }

  #runSlice(end: number) {
    this.#slicesWithoutLong++
    let now = this.#loop.now()
    // Steps that are added meanwhile wait for the next slice.
    let left = this.#waiting.size
    for (const one of this.#waiting) {
      now = this.#runStep(one, this.#waiting, now)
      if (--left === 0 || now >= end) break
    }
    if (now < end || this.#slicesWithoutLong >= slicesBehindOthers) this.#runLong(now)
  }

  /** Runs the first of the long ones. */
  #runLong(now: number) {
    this.#slicesWithoutLong = 0
    for (const one of this.#long) {
      this.#runStep(one, this.#long, now)
      return
    }
  }

  /** Runs a step that begins now; answers the time after it. */
  #runStep(one: Waiting, queue: Set<Waiting>, now: number): number {
    queue.delete(one)
    one.step()
    const after = this.#loop.now()
    one.fiber.isLong = after - now > sliceMillis
    return after
  }
}

/**
 * A scheduler of fibers under which many long requests at once hold up nobody for longer than about one of their steps.
 * Each fiber has a queue of its own otherwise, and Node runs all of them, and what all sockets resume, before it looks
 * at a socket again: the steps of many requests add up.
 */
export class FairScheduler extends MixedScheduler {
  readonly #slices: Slices
  #ops = 0

  constructor(loop: Loop = node) {
    super("async")
    this.#slices = new Slices(loop)
  }

  override makeDispatcher(): ReturnType<MixedScheduler["makeDispatcher"]> {
    return new MixedScheduler("async", this.#slices.ofFiber()).makeDispatcher()
  }

  override shouldYield(fiber: Fiber<unknown, unknown>): boolean {
    if (fiber.currentOpCount > 1 && ++this.#ops < opsBetweenLooks) return super.shouldYield(fiber)
    this.#ops = 0
    return this.#slices.isOver() || super.shouldYield(fiber)
  }
}

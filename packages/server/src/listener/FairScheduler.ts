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

/**
 * The slices of time that fibers have between two turns of sockets and timers. Steps that are queued have one, and those
 * that sockets and timers resume share another: when it is over, what is left is queued as well.
 */
export class Slices {
  readonly #loop: Loop
  readonly #waiting = new Set<{ readonly step: () => void }>()
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

  /** Queues a step; the result calls it off. */
  readonly add = (step: () => void): () => void => {
    const one = { step }
    this.#waiting.add(one)
    this.#call()
    return () => void this.#waiting.delete(one)
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
    // Steps that are added meanwhile wait for the next slice.
    let left = this.#waiting.size
    try {
      for (const one of this.#waiting) {
        this.#waiting.delete(one)
        one.step()
        left--
        if (left === 0 || this.#loop.now() >= end) return
      }
    } finally {
      this.#end = undefined
      if (this.#waiting.size > 0) this.#call()
    }
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
    const slices = new Slices(loop)
    super("async", slices.add)
    this.#slices = slices
  }

  override shouldYield(fiber: Fiber<unknown, unknown>): boolean {
    if (fiber.currentOpCount > 1 && ++this.#ops < opsBetweenLooks) return super.shouldYield(fiber)
    this.#ops = 0
    return this.#slices.isOver() || super.shouldYield(fiber)
  }
}

import { MixedScheduler } from "effect/Scheduler"

/** The milliseconds for which fibers run until sockets and timers have their turn. */
const sliceMillis = 8

/** The clock and the event loop under a scheduler. */
export interface Loop {
  readonly now: () => number
  /** Calls back once sockets and timers had their turn. */
  readonly afterOthers: (run: () => void) => void
}

const node: Loop = { now: () => performance.now(), afterOthers: (run) => void setImmediate(run) }

/**
 * Queues the steps of all fibers in one place, and runs them for a slice of time: what is left then waits until sockets and
 * timers had their turn. Each fiber has a queue of its own otherwise, and Node runs all of them before anything else: of
 * many long requests at once the steps added up.
 */
export const slicedBy = ({ afterOthers, now }: Loop) => {
  const waiting = new Set<{ readonly step: () => void }>()
  let isCalled = false

  const call = () => {
    if (isCalled || waiting.size === 0) return
    isCalled = true
    afterOthers(run)
  }

  const run = () => {
    isCalled = false
    const end = now() + sliceMillis
    // Steps that are added meanwhile wait for the next slice.
    let left = waiting.size
    try {
      for (const one of waiting) {
        waiting.delete(one)
        one.step()
        left--
        if (left === 0 || now() >= end) return
      }
    } finally {
      call()
    }
  }

  return (step: () => void) => {
    const one = { step }
    waiting.add(one)
    call()
    return () => void waiting.delete(one)
  }
}

/** A scheduler of fibers under which many long requests at once hold up nobody for longer than about one of their steps. */
export const fairScheduler = (loop: Loop = node): MixedScheduler => new MixedScheduler("async", slicedBy(loop))

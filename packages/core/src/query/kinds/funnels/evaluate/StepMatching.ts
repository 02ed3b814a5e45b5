import { hasStep } from "./FunnelRules.ts"

/** Gives steps to events, one step to each event. */
export interface StepMatching {
  /** Finds an event for one step more, moving other steps to other events where that helps. */
  readonly place: (step: number) => boolean
}

/** Events are given by the steps that they can be, as bits, with their number; which one of equals is taken is all one. */
export const makeMatching = (events: ReadonlyMap<number, number>): StepMatching => {
  const taken = new Map<number, Array<number>>()
  const place = (step: number, tried: Set<number>): boolean => {
    for (const [bits, count] of events) {
      if (!hasStep(bits, step) || tried.has(bits)) continue
      tried.add(bits)
      const held = taken.get(bits) ?? []
      taken.set(bits, held)
      if (held.length < count) {
        held.push(step)
        return true
      }
      const moved = held.findIndex((other) => place(other, tried))
      if (moved >= 0) {
        held[moved] = step
        return true
      }
    }
    return false
  }
  return { place: (step) => place(step, new Set()) }
}

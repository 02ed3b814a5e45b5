import type { Rate } from "./RateBuckets.ts"
import { makeRecentKeys } from "./RecentKeys.ts"

/** The part of a rate that a key has used; `freedAt` is when its oldest requests leave the window. */
export interface Usage {
  readonly used: number
  readonly freedAt: number
}

/**
 * Counts requests by key in a window that slides. Requests that come within a 60th of the window of each other are
 * counted together and leave together, when the last of them is a whole window old: never more than the limit are
 * counted in any window, and a place may be freed up to a 60th of the window late.
 */
export interface SlidingWindow {
  readonly usage: (key: string, now: number) => Usage
  readonly count: (key: string, now: number) => void
  /** Takes back one of the key's requests, the last one. */
  readonly uncount: (key: string) => void
  /** The number of keys held. */
  readonly size: () => number
}

/** Requests counted together. */
interface Slot {
  readonly first: number
  last: number
  count: number
}

/** The state of a key: its slots, oldest first, and the sum of their counts. */
interface Slots {
  readonly slots: Array<Slot>
  used: number
}

/** A key has at most one slot more than this. */
const slotsPerWindow = 60

const unused: Usage = { used: 0, freedAt: 0 }

const dropExpired = (held: Slots, windowStart: number): void => {
  let expired = 0
  for (const slot of held.slots) {
    if (slot.last > windowStart) break
    held.used -= slot.count
    expired++
  }
  if (expired > 0) held.slots.splice(0, expired)
}

const add = (held: Slots, now: number, slotMillis: number): void => {
  held.used++
  const newest = held.slots.at(-1)
  if (newest === undefined || now - newest.first >= slotMillis) {
    held.slots.push({ first: now, last: now, count: 1 })
    return
  }
  newest.last = now
  newest.count++
}

const takeBack = (held: Slots): void => {
  const newest = held.slots.at(-1)
  if (newest === undefined) return
  held.used--
  newest.count--
  if (newest.count === 0) held.slots.pop()
}

/** Holds a key as long as it has requests in the window, unless more than twice `capacity` keys do. */
export const makeSlidingWindow = ({ windowSeconds }: Rate, capacity: number): SlidingWindow => {
  const windowMillis = windowSeconds * 1000
  const slotMillis = windowMillis / slotsPerWindow
  const keys = makeRecentKeys<Slots>(windowMillis, capacity)
  return {
    usage: (key, now) => {
      const held = keys.get(key)
      if (held === undefined) return unused
      dropExpired(held, now - windowMillis)
      const [oldest] = held.slots
      return oldest === undefined ? unused : { used: held.used, freedAt: oldest.last + windowMillis }
    },
    count: (key, now) => {
      const held = keys.use(key, now, () => ({ slots: [], used: 0 }))
      dropExpired(held, now - windowMillis)
      add(held, now, slotMillis)
    },
    uncount: (key) => {
      const held = keys.get(key)
      if (held !== undefined) takeBack(held)
    },
    size: keys.size
  }
}

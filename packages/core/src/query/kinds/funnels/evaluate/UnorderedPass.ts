import { countSteps, type FunnelPass, type FunnelRules, hasStep, type Instant, type Progress } from "./FunnelRules.ts"

interface Candidate {
  readonly time: number
  readonly bits: number
}

/**
 * As many steps as possible, each by an event of its own; the earliest events that do. An event takes a step, and the event
 * that had it another one; an event that finds none would find none later.
 */
const earliest = (candidates: ReadonlyArray<Candidate>, steps: number): ReadonlyArray<number> => {
  const bitsOf = Array.from<number>({ length: steps }).fill(0)
  let tried = 0
  const take = (bits: number): boolean => {
    for (let step = 0; step < steps; step++) {
      if (!hasStep(bits, step) || hasStep(tried, step)) continue
      tried |= 1 << step
      const other = bitsOf[step] ?? 0
      if (other !== 0 && !take(other)) continue
      bitsOf[step] = bits
      return true
    }
    return false
  }
  const times: Array<number> = []
  for (const { bits, time } of candidates) {
    if (times.length === steps) break
    tried = 0
    if (take(bits)) times.push(time)
  }
  return times
}

/** Events of the window that are the same steps: their times from the oldest that is in it. */
interface Alike {
  readonly bits: number
  readonly times: Array<number>
  head: number
}

/** Steps in any order: the most within any window that no exclusion lies in. */
export const unorderedPass = ({ steps, window }: FunnelRules): FunnelPass => {
  let until = Infinity
  const kinds = new Map<number, Alike>()
  let best: Progress | undefined

  const add = (bits: number, time: number): void => {
    const kind = kinds.get(bits) ?? { bits, times: [], head: 0 }
    kinds.set(bits, kind)
    kind.times.push(time)
  }

  /** Leaves what is older than a time. */
  const leaveBefore = (since: number): void => {
    for (const kind of kinds.values()) {
      while ((kind.times[kind.head] ?? since) < since) kind.head++
      if (kind.head > 1_000 && kind.head * 2 > kind.times.length) {
        kind.times.splice(0, kind.head)
        kind.head = 0
      }
    }
  }

  /** Events of the window; no more of one kind can count than there are steps. */
  const candidates = (): ReadonlyArray<Candidate> =>
    [...kinds.values()].flatMap(({ bits, head, times }) =>
      times.slice(head, head + steps).map((time) => ({ bits, time }))
    ).toSorted((one, other) => one.time - other.time || one.bits - other.bits)

  const couldBe = (): number => {
    let bits = 0
    for (const kind of kinds.values()) if (kind.head < kind.times.length) bits |= kind.bits
    return countSteps(bits)
  }

  const count = (): void => {
    const known = best === undefined ? 0 : best.last + 1
    if (couldBe() <= known) return
    const times = earliest(candidates(), steps)
    if ((times[0] ?? until) >= until || times.length <= known) return
    best = {
      done: 2 ** times.length - 1,
      last: times.length - 1,
      times: Array.from({ length: steps }, (_, step) => times[step]),
      isExcluded: false
    }
  }

  const see = ({ exclusions, steps: all, time }: Instant): void => {
    leaveBefore(time - window)
    for (const bits of all) if (bits !== 0) add(bits, time)
    count()
    // What follows an exclusion begins anew; what is of its instant may follow it.
    if (exclusions !== 0) leaveBefore(time)
  }

  return {
    begin: (end) => {
      kinds.clear()
      best = undefined
      until = end
    },
    see,
    isOver: (time) => best?.last === steps - 1 || time - until > window,
    progress: () => best
  }
}

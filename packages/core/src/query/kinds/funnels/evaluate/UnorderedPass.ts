import { countSteps, type FunnelPass, type FunnelRules, type Instant, type Progress } from "./FunnelRules.ts"
import { makeMatching } from "./StepMatching.ts"

interface Candidate {
  readonly time: number
  readonly bits: number
}

/** As many steps as possible within a window, each by an event of its own; the earliest events that do. */
const earliest = (candidates: ReadonlyArray<Candidate>, steps: number): ReadonlyArray<number> => {
  const events = new Map<number, number>()
  const times: Array<number> = []
  const sizeOf = (): number => {
    const { place } = makeMatching(events)
    let size = 0
    for (let step = 0; step < steps; step++) if (place(step)) size++
    return size
  }
  for (const { bits, time } of candidates) {
    const known = events.get(bits) ?? 0
    events.set(bits, known + 1)
    if (sizeOf() > times.length) times.push(time)
    else events.set(bits, known)
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

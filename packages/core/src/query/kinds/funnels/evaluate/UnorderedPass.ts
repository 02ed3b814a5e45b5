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

/** Steps in any order: the most within any window. */
export const unorderedPass = ({ steps, window }: FunnelRules): FunnelPass => {
  let until = Infinity
  const kinds = new Map<number, Alike>()
  let best: Progress | undefined
  /** Those of the window. */
  let exclusions: Array<number> = []

  const add = (bits: number, time: number): void => {
    const kind = kinds.get(bits) ?? { bits, times: [], head: 0 }
    kinds.set(bits, kind)
    kind.times.push(time)
  }

  /** Leaves what is older than the window. */
  const moveTo = (time: number): void => {
    if (exclusions.length > 0) exclusions = exclusions.filter((at) => time - at <= window)
    for (const kind of kinds.values()) {
      while (time - (kind.times[kind.head] ?? time) > window) kind.head++
      if (kind.head > 1_000 && kind.head * 2 > kind.times.length) {
        kind.times.splice(0, kind.head)
        kind.head = 0
      }
    }
  }

  /** Events of the window since a time; no more of one kind can count than there are steps. */
  const candidates = (since: number): ReadonlyArray<Candidate> =>
    [...kinds.values()].flatMap(({ bits, head, times }) => {
      const from = times.findIndex((time, index) => index >= head && time >= since)
      return from < 0 ? [] : times.slice(from, from + steps).map((time) => ({ bits, time }))
    }).toSorted((one, other) => one.time - other.time || one.bits - other.bits)

  const couldBe = (): number => {
    let bits = 0
    for (const kind of kinds.values()) if (kind.head < kind.times.length) bits |= kind.bits
    return countSteps(bits)
  }

  /** The most steps of the window; those since the last exclusion where they are as many. */
  const most = (): { readonly times: ReadonlyArray<number>; readonly isExcluded: boolean } => {
    const times = earliest(candidates(-Infinity), steps)
    const [first = Infinity] = times
    const end = times.length < steps ? Infinity : times.at(-1) ?? first
    if (!exclusions.some((time) => first < time && time < end)) return { times, isExcluded: false }
    const since = earliest(candidates(exclusions.at(-1) ?? first), steps)
    return since.length === times.length ? { times: since, isExcluded: false } : { times, isExcluded: true }
  }

  const count = (): void => {
    const known = best === undefined ? 0 : best.last + 1
    const isBetter = (size: number, isClean: boolean) =>
      size > known || (size === known && isClean && best?.isExcluded === true)
    if (!isBetter(couldBe(), true)) return
    const { isExcluded, times } = most()
    if ((times[0] ?? until) >= until || !isBetter(times.length, !isExcluded)) return
    best = {
      done: 2 ** times.length - 1,
      last: times.length - 1,
      times: Array.from({ length: steps }, (_, step) => times[step]),
      isExcluded
    }
  }

  /** An exclusion after the first of some of the steps. */
  const exclude = (time: number): void => {
    exclusions.push(time)
    const first = best?.times[0]
    if (best === undefined || first === undefined || best.last === steps - 1) return
    if (first >= time || time - first > window) return
    best = { ...best, isExcluded: true }
    count()
  }

  const see = ({ exclusions: excluded, steps: all, time }: Instant): void => {
    moveTo(time)
    for (const bits of all) if (bits !== 0) add(bits, time)
    count()
    if (excluded !== 0) exclude(time)
  }

  return {
    begin: (end) => {
      kinds.clear()
      best = undefined
      exclusions = []
      until = end
    },
    see,
    isOver: (time) => (best?.last === steps - 1 && !best.isExcluded) || time - until > window,
    progress: () => best
  }
}

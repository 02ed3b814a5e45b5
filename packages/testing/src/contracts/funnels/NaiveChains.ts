import type { FunnelRules, Progress } from "@hedgerow/core/query/kinds/funnels/evaluate/FunnelRules"

/** An event as the model sees it. */
export interface NaiveEvent {
  readonly time: number
  readonly steps: ReadonlySet<number>
  readonly exclusions: ReadonlySet<number>
}

interface Way {
  readonly times: ReadonlyArray<number>
  readonly isExcluded: boolean
}

const instantsOf = (events: ReadonlyArray<NaiveEvent>): ReadonlyArray<ReadonlyArray<NaiveEvent>> =>
  [...Map.groupBy(events, ({ time }) => time)].toSorted(([one], [other]) => one - other).map(([, group]) => group)

/** The most of the steps after one that the events can be, in any order of them. */
const most = (after: number, events: ReadonlyArray<NaiveEvent>): number =>
  Math.max(
    0,
    ...events.flatMap((event, index) =>
      event.steps.has(after + 1) ? [1 + most(after + 1, events.toSpliced(index, 1))] : []
    )
  )

const sameSteps = (events: ReadonlyArray<NaiveEvent>): boolean =>
  new Set(events.map(({ steps }) => [...steps].toSorted((one, other) => one - other).join())).size === 1

/** From one instant on, each step as early as it can be. */
const walk = (
  { order, steps, window }: FunnelRules,
  instants: ReadonlyArray<ReadonlyArray<NaiveEvent>>
): Way | undefined => {
  const start = instants[0]?.[0]?.time ?? 0
  const times: Array<number> = []
  let exclusion: number | undefined
  for (const group of instants) {
    const time = group[0]?.time ?? 0
    if (time - start > window) break
    const candidates = group.filter((event) => order === "strict" || event.steps.size > 0)
    const found = most(times.length - 1, candidates)
    const isLate = exclusion !== undefined && exclusion < time
    if (found > 0 && isLate) return { times: [...times, time], isExcluded: true }
    for (let step = 0; step < found; step++) times.push(time)
    if (times.length === 0) return undefined
    if (times.length === steps) return { times, isExcluded: false }
    if (found > 0) exclusion = undefined
    const excludes = group.some(({ exclusions }) => exclusions.has(times.length))
    if (excludes && time > (times.at(-1) ?? time)) exclusion ??= time
    const ends = order === "strict" && sameSteps(group) && !(group[0]?.steps.has(times.length - 1) ?? false)
    if (ends) break
  }
  return { times, isExcluded: exclusion !== undefined }
}

const compare = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const progressOf = ({ isExcluded, times }: Way, steps: number): Progress => ({
  done: 2 ** times.length - 1,
  last: times.length - 1,
  times: Array.from({ length: steps }, (_, step) => times[step]),
  isExcluded
})

/**
 * From every first step; of the furthest ways that arrive together the last to begin; of those one without an
 * exclusion, the first to arrive.
 */
export const naiveOrdered = (
  rules: FunnelRules,
  events: ReadonlyArray<NaiveEvent>,
  until = Infinity
): Progress | undefined => {
  const instants = instantsOf(events)
  const ways = instants.flatMap((group, index) => {
    const way = (group[0]?.time ?? 0) < until ? walk(rules, instants.slice(index)) : undefined
    return way === undefined ? [] : [way]
  })
  const furthest = ways.filter(({ times }) => times.length === Math.max(...ways.map((way) => way.times.length)))
  const last = furthest.filter(({ times }) =>
    furthest.every((way) => way.times.at(-1) !== times.at(-1) || (way.times[0] ?? 0) <= (times[0] ?? 0))
  )
  const [best] = last.toSorted((one, other) =>
    Number(one.isExcluded) - Number(other.isExcluded) || (one.times.at(-1) ?? 0) - (other.times.at(-1) ?? 0)
  )
  return best === undefined ? undefined : progressOf(best, rules.steps)
}

/** Whether each of the events can be a step of its own. */
const areSteps = (events: ReadonlyArray<NaiveEvent>, taken: ReadonlySet<number> = new Set()): boolean => {
  const [first, ...others] = events
  if (first === undefined) return true
  return [...first.steps].some((step) => !taken.has(step) && areSteps(others, new Set([...taken, step])))
}

const subsets = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: 2 ** all.length }, (_, chosen) => all.filter((_, index) => (chosen & 1 << index) !== 0))

/**
 * Every set of events that are steps within the window and have no exclusion between them: the most, those that arrive first,
 * the earliest.
 */
export const naiveUnordered = (
  { steps, window }: FunnelRules,
  events: ReadonlyArray<NaiveEvent>,
  until = Infinity
): Progress | undefined => {
  const exclusions = events.filter((event) => event.exclusions.size > 0).map(({ time }) => time)
  const sets = subsets(events.filter((event) => event.steps.size > 0)).filter((few) => few.length > 0 && areSteps(few))
  const ways = sets.map((few) => few.map(({ time }) => time).toSorted((one, other) => one - other)).filter((times) => {
    const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0]
    return last - first <= window && first < until && !exclusions.some((time) => first < time && time < last)
  })
  const furthest = ways.filter(({ length }) => length === Math.max(...ways.map((way) => way.length)))
  const [best] = furthest.toSorted((one, other) => (one.at(-1) ?? 0) - (other.at(-1) ?? 0) || compare(one, other))
  return best === undefined ? undefined : progressOf({ times: best, isExcluded: false }, steps)
}

/** The state of each step after a number of events, from the state before them. No two are of one instant. */
export const naiveOptional = (
  { optional, steps, window }: FunnelRules,
  events: ReadonlyArray<NaiveEvent>
): Progress | undefined => {
  const isOptional = (step: number) => (optional & (1 << step)) !== 0
  type Held = { readonly start: number; readonly done: ReadonlyMap<number, number> } | undefined
  const held = (step: number, count: number): Held => {
    const event = events[count - 1]
    if (event === undefined) return undefined
    const kept = held(step, count - 1)
    if (!event.steps.has(step)) return kept
    if (step === 0) return { start: event.time, done: new Map([[0, event.time]]) }
    for (let before = step - 1; before >= 0; before--) {
      const chain = held(before, count - 1)
      if (chain !== undefined && event.time - chain.start <= window) {
        return kept?.start === chain.start
          ? kept
          : { start: chain.start, done: new Map([...chain.done, [step, event.time]]) }
      }
      if (!isOptional(before)) return kept
    }
    return kept
  }
  for (let last = steps - 1; last >= 0; last--) {
    for (let count = 1; count <= events.length; count++) {
      const chain = held(last, count)
      if (chain === undefined) continue
      return {
        done: [...chain.done.keys()].reduce((bits, step) => bits | 1 << step, 0),
        last,
        times: Array.from({ length: steps }, (_, step) => chain.done.get(step)),
        isExcluded: false
      }
    }
  }
  return undefined
}

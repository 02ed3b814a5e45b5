/** The numbers that a funnel shows of its actors. */
import type { Attributed } from "./evaluate/Attribution.ts"
import { entrancesOf, makeProgress } from "./evaluate/EvaluateActor.ts"
import { type FunnelRules, hasStep, type Progress } from "./evaluate/FunnelRules.ts"

/** Takes what actors did for a value, and the number of them that did the same. */
export type SeeParts = (part: Attributed, actors: number) => void

/** Takes actors, one after the other. */
export interface FunnelCounting<Counts> {
  readonly see: SeeParts
  readonly counts: () => Counts
}

/** The actors with one value to cut by. */
export interface StepCounts {
  readonly place: number
  /** The number of actors who did each step. */
  readonly counts: ReadonlyArray<number>
  /** The microseconds from the step before to each, of those who did it; null where nobody did. */
  readonly means: ReadonlyArray<number | null>
  readonly medians: ReadonlyArray<number | null>
}

/** The actors with one value to cut by, by the interval in which they entered. */
export interface EntranceCounts {
  readonly place: number
  readonly entered: ReadonlyArray<number>
  readonly converted: ReadonlyArray<number>
}

/** From which step to which conversion counts. */
export interface StepRange {
  readonly from: number
  readonly to: number
}

const grouping = <Group>(make: (place: number) => Group) => {
  const groups = new Map<number, Group>()
  const of = (place: number): Group => {
    const group = groups.get(place) ?? make(place)
    groups.set(place, group)
    return group
  }
  return { of, all: (): ReadonlyArray<Group> => [...groups.values()] }
}

const repeat = (values: Array<number>, value: number, times: number): void => {
  for (let time = 0; time < times; time++) values.push(value)
}

interface OpenSteps {
  readonly place: number
  readonly counts: Array<number>
  readonly durations: ReadonlyArray<Array<number>>
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const median = (values: ReadonlyArray<number>): number => {
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

const counted = ({ counts, durations, place }: OpenSteps): StepCounts => {
  const each = (of: (values: ReadonlyArray<number>) => number) =>
    durations.map((values) => values.length === 0 ? null : of(values))
  return { place, counts, means: each(mean), medians: each(median) }
}

const addSteps = (
  { counts, durations }: OpenSteps,
  { done, times }: Progress,
  optional: number,
  actors: number
): void => {
  let before: number | undefined
  for (let step = 0; step < times.length; step++) {
    const time = times[step]
    if (time === undefined || !hasStep(done, step)) continue
    counts[step] = (counts[step] ?? 0) + actors
    if (hasStep(optional, step)) continue
    if (before !== undefined) repeat(durations[step] ?? [], time - before, actors)
    before = time
  }
}

/** Counts those who did each step, and how long it took them. */
export const countSteps = (rules: FunnelRules): FunnelCounting<ReadonlyArray<StepCounts>> => {
  const progressOf = makeProgress(rules)
  const groups = grouping((place): OpenSteps => ({
    place,
    counts: Array.from({ length: rules.steps }, () => 0),
    durations: Array.from({ length: rules.steps }, () => [])
  }))
  return {
    see: ({ history, value }, actors) => {
      const progress = progressOf(history)
      if (progress !== undefined) addSteps(groups.of(value), progress, rules.optional, actors)
    },
    counts: () => groups.all().map(counted)
  }
}

/** The microseconds that those who converted took. */
export const countDurations = (
  rules: FunnelRules,
  { from, to }: StepRange
): FunnelCounting<ReadonlyArray<number>> => {
  const progressOf = makeProgress(rules)
  const durations: Array<number> = []
  return {
    see: ({ history }, actors) => {
      const { times = [] } = progressOf(history) ?? {}
      const [start, end] = [times[from], times[to]]
      if (start !== undefined && end !== undefined) repeat(durations, end - start, actors)
    },
    counts: () => durations
  }
}

interface OpenEntrances extends EntranceCounts {
  readonly entered: Array<number>
  readonly converted: Array<number>
}

/** Counts those who entered in each interval, and those of them who converted. */
export const countEntrances = (
  rules: FunnelRules,
  { from, to }: StepRange,
  starts: ReadonlyArray<number>
): FunnelCounting<ReadonlyArray<EntranceCounts>> => {
  const zeros = () => Array.from({ length: starts.length }, () => 0)
  const groups = grouping((place): OpenEntrances => ({ place, entered: zeros(), converted: zeros() }))
  return {
    see: ({ history, value }, actors) => {
      for (const { bucket, progress } of entrancesOf(history, rules, starts)) {
        const { converted, entered } = groups.of(value)
        if (progress.last >= from) entered[bucket] = (entered[bucket] ?? 0) + actors
        if (progress.last >= to) converted[bucket] = (converted[bucket] ?? 0) + actors
      }
    },
    counts: groups.all
  }
}

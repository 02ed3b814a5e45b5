/** What a funnel counts of its actors, as it is shown. */
import type { ActorHistory } from "./evaluate/ActorHistory.ts"
import { attributed, type Attribution } from "./evaluate/Attribution.ts"
import { entrancesOf, progressOf } from "./evaluate/EvaluateActor.ts"
import { type FunnelRules, hasStep, type Progress } from "./evaluate/FunnelRules.ts"

/** Takes actors, one after the other. */
export interface FunnelCounting<Counts> {
  readonly see: (history: ActorHistory) => void
  readonly counts: () => Counts
}

/** The actors with one value to cut by. */
export interface StepCounts {
  readonly place: number
  /** How many did each step. */
  readonly counts: ReadonlyArray<number>
  /** The microseconds from the step before to each, of those who did it. */
  readonly durations: ReadonlyArray<ReadonlyArray<number>>
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

interface OpenSteps extends StepCounts {
  readonly counts: Array<number>
  readonly durations: ReadonlyArray<Array<number>>
}

const addSteps = ({ counts, durations }: OpenSteps, { done, times }: Progress, optional: number): void => {
  let before: number | undefined
  for (const [step, time] of times.entries()) {
    if (time === undefined || !hasStep(done, step)) continue
    counts[step] = (counts[step] ?? 0) + 1
    if (hasStep(optional, step)) continue
    if (before !== undefined) durations[step]?.push(time - before)
    before = time
  }
}

/** Counts those who did each step, and how long it took them. */
export const countSteps = (
  rules: FunnelRules,
  attribution: Attribution
): FunnelCounting<ReadonlyArray<StepCounts>> => {
  const groups = grouping((place): OpenSteps => ({
    place,
    counts: Array.from({ length: rules.steps }, () => 0),
    durations: Array.from({ length: rules.steps }, () => [])
  }))
  return {
    see: (all) => {
      for (const { history, value } of attributed(all, attribution)) {
        const progress = progressOf(history, rules)
        if (progress !== undefined) addSteps(groups.of(value), progress, rules.optional)
      }
    },
    counts: groups.all
  }
}

/** The microseconds that those who converted took. */
export const countDurations = (
  rules: FunnelRules,
  { from, to }: StepRange
): FunnelCounting<ReadonlyArray<number>> => {
  const durations: Array<number> = []
  return {
    see: (history) => {
      const { times = [] } = progressOf(history, rules) ?? {}
      const [start, end] = [times[from], times[to]]
      if (start !== undefined && end !== undefined) durations.push(end - start)
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
  attribution: Attribution,
  { from, to }: StepRange,
  starts: ReadonlyArray<number>
): FunnelCounting<ReadonlyArray<EntranceCounts>> => {
  const zeros = () => Array.from({ length: starts.length }, () => 0)
  const groups = grouping((place): OpenEntrances => ({ place, entered: zeros(), converted: zeros() }))
  return {
    see: (all) => {
      for (const { history, value } of attributed(all, attribution)) {
        for (const { bucket, progress } of entrancesOf(history, rules, starts)) {
          const { converted, entered } = groups.of(value)
          if (progress.last >= from) entered[bucket] = (entered[bucket] ?? 0) + 1
          if (progress.last >= to) converted[bucket] = (converted[bucket] ?? 0) + 1
        }
      }
    },
    counts: groups.all
  }
}

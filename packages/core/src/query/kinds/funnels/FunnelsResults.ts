/** The results of funnels as the wire has them. */
import { noBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { withCohort } from "../../structured/CohortParts.ts"
import { sampleScale } from "../../structured/InsightFields.ts"
import type { EntranceCounts, StepCounts } from "./FunnelCounts.ts"
import type { FunnelCurve, FunnelsResults, FunnelStepResult, FunnelTimes } from "./FunnelsAnswer.ts"
import { binsOf } from "./FunnelsFilter.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { anyStepEntity, stepEntity } from "./FunnelStep.ts"
import type { FunnelCut } from "./PrepareFunnel.ts"
import type { FunnelFound, FunnelsOutcome } from "./RunFunnels.ts"

const otherValues = "Other"
const micros = 1_000_000

/** More points than these are left out. */
const maxPoints = 1000

type Entrances = Extract<FunnelFound, { readonly _tag: "Entrances" }>

/** The breakdown value of a place, and its label. */
export const shownValue = (cut: FunnelCut, place: number) => {
  const { breakdowns: { by, cohorts }, names, read, values } = cut
  if (cohorts.length > 0) {
    const cohort = cohorts[place] ?? "all"
    return { breakdown: names.get(String(cohort)) ?? String(cohort), breakdown_value: cohort === "all" ? 0 : cohort }
  }
  const parts = place < 0
    ? by.map(() => "")
    : values[place]?.map((text, index) => shownPart(read[index]?.shown(text) ?? text)) ?? by.map(() => otherValues)
  return {
    breakdown: withCohort(cut, parts, (id) => names.get(id) ?? id),
    breakdown_value: withCohort(cut, parts, (id) => id)
  }
}

const shownPart = (text: string): string => text === noBreakdownValue ? "" : text

/** The greatest first; those without a value, then the others, last. */
const inOrder = <Group extends { readonly place: number }>(
  groups: ReadonlyArray<Group>,
  cut: FunnelCut,
  sizeOf: (group: Group) => number
): ReadonlyArray<Group> => {
  const rank = ({ place }: Group): number =>
    place < 0 ? 1 : cut.breakdowns.by.length > 0 && place >= cut.values.length ? 2 : 0
  return groups
    .filter((group) => rank(group) < 2 || !cut.breakdowns.hidesOther)
    .toSorted((one, other) => rank(one) - rank(other) || sizeOf(other) - sizeOf(one) || one.place - other.place)
}

/** The places that are shown, in the order of their values. */
export const shownPlaces = (places: ReadonlyArray<number>, cut: FunnelCut): ReadonlyArray<number> =>
  inOrder(places.map((place) => ({ place })), cut, () => 0).map(({ place }) => place)

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const secondsOf = (duration: number | null | undefined): number | null =>
  duration === null || duration === undefined ? null : duration / micros

const stepsOf = (
  node: FunnelsNode,
  { counts, means, medians }: StepCounts,
  value?: ReturnType<typeof shownValue>
): ReadonlyArray<FunnelStepResult> =>
  node.series.map((step, order) => ({
    ...(node.filter.funnelOrderType === "unordered"
      ? anyStepEntity(step, order)
      : stepEntity(step, order, node.actions)),
    people: [],
    count: Math.round((counts[order] ?? 0) * sampleScale(node)),
    average_conversion_time: secondsOf(means[order]),
    median_conversion_time: secondsOf(medians[order]),
    ...value
  }))

const steps = (node: FunnelsNode, cut: FunnelCut | undefined, groups: ReadonlyArray<StepCounts>) => {
  if (cut === undefined) return groups.flatMap((group) => stepsOf(node, group))
  return inOrder(groups, cut, ({ counts }) => counts[0] ?? 0).map((group) =>
    stepsOf(node, group, shownValue(cut, group.place))
  )
}

/** Seconds in bars of one width, the last for what is as long as the longest. */
const histogram = (node: FunnelsNode, durations: ReadonlyArray<number>): FunnelTimes => {
  if (durations.length === 0) return { bins: [], average_conversion_time: null }
  const seconds = durations.map((duration) => duration / micros)
  const [first, last] = seconds.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [
    Infinity,
    -Infinity
  ])
  const [from, to] = [Math.floor(first), Math.ceil(last)]
  const bins = binsOf(node.filter, seconds.length)
  const width = Math.ceil((to - from) / bins) || 60
  const counts = Array.from({ length: bins + 1 }, () => 0)
  for (const one of seconds) {
    const bin = Math.floor((one - from) / width)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return {
    bins: counts.map((count, bin) => [from + bin * width, Math.round(count * sampleScale(node))]),
    average_conversion_time: Math.round(mean(seconds) * 100) / 100
  }
}

const rate = (converted: number, entered: number): number =>
  entered === 0 ? 0 : Math.round(converted / entered * 10_000) / 100

const curves = (
  cut: FunnelCut | undefined,
  { buckets, groups }: Entrances,
  most: number
): ReadonlyArray<FunnelCurve> => {
  const { days, labels, starts } = buckets
  const none: EntranceCounts = { place: -1, entered: [], converted: [] }
  const sizeOf = ({ entered }: EntranceCounts) => entered.reduce((sum, one) => sum + one, 0)
  const all = cut === undefined ? [groups[0] ?? none] : inOrder(groups, cut, sizeOf)
  let left = most
  return all.flatMap(({ converted, entered, place }) => {
    const points = Math.min(starts.length, left)
    left -= points
    return points === 0 ? [] : [{
      count: points,
      data: Array.from({ length: points }, (_, at) => rate(converted[at] ?? 0, entered[at] ?? 0)),
      days: days.slice(0, points),
      labels: labels.slice(0, points),
      ...(cut === undefined ? undefined : { breakdown_value: shownValue(cut, place).breakdown_value })
    }]
  })
}

/** The results, as the funnel is shown. */
export const funnelsResults = (node: FunnelsNode, { parts }: FunnelsOutcome): FunnelsResults => {
  let left = maxPoints
  const shown = parts.map(({ cut, found }): FunnelsResults => {
    switch (found._tag) {
      case "Steps":
        return steps(node, cut, found.groups)
      case "Durations":
        return histogram(node, found.durations)
      case "Entrances": {
        const lines = curves(cut, found, left)
        left -= lines.reduce((sum, { count }) => sum + count, 0)
        return lines
      }
    }
  })
  const [first = []] = shown
  // Several parts are those of cohorts, which are lists of one kind.
  return shown.length === 1 ? first : shown.flat() as FunnelsResults
}

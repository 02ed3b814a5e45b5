/** The progress of entities in a funnel, from their events in the order of time. */
import { hasStep } from "../../query/kinds/funnels/evaluate/FunnelRules.ts"
import { makeMatching } from "../../query/kinds/funnels/evaluate/StepMatching.ts"
import type { FunnelMetric } from "../metrics/ExperimentMetric.ts"

/** One entity on its way; `see` takes the steps that its next event is, as bits. */
interface Progress {
  readonly see: (steps: number) => void
  readonly reached: () => number
}

/** Each step after the one before it, with any events between; an event is one step. */
const ordered = (length: number): Progress => {
  let reached = 0
  return {
    see: (steps) => {
      if (reached < length && hasStep(steps, reached)) reached++
    },
    reached: () => reached
  }
}

/** The steps one after another from the exposure on, without another event between. */
const strict = (length: number): Progress => {
  let reached = 0
  let isOpen = true
  return {
    see: (steps) => {
      isOpen &&= reached < length && hasStep(steps, reached)
      if (isOpen) reached++
    },
    reached: () => reached
  }
}

/** As many steps as possible, each by an event of its own. */
const unordered = (length: number): Progress => {
  const events = new Map<number, number>()
  return {
    see: (steps) => {
      events.set(steps, (events.get(steps) ?? 0) + 1)
    },
    reached: () => {
      const { place } = makeMatching(events)
      return Array.from({ length }, (_, step) => step).filter(place).length
    }
  }
}

const orders = { ordered, strict, unordered }

/** Says how many steps an entity reaches with events that are these steps, one after the other. */
export const makeFunnelPass = (metric: Pick<FunnelMetric, "funnel_order_type" | "series">) => {
  const begin = orders[metric.funnel_order_type ?? "ordered"]
  return (events: ReadonlyArray<number>): number => {
    const progress = begin(metric.series.length)
    events.forEach(progress.see)
    return progress.reached()
  }
}

/** How far entities came in a funnel, from their events in the order of time. */
import type { FunnelMetric } from "../metrics/ExperimentMetric.ts"

/** One entity on its way; `see` takes the steps that its next event is, as bits. */
interface Progress {
  readonly see: (steps: number) => void
  readonly reached: () => number
}

const has = (steps: number, step: number): boolean => (steps & (1 << step)) !== 0

/** Each step after the one before it, whatever lies between; an event is one step. */
const ordered = (length: number): Progress => {
  let reached = 0
  return {
    see: (steps) => {
      if (reached < length && has(steps, reached)) reached++
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
      isOpen &&= reached < length && has(steps, reached)
      if (isOpen) reached++
    },
    reached: () => reached
  }
}

/** As many steps as possible, each by an event of its own: an augmenting path for each event. */
const unordered = (length: number): Progress => {
  const eventOf: Array<number | undefined> = Array.from({ length })
  let reached = 0
  const place = (steps: number, tried: Set<number>): boolean => {
    for (let step = 0; step < length; step++) {
      if (!has(steps, step) || tried.has(step)) continue
      tried.add(step)
      const other = eventOf[step]
      if (other === undefined || place(other, tried)) {
        eventOf[step] = steps
        return true
      }
    }
    return false
  }
  return {
    see: (steps) => {
      if (reached < length && place(steps, new Set())) reached++
    },
    reached: () => reached
  }
}

const orders = { ordered, strict, unordered }

/** What became of one entity. */
export interface FunnelEntity {
  /** The number of steps that it reached. */
  readonly reached: number
  /** Whether it did the last step before its exposure. */
  readonly before: boolean
}

/** Follows entities through the funnel, one after another. */
export const makeFunnelPass = (metric: Pick<FunnelMetric, "funnel_order_type" | "series">) => {
  const { length } = metric.series
  const begin = orders[metric.funnel_order_type ?? "ordered"]
  return () => {
    const progress = begin(length)
    let before = false
    return {
      see: (steps: number, isBefore: boolean) => {
        if (isBefore) before ||= has(steps, length - 1)
        else progress.see(steps)
      },
      end: (): FunnelEntity => ({ reached: progress.reached(), before })
    }
  }
}

/** The number of steps that an entity reaches, by the machine that follows all funnels. */
import { passOf } from "../../query/kinds/funnels/evaluate/EvaluateActor.ts"
import type { FunnelMetric } from "../metrics/ExperimentMetric.ts"

/** Computes the number of steps that an entity reaches from its events: of each event the steps that it is, as bits. */
export type StepsReached = (events: ReadonlyArray<number>) => number

/**
 * Follows a metric's funnel, which has no window: the place of an event stands for its time, and in an unordered funnel
 * all are of one instant. A strict one begins with the first event and ends with the first that is not the next step,
 * also with one that repeats a step.
 */
export const makeStepsReached = (
  { funnel_order_type: order, series }: Pick<FunnelMetric, "funnel_order_type" | "series">
): StepsReached => {
  const isUnordered = order === "unordered"
  const isStrict = order === "strict"
  const pass = passOf({ steps: series.length, order: isUnordered ? order : "ordered", window: Infinity, optional: 0 })
  const reached = (): number => (pass.progress()?.last ?? -1) + 1

  const follow = (events: ReadonlyArray<number>): void => {
    for (const [time, bits] of events.entries()) {
      pass.see({ time, steps: [bits], exclusions: 0 })
      if (pass.isOver(time) || (isStrict && reached() <= time)) return
    }
  }

  return (events) => {
    pass.begin(isStrict ? 1 : Infinity)
    if (isUnordered) pass.see({ time: 0, steps: events, exclusions: 0 })
    else follow(events)
    return reached()
  }
}

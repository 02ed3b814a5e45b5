/** Paths around the steps of a funnel: of its actors alone, and before, between or after their steps. */
import { Effect, Schema } from "effect"
import { component, field, recordOf } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { hasStep, type Progress } from "../funnels/evaluate/FunnelRules.ts"
import { journeysOf } from "../funnels/FunnelJourneys.ts"
import { windowOf } from "../funnels/FunnelsFilter.ts"
import { decodeFunnels, type FunnelsNode, significantFunnels } from "../funnels/FunnelsNode.ts"

/** The funnel around whose steps paths are, and where: before, after, or from the step before to the step. */
export const FunnelPathsFilter = Schema.Struct({
  funnelPathType: field(
    Schema.Literals([
      "funnel_path_before_step",
      "funnel_path_between_steps",
      "funnel_path_after_step"
    ]),
    "Up to the step, from the step before to the step, or from the step on."
  ),
  funnelStep: field(
    Schema.Int,
    "The step, from 1; negative: of those who did the step before and not this one."
  ),
  funnelSource: field(recordOf("FunnelsQuery"), "The funnel; how it is cut and drawn changes nothing.")
}).annotate(component("FunnelPathsFilter", "The funnel around whose steps paths are."))

/** A funnel that was read. */
export interface FunnelOfPaths {
  readonly type: typeof FunnelPathsFilter.Type["funnelPathType"]
  readonly step: number
  readonly source: FunnelsNode
}

/** The reason for which paths cannot be around this step. */
const stepProblem = ({ source: { series }, step, type }: FunnelOfPaths): string | undefined => {
  const steps = series.length
  if (type === "funnel_path_between_steps") {
    return step >= 2 && step <= steps ? undefined : `The number of a step is needed, from 2 to ${steps}.`
  }
  return (step >= 1 && step <= steps) || (step <= -2 && step >= -steps)
    ? undefined
    : `The number of a step is needed, from 1 to ${steps}, or from -2 to -${steps} for those who did not reach it.`
}

/** Reads the funnel of a query of paths. */
export const decodeFunnelPaths = Effect.fnUntraced(
  function*(filter: typeof FunnelPathsFilter.Type, path: ReadonlyArray<string>, asked: Asked) {
    const sent: JsonRecord = isJsonRecord(filter.funnelSource) ? filter.funnelSource : {}
    const funnel: FunnelOfPaths = {
      type: filter.funnelPathType,
      step: filter.funnelStep,
      source: yield* decodeFunnels(sent, [...path, "funnelSource"], asked)
    }
    const problem = stepProblem(funnel)
    return problem === undefined ? funnel : yield* InvalidInput.at([...path, "funnelStep"], "invalid_value", problem)
  }
)

/** The fields of the funnel that decide the paths. */
export const significantFunnelPaths = (funnel: FunnelOfPaths | undefined) =>
  funnel === undefined
    ? undefined
    : { type: funnel.type, step: funnel.step, source: significantFunnels(funnel.source) }

/** The microseconds after which a session around the steps is over. */
export const funnelGap = ({ source }: FunnelOfPaths): number => windowOf(source.filter)

/** From when to when an actor's events count, both included. */
export interface PathWindow {
  readonly from: number
  readonly to: number
}

/** The place of the step at whose time paths begin or end; undefined: the actor is not meant. */
const reached = (step: number, done: number): number | undefined => {
  if (step > 0) return hasStep(done, step - 1) ? step - 1 : undefined
  return hasStep(done, -step - 2) && !hasStep(done, -step - 1) ? -step - 2 : undefined
}

const windowAround = (funnel: FunnelOfPaths, { done, times }: Progress): PathWindow | undefined => {
  const { step, type } = funnel
  const place = reached(step, done)
  const time = place === undefined ? undefined : times[place]
  if (place === undefined || time === undefined) return undefined
  switch (type) {
    case "funnel_path_before_step":
      return { from: -Infinity, to: time }
    case "funnel_path_between_steps": {
      const before = times.slice(0, place).findLast((one) => one !== undefined)
      return before === undefined ? undefined : { from: before, to: time }
    }
    case "funnel_path_after_step":
      // An actor who did not go on is known to have dropped off only when the time for the next step is over.
      return { from: step > 0 ? time : time + funnelGap(funnel), to: Infinity }
  }
}

/** The actors of the funnel, and when their events count. */
export const pathWindows = (funnel: FunnelOfPaths, run: QueryRun) =>
  journeysOf(funnel.source, run, (progress) => windowAround(funnel, progress))

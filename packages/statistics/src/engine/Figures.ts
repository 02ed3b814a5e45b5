/** The figures of one variant beside the baseline, under the wire's names. */
import { chanceToWin, type Risk, riskOf } from "../comparison/Bayesian.ts"
import type { DifferenceType, Effect, Interval } from "../comparison/Effect.ts"

/** The wire has one set of fields for each method. */
export type MethodFigures =
  | {
    readonly method: "frequentist"
    readonly p_value: number | null
    readonly confidence_interval: Interval | null
  }
  | {
    readonly method: "bayesian"
    readonly chance_to_win: number | null
    readonly credible_interval: Interval | null
  }

export interface SharedFigures {
  readonly significant: boolean | null
  /** The scale of the shown interval and of the risk. */
  readonly difference_type: DifferenceType | null
  readonly difference: number | null
  readonly difference_interval: Interval | null
  readonly lift: number | null
  /** Null where no bounded interval exists: the baseline does not differ from 0. */
  readonly lift_interval: Interval | null
  readonly risk: Risk | null
}

export type Figures = MethodFigures & SharedFigures

/** An engine's decision about one comparison. */
export interface Decision {
  readonly shown: Interval
  readonly significant: boolean
  readonly pValue: number
  /** The effect's posterior on the shown scale; with a flat prior the estimate itself. */
  readonly posterior: Effect
  readonly differenceType: DifferenceType
  readonly difference: number
  readonly differenceInterval: Interval
  /** Null where the baseline is 0. */
  readonly lift: number | null
  readonly liftInterval: Interval | null
}

/** The presentation of decisions as figures. */
export interface Presentation {
  readonly method: "bayesian" | "frequentist"
  /** True where less of the metric is better. */
  readonly inverse: boolean
}

/** The figures of a decision. */
export const figuresOf = (decision: Decision, { inverse, method }: Presentation): Figures => ({
  ...method === "frequentist" ?
    { method, p_value: decision.pValue, confidence_interval: decision.shown } :
    { method, chance_to_win: chanceToWin(decision.posterior, inverse), credible_interval: decision.shown },
  significant: decision.significant,
  difference_type: decision.differenceType,
  difference: decision.difference,
  difference_interval: decision.differenceInterval,
  lift: decision.lift,
  lift_interval: decision.liftInterval,
  risk: riskOf(decision.posterior, inverse)
})

const nothing: SharedFigures = {
  significant: null,
  difference_type: null,
  difference: null,
  difference_interval: null,
  lift: null,
  lift_interval: null,
  risk: null
}

/** The figures of a variant that cannot be compared. */
export const noFigures = (method: "bayesian" | "frequentist"): Figures =>
  method === "frequentist" ?
    { method, p_value: null, confidence_interval: null, ...nothing } :
    { method, chance_to_win: null, credible_interval: null, ...nothing }

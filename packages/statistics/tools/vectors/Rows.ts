/** The table of methods that acceptance vectors name. */
import type { DifferenceType } from "@hedgerow/statistics/comparison/Effect"
import type { Sample } from "@hedgerow/statistics/comparison/Samples"
import { type Refusal, refusalOf } from "../Refusal.ts"

/** The fields a vector expects. */
export type Answer = Readonly<Record<string, unknown>>

export interface Row {
  /** The method's name, or what its names begin with. */
  readonly method: string
  readonly solve: (inputs: never) => Answer
}

/** One method with its function, which names the inputs that it takes. */
export const row = (method: string, solve: Row["solve"]): Row => ({ method, solve })

/** The answer to inputs that have none. */
export const refused = (error: Refusal | "unknown_method"): Answer => ({ error, stats: null })

export interface TwoArms {
  readonly control: Sample
  readonly treatment: Sample
  readonly difference_type?: DifferenceType
}

/** Solves two arms that can be compared, on the relative scale where none is named. */
export const comparing = <Inputs extends TwoArms>(
  solve: (inputs: Inputs, type: DifferenceType) => Answer
): (inputs: Inputs) => Answer =>
(inputs) => {
  const type = inputs.difference_type ?? "relative"
  const refusal = refusalOf(inputs.control, inputs.treatment, type)
  return refusal === undefined ? solve(inputs, type) : refused(refusal)
}

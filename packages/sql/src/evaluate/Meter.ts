import type { Cell } from "../types/Cell.ts"
import type { Frame } from "./Evaluate.ts"

/** Counts the work of one running query, in nodes of expressions that are evaluated: a whole number. */
export interface Meter {
  readonly work: (nodes: number) => void
  /** Whether others are to run now; then the next slice begins. */
  readonly isDue: () => boolean
}

/** Nothing is counted. */
export const noMeter: Meter = { work: () => undefined, isDue: () => false }

/** Work that others interrupt: it yields false where it may pause, and ends with a result. */
export type Sliced<A> = Generator<false, A, void>

/** The result of sliced work without a pause. */
export const unsliced = <A>(work: Sliced<A>): A => {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** A compiled expression that may take long. */
export type SlicedEvaluate = (frame: Frame) => Sliced<Cell>

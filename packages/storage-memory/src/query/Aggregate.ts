import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { Aggregate, Expr } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import type { RowBudget, Work } from "./RowBudget.ts"

/** The running value of one aggregate over one group. */
export interface Accumulator {
  readonly add: (frame: Frame) => void
  /** Work ahead of each result, in slices. */
  readonly finish?: () => Work<void>
  readonly result: () => Cell
  /** Ends it: what it was counted with is held no more. */
  readonly release?: () => void
}

/** Begins an aggregate over a new group. */
export type Start = () => Accumulator
/** Compiles an aggregate. */
export type Implementation = (
  args: ReadonlyArray<Evaluate>,
  aggregate: Aggregate,
  budget: RowBudget,
  compile: (expr: Expr) => Evaluate
) => Start

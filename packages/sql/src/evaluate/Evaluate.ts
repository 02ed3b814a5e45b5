import type { Cell } from "../types/Cell.ts"

/**
 * The current row while a SELECT runs: what belongs to its run first, then one slot for each source (the table's row, the
 * subquery's row, or undefined where a left join found none), then one for the result of each aggregate.
 */
export type Frame = Array<unknown>

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Cell

/** Whether a value holds as a predicate: it is neither NULL nor zero nor false. */
export const isTrue = (cell: Cell): boolean => cell !== null && cell !== false && cell !== 0

/** A predicate of the plan; an absent one holds always. */
export const holds = (condition: Evaluate | undefined): (frame: Frame) => boolean =>
  condition === undefined ? () => true : (frame) => isTrue(condition(frame))

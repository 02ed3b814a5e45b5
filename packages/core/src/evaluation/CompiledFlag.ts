import type { Aggregation, CompiledCondition } from "./CompiledCondition.ts"
import type { FlagResult } from "./FlagResult.ts"
import type { FlagSource } from "./FlagSource.ts"
import type { FlagVariants } from "./FlagVariants.ts"

/** The people whom experiments leave out of everything: they get a variant of their own. */
export interface CompiledHoldout {
  readonly percentage: number
  readonly result: FlagResult
}

/** A choice that a person made: it comes before all conditions. */
export interface CompiledEnrollment {
  /** The properties that hold it; the choice counts when the person has one. */
  readonly keys: ReadonlyArray<string>
  /** The condition of their choice; undefined where the property itself decides. */
  readonly condition: CompiledCondition | undefined
  readonly enrolled: FlagResult
  readonly refused: FlagResult
}

/** A flag with its filters read, and every answer that it can give made. */
export interface CompiledFlag {
  readonly source: FlagSource
  /** The type of the groups that it is about; null for persons. */
  readonly aggregation: Aggregation
  readonly conditions: ReadonlyArray<CompiledCondition>
  readonly enrollment: CompiledEnrollment | undefined
  readonly holdout: CompiledHoldout | undefined
  readonly variants: FlagVariants
  readonly earlyExit: boolean
  /** The flags it depends on, by id. */
  readonly dependencies: ReadonlyArray<number>
  readonly missing: FlagResult
  readonly unmatched: FlagResult
}

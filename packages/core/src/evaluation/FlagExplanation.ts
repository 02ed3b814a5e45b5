import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { ConditionMiss } from "./FlagReason.ts"
import type { FlagResult } from "./FlagResult.ts"

/** The outcome of one filter of a condition. */
export interface PropertyExplanation {
  /** As it was sent. */
  readonly source: JsonRecord
  readonly matched: boolean
  /** The value of the person or group; undefined when they have no such property, or it is no property. */
  readonly actual: unknown
  /** The property is not there, which is not the same as its having another value. */
  readonly isMissing: boolean
  /** Comparing would have taken more steps than are allowed: the answer is unknown, so it does not hold. */
  readonly isGivenUp: boolean
}

/** The outcome of one condition. */
export interface ConditionExplanation {
  readonly index: number
  readonly outcome: ConditionMiss | "condition_match" | "failed" | "not_reached"
  /** The type of the groups that it is about; null for persons. */
  readonly groupType: string | null
  /** The text that is hashed; null when there is none. */
  readonly identifier: string | null
  /** The position of the identifier in the rollout, from 0 to 1; null without an identifier to hash. */
  readonly hash: number | null
  readonly rolloutPercentage: number
  readonly properties: ReadonlyArray<PropertyExplanation>
}

/** The explanation of a flag's value for a subject, step by step. */
export interface FlagExplanation {
  readonly key: string
  /** Absent ones do not exist; disabled and filtered ones are left out of answers. */
  readonly state: "absent" | "disabled" | "filtered" | "evaluated"
  readonly result: FlagResult | null
  /** The position of the identifier among the variants; null without variants or identifier. */
  readonly variantHash: number | null
  /** Its position in the holdout; null when the flag has none. */
  readonly holdoutHash: number | null
  readonly conditions: ReadonlyArray<ConditionExplanation>
  /** The answers of the flags that it depends on, each after what it depends on itself. */
  readonly dependencies: ReadonlyArray<FlagResult>
}

import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { ConditionMiss } from "./FlagReason.ts"
import type { FlagResult } from "./FlagResult.ts"

/** How one filter of a condition came out. */
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

/** How one condition came out. */
export interface ConditionExplanation {
  readonly index: number
  readonly outcome: ConditionMiss | "condition_match" | "failed" | "not_reached"
  /** The type of the groups that it is about; null for persons. */
  readonly groupType: string | null
  /** The text that is hashed; null when there is none. */
  readonly identifier: string | null
  /** Where the identifier stands in the rollout, from 0 to 1; null when there is nothing to hash. */
  readonly hash: number | null
  readonly rolloutPercentage: number
  readonly properties: ReadonlyArray<PropertyExplanation>
}

/** Why a flag has its value for someone, step by step. */
export interface FlagExplanation {
  readonly key: string
  /** Absent ones do not exist; disabled and filtered ones are left out of answers. */
  readonly state: "absent" | "disabled" | "filtered" | "evaluated"
  readonly result: FlagResult | null
  /** Where the identifier stands among the variants; null without variants or identifier. */
  readonly variantHash: number | null
  /** Where it stands in the holdout; null when the flag has none. */
  readonly holdoutHash: number | null
  readonly conditions: ReadonlyArray<ConditionExplanation>
  /** The answers of the flags that it depends on, each after what it depends on itself. */
  readonly dependencies: ReadonlyArray<FlagResult>
}

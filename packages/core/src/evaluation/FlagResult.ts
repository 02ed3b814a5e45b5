import type { FlagReason } from "./FlagReason.ts"
import type { FlagSource } from "./FlagSource.ts"

/** A flag's answer for one user. Results are shared between requests: they are never changed. */
export interface FlagResult {
  readonly flag: FlagSource
  readonly enabled: boolean
  readonly variant: string | null
  readonly reason: FlagReason
  /** The payload's JSON text. */
  readonly payload: string | null
  /** The flag could not be evaluated: clients keep what they knew before. */
  readonly failed?: true
}

/** The answers of the flags that were asked for, by key. Flags that are not active are left out. */
export interface FlagResults {
  readonly flags: ReadonlyMap<string, FlagResult>
  readonly errorsWhileComputing: boolean
  /** The work of finding them, in the units of `Work`. */
  readonly work: number
}

/** The variant, or whether the flag is on: the flag's value for clients. */
export const flagValue = (result: FlagResult): boolean | string => result.enabled ? result.variant ?? true : false

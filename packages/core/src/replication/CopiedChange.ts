import { Effect } from "effect"
import type { CopyMessage } from "./CopyChanges.ts"

/**
 * A change of rows that may have copies elsewhere, as the repositories of persons, groups and members of cohorts return it.
 * It is no effect: `ChangeCapture.capture` makes it, so that the copies follow.
 */
export interface CopiedChange {
  /** Whether anything keeps copies; where nothing does, no messages are returned. */
  readonly isCopied: boolean
  /** Makes the change and returns the messages that the copies follow. For `ChangeCapture` and for tests of storages. */
  readonly uncaptured: Effect.Effect<ReadonlyArray<CopyMessage>>
}

/** A change where nothing keeps copies. */
export const withoutCopies = (change: Effect.Effect<void>): CopiedChange => ({
  isCopied: false,
  uncaptured: Effect.as(change, [])
})

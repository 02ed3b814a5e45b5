import { Context, Duration } from "effect"
import { leaseMillis } from "../events/EventKeys.ts"

/** The times of deletions. */
export interface DeletionTimes {
  /**
   * An event that was being written when its deletion was asked for is stored by then: the job looks once more before the
   * deletion counts as completed.
   */
  readonly settledAfter: Duration.Duration
}

/** The times of deletions; a composition may provide others. */
export class DeletionSettings extends Context.Reference<DeletionTimes>("@hedgerow/core/deletions/DeletionSettings", {
  defaultValue: () => ({ settledAfter: Duration.millis(1.5 * leaseMillis) })
}) {}

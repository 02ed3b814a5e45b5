/** The events of one actor in the order of time, side by side. */
export interface ActorHistory {
  readonly times: ReadonlyArray<number>
  /** The steps that each event is, as bits. */
  readonly steps: ReadonlyArray<number>
  /** The steps before which each event excludes, as bits. */
  readonly exclusions: ReadonlyArray<number>
  /** The place of each event's value to cut by; `noValue` where it has none. */
  readonly values: ReadonlyArray<number>
}

/** The place of those who have no value to cut by. */
export const noValue = -1

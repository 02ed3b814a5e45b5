/** The order in which steps have to come: one after the other, nothing between them, or as they like. */
export type FunnelOrder = "ordered" | "strict" | "unordered"

/** The rules by which a chain of events is a way through a funnel. */
export interface FunnelRules {
  /** The number of steps. */
  readonly steps: number
  readonly order: FunnelOrder
  /** The most microseconds from the first step to any other. */
  readonly window: number
  /** The steps that may be left out, as bits. */
  readonly optional: number
}

/** The events of one actor at one instant. */
export interface Instant {
  readonly time: number
  /** For each event the steps that it is, as bits. */
  readonly steps: ReadonlyArray<number>
  /** The steps before which one of the events excludes, as bits. */
  readonly exclusions: number
}

/** The progress of an actor. */
export interface Progress {
  /** The steps that were done, as bits. */
  readonly done: number
  /** The last of them. */
  readonly last: number
  /** The time of each step, undefined where it was not done. */
  readonly times: ReadonlyArray<number | undefined>
  /** An exclusion lies between two of its steps: the actor is not in the funnel. */
  readonly isExcluded: boolean
}

/** Follows one actor after the other; instants come in the order of time, and are not kept. */
export interface FunnelPass {
  /** Begins with an actor, whose chains begin before a time. */
  readonly begin: (until: number) => void
  readonly see: (instant: Instant) => void
  /** Nothing that comes later changes the outcome. */
  readonly isOver: (time: number) => boolean
  /** Undefined where the actor did no step. */
  readonly progress: () => Progress | undefined
}

/** Whether the bits have that of a step. */
export const hasStep = (bits: number, step: number): boolean => (bits & (1 << step)) !== 0

/** The number of bits that are set. */
export const countSteps = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

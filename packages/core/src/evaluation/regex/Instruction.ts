/** One step of a program; the next one follows unless it jumps. */
export type Instruction =
  | { readonly op: "char"; readonly isBackward: boolean; readonly holds: (code: number) => boolean }
  /** Goes on at `first`, and at `second` when that fails. */
  | { readonly op: "split"; first: number; second: number }
  | { readonly op: "jump"; to: number }
  | { readonly op: "save"; readonly slot: number }
  /** Fails where nothing was read since the slot was saved. */
  | { readonly op: "progress"; readonly slot: number }
  | { readonly op: "edge"; readonly holds: (text: string, at: number) => boolean }
  | {
    readonly op: "repeat"
    readonly groups: ReadonlyArray<number>
    readonly anyCase: boolean
    readonly isBackward: boolean
  }
  /** Runs what follows by itself up to its end, then goes on at `next`. */
  | { readonly op: "alone"; readonly kind: "atomic" | "look" | "not"; next: number }
  | { readonly op: "end" }

/** A pattern, ready to be run. */
export interface Program {
  readonly instructions: ReadonlyArray<Instruction>
  /** Two for each group, then one for each loop. */
  readonly slots: number
}

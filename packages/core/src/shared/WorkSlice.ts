/** The characters of text that are worked on at a time. */
export const sliceChars = 128 * 1024

/** The cost of handling an item beside its text. */
const itemChars = 1024

/**
 * Counts the work of a long loop, so that others go on in between: `if (slice.isOver(chars)) yield* Effect.yieldNow`.
 * Work is measured in characters of text, never in time: the same input is always cut in the same places.
 */
export class WorkSlice {
  #spent = 0

  /** Adds an item of a number of characters; whether it is time to let others go on. */
  isOver(chars: number): boolean {
    this.#spent += chars + itemChars
    if (this.#spent < sliceChars) return false
    this.#spent = 0
    return true
  }
}

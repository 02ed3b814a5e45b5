/** The steps that undo changes, latest first. */
export class UndoLog {
  readonly #steps: Array<() => void> = []

  /** The present position of the log; `backTo` returns here. */
  get mark(): number {
    return this.#steps.length
  }

  record(undo: () => void): void {
    this.#steps.push(undo)
  }

  /** Takes back everything recorded since the mark. */
  backTo(mark: number): void {
    while (this.#steps.length > mark) this.#steps.pop()?.()
  }

  /** Keeps everything for good. */
  clear(): void {
    this.#steps.length = 0
  }
}

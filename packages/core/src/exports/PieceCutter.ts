/** Cuts bytes, as they come, into pieces of one length; the last one may be shorter. */
export class PieceCutter {
  readonly #length: number
  #piece: Uint8Array
  #filled = 0

  constructor(length: number) {
    this.#length = length
    this.#piece = new Uint8Array(length)
  }

  /** The pieces that are full with these bytes. */
  *add(bytes: Uint8Array): Generator<Uint8Array, void, void> {
    let taken = 0
    while (taken < bytes.length) {
      const now = bytes.subarray(taken, taken + this.#length - this.#filled)
      this.#piece.set(now, this.#filled)
      this.#filled += now.length
      taken += now.length
      if (this.#filled < this.#length) return
      yield this.#piece
      this.#piece = new Uint8Array(this.#length)
      this.#filled = 0
    }
  }

  /** What is left, if anything. */
  rest(): Uint8Array | undefined {
    return this.#filled === 0 ? undefined : this.#piece.subarray(0, this.#filled)
  }
}

import { Duration } from "effect"

/** A value as it was read last. Times are in milliseconds. */
export interface Known<A> {
  readonly version: number
  readonly value: A
  /** The changes of its realm that this server knew of. */
  readonly changes: number
  loadedAt: number
  /** The last time at which it was known to be the current one. */
  freshAt: number
}

/** The limits of using a value that cannot be checked. */
export interface LastKnownBounds {
  /** The longest time after it was last known to be current. */
  readonly longest?: Duration.Duration
  /** Not once this server knows that its realm has changed, though it may be the same as before. */
  readonly untilChange?: boolean
}

/** The values that were read last, for the time when they cannot be read. The oldest make room. */
export class LastKnown<K, A> {
  readonly #values = new Map<K, Known<A>>()
  readonly #capacity: number
  readonly #longest: number
  readonly #untilChange: boolean

  constructor(capacity: number, { longest = Duration.infinity, untilChange = false }: LastKnownBounds) {
    this.#capacity = capacity
    this.#longest = Duration.toMillis(longest)
    this.#untilChange = untilChange
  }

  keep(key: K, known: Known<A>): void {
    this.#values.delete(key)
    if (this.#values.size >= this.#capacity) this.#dropOldest()
    this.#values.set(key, known)
  }

  drop(key: K): void {
    this.#values.delete(key)
  }

  /** Makes a value one that has to be read anew where that can be done. */
  age(key: K): void {
    const known = this.#values.get(key)
    if (known !== undefined) known.loadedAt = Number.NEGATIVE_INFINITY
  }

  /** The last known value, whatever its bounds: for one that is known to be current. */
  peek(key: K): Known<A> | undefined {
    return this.#values.get(key)
  }

  /** The last known value, unless its bounds forbid its use. */
  find(key: K, changes: number, now: number): Known<A> | undefined {
    const known = this.#values.get(key)
    if (known === undefined || now - known.freshAt > this.#longest) return undefined
    return this.#untilChange && known.changes !== changes ? undefined : known
  }

  #dropOldest(): void {
    for (const key of this.#values.keys()) {
      this.#values.delete(key)
      return
    }
  }
}

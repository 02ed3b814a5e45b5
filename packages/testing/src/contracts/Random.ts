/** A source of choices that gives the same ones for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 up to `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<const A>(items: readonly [A, ...ReadonlyArray<A>]): A {
    return items[this.int(items.length)] ?? items[0]
  }

  list<A>(length: number, make: (place: number) => A): ReadonlyArray<A> {
    return Array.from({ length }, (_, place) => make(place))
  }
}

/** A source of numbers from 0 to 1 that are the same in each run with the same seed (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** A whole number below `bound`. */
    below: (bound: number): number => Math.floor(next() * bound),
    /** One of these. */
    pick: <A>(items: readonly [A, ...ReadonlyArray<A>]): A => items[Math.floor(next() * items.length)] ?? items[0]
  }
}

/** Seeded numbers. */
export type Seeded = ReturnType<typeof seeded>

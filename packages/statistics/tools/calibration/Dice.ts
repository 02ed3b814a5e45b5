/**
 * Seeded randomness for simulations: the same seed gives the same numbers everywhere.
 *
 * Sources: xoshiro128** (Blackman & Vigna 2021), seeded by SplitMix; the polar method (Marsaglia & Bray 1964); gamma
 * variates (Marsaglia & Tsang 2000).
 */

export interface Dice {
  /** Uniform in [0, 1). */
  readonly uniform: () => number
  readonly normal: () => number
  /** The sum of the squares of that number of independent normals. */
  readonly chiSquare: (degreesOfFreedom: number) => number
}

const rotated = (word: number, by: number): number => word << by | word >>> 32 - by

const scrambled = (word: number): number => {
  let mixed = Math.imul(word ^ word >>> 16, 0x21f0aaad)
  mixed = Math.imul(mixed ^ mixed >>> 15, 0x735a2d97)
  return mixed ^ mixed >>> 15
}

const words = (seed: number): () => number => {
  let [a, b, c, d] = [1, 2, 3, 4].map((step) => scrambled(seed + Math.imul(step, 0x9e3779b9) | 0)) as [
    number,
    number,
    number,
    number
  ]
  return () => {
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 11)
    return result
  }
}

/** Dice with a seed. */
export const makeDice = (seed: number): Dice => {
  const word = words(seed)
  let spare: number | undefined
  const uniform = () => (word() + word() * 2 ** -32) * 2 ** -32
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    let [x, y, square] = [0, 0, 0]
    while (square === 0 || square >= 1) {
      x = 2 * uniform() - 1
      y = 2 * uniform() - 1
      square = x * x + y * y
    }
    const scale = Math.sqrt(-2 * Math.log(square) / square)
    spare = y * scale
    return x * scale
  }
  const chiSquare = (degreesOfFreedom: number): number => {
    const d = degreesOfFreedom / 2 - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(uniform()) < x * x / 2 + d - d * v + d * Math.log(v)) return 2 * d * v
    }
  }
  return { uniform, normal, chiSquare }
}

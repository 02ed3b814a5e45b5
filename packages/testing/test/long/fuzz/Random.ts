import { randomFrom } from "../../flags/RandomBodies.ts"

/** Choices that a seed decides. */
export interface Random {
  /** A whole number from 0 to below `n`. */
  readonly below: (n: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(list: readonly [A, ...ReadonlyArray<A>]) => A
  /** One of the list, which may be empty. */
  readonly oneOf: <A>(list: ReadonlyArray<A>) => A | undefined
}

export const makeRandom = (seed: number): Random => {
  const next = randomFrom(seed)
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] ?? list[0],
    oneOf: (list) => list[below(list.length)]
  }
}

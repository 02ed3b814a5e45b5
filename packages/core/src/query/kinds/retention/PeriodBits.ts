/** Sets of periods as the bits of a few numbers, as engines return them for an actor. */
import type { Cell } from "@hedgerow/sql/types/Cell"
import { allOf, always, type Sql, sql } from "../../../filters/SqlFragment.ts"

/** The bits of each number that are used: those of JavaScript's own operators. */
const wordSize = 30

/** The places of the numbers that so many periods need. */
export const wordsFor = (periods: number): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(periods / wordSize) }, (_, word) => word)

/** Holds where a period is one of a number's; of a single number it always is. */
const isIn = (period: Sql, word: number, words: number): Sql =>
  words === 1 ? always : sql`${period} BETWEEN ${word * wordSize} AND ${(word + 1) * wordSize - 1}`

const bitOf = (period: Sql, word: number): Sql =>
  word === 0 ? sql`bitShiftLeft(1, ${period})` : sql`bitShiftLeft(1, ${period} - ${word * wordSize})`

/** The numbers of the periods of a group's rows, of those where the condition holds. */
export const groupedBits = (period: Sql, periods: number, condition: Sql): ReadonlyArray<Sql> => {
  const words = wordsFor(periods)
  return words.map((word) =>
    sql`groupBitOrIf(${bitOf(period, word)}, ${allOf([condition, isIn(period, word, words.length)])})`
  )
}

/** The numbers of a single period. */
export const periodBits = (period: Sql, periods: number): ReadonlyArray<Sql> => {
  const words = wordsFor(periods)
  return words.map((word) => sql`if(${isIn(period, word, words.length)}, ${bitOf(period, word)}, 0)`)
}

/** Holds where one of a number's bits is that of the period. */
export const hasPeriod = (words: ReadonlyArray<Sql>, period: number): Sql => {
  const word = words[Math.floor(period / wordSize)]
  return word === undefined ? sql`false` : sql`bitAnd(${word}, ${2 ** (period % wordSize)}) != 0`
}

/** The periods whose bits are set, in their order. */
export const periodsIn = (words: ReadonlyArray<Cell>): ReadonlyArray<number> =>
  words.flatMap((cell, word) => {
    const bits = Number(cell ?? 0)
    const found: Array<number> = []
    for (let bit = 0; bit < wordSize; bit++) if ((bits & (1 << bit)) !== 0) found.push(word * wordSize + bit)
    return found
  })

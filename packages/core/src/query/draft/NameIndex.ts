import leven from "leven"

/** Something that people name, under the name it is stored by. */
export interface Named {
  readonly name: string
}

/** The meanings of a phrase: one, or several where it is ambiguous. */
export type Meanings<A> = readonly [A, ...ReadonlyArray<A>]

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

/** One of many: `ponies` is `pony`, `boxes` is `box`. */
const singular = (word: string): string => {
  if (word.length < 4) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** The stem of a verb: `signed` is `sign`, `purchased` is `purchas` as `purchase` is. */
const stem = (word: string): string => word.length < 4 ? word : singular(word).replace(/(ing|ed|e)$/u, "")

/** The comparisons of names, the strictest first. */
const readings: ReadonlyArray<(text: string) => string> = [
  (text) => text.toLowerCase(),
  (text) => singular(wordsOf(text).map(singular).join("")),
  (text) => wordsOf(text).map(stem).join("")
]
const [, plain = String] = readings

/** The number of letters of a word that may differ; short words must be equal. */
const tolerance = (text: string): number => {
  if (text.length < 5) return 0
  return text.length < 7 ? 1 : 2
}

/** Finds records by the names that people write: in any letter case, as several words, in the plural, nearly right. */
export class NameIndex<A extends Named> {
  readonly #readings: ReadonlyArray<ReadonlyMap<string, ReadonlyArray<A>>>

  constructor(all: ReadonlyArray<A>) {
    this.#readings = readings.map((read) => Map.groupBy(all, ({ name }) => read(name)))
  }

  /** The meanings of a phrase. Of several, one with exactly this name wins. */
  find(phrase: string): Meanings<A> | undefined {
    for (const [index, read] of readings.entries()) {
      const key = read(phrase)
      const [first, ...more] = key === "" ? [] : this.#readings[index]?.get(key) ?? []
      if (first === undefined) continue
      const exact = [first, ...more].find(({ name }) => name === phrase)
      return exact === undefined ? [first, ...more] : [exact]
    }
    return undefined
  }

  /** The meanings of names that nearly equal the phrase. */
  findNear(phrase: string): Meanings<A> | undefined {
    const key = plain(phrase)
    let [best, found]: [number, ReadonlyArray<A>] = [tolerance(key), []]
    for (const [known, things] of this.#readings[1] ?? []) {
      const changes = leven(key, known, { maxDistance: best + 1 })
      if (changes > best) continue
      found = changes === best ? [...found, ...things] : things
      best = changes
    }
    const [first, ...more] = found
    return best === 0 || first === undefined ? undefined : [first, ...more]
  }
}

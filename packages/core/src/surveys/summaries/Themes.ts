import { Effect } from "effect"
import type { TextAnswer } from "../responses/ResponseTexts.ts"
import { languagesOf, type Term, termsOf, wordsOf } from "./Words.ts"

/** A term that several answers name. */
export interface Theme {
  /** In the form that most of them have. */
  readonly name: string
  /** The answers that name it, the newest first. */
  readonly answers: ReadonlyArray<TextAnswer>
  /** Other words that half of these answers have. */
  readonly related: ReadonlyArray<string>
}

const maxThemes = 5
const maxRelated = 3

/** Answers are read in parts of this size, between which others run. */
const partSize = 5

interface Named {
  readonly stem: string
  readonly surfaces: Map<string, number>
  readonly answers: Set<number>
}

/** The least number of answers that make a theme: two, and of many answers one in twenty-five. */
const leastAnswers = (count: number): number => Math.max(2, Math.ceil(count / 25))

/** The form that most answers have; small letters where it is a draw. */
const nameOf = ({ surfaces }: Named): string => {
  const rank = (surface: string): string => surface === surface.toLowerCase() ? `0${surface}` : `1${surface}`
  const [first] = [...surfaces].toSorted(([left, more], [right, less]) =>
    less - more || (rank(left) < rank(right) ? -1 : 1)
  )
  return first?.[0] ?? ""
}

const indexOf = (answers: ReadonlyArray<ReadonlyArray<Term>>): ReadonlyMap<string, Named> => {
  const index = new Map<string, Named>()
  for (const [at, terms] of answers.entries()) {
    for (const { stem, surface } of terms) {
      const known = index.get(stem) ?? { stem, surfaces: new Map<string, number>(), answers: new Set<number>() }
      index.set(stem, known)
      known.answers.add(at)
      known.surfaces.set(surface, (known.surfaces.get(surface) ?? 0) + 1)
    }
  }
  return index
}

const isPhrase = ({ stem }: Named): boolean => stem.includes(" ")

/** Two words mean more than one. */
const weightOf = (named: Named, covered: ReadonlySet<number>): number => {
  const anew = [...named.answers].filter((at) => !covered.has(at)).length
  return anew * (isPhrase(named) ? 1.5 : 1)
}

/** Terms one after the other, each that of most answers that none before it is of. */
const choose = (candidates: ReadonlyArray<Named>, least: number): ReadonlyArray<Named> => {
  const covered = new Set<number>()
  const chosen: Array<Named> = []
  while (chosen.length < maxThemes) {
    const weighed = candidates.filter((one) => !chosen.includes(one))
      .map((named) => ({ named, weight: weightOf(named, covered) }))
    const [best] = weighed.toSorted((left, right) =>
      right.weight - left.weight || right.named.answers.size - left.named.answers.size
      || (left.named.stem < right.named.stem ? -1 : 1)
    )
    if (best === undefined || best.weight < least) break
    chosen.push(best.named)
    for (const at of best.named.answers) covered.add(at)
  }
  return chosen.toSorted((left, right) => right.answers.size - left.answers.size)
}

/** The lists are large, and most servers never need them. */
const loadLists = Effect.promise(() => import("./WordLists.ts"))

const inParts = Effect.fnUntraced(function*<A, B>(items: ReadonlyArray<A>, read: (item: A, at: number) => B) {
  const made: Array<B> = []
  for (const [at, item] of items.entries()) {
    made.push(read(item, at))
    if (at % partSize === partSize - 1) yield* Effect.yieldNow
  }
  return made
})

/** Single words that half of the answers have which name the theme, the most frequent first. */
const relatedTo = (theme: Named, candidates: ReadonlyArray<Named>): ReadonlyArray<string> => {
  const own = new Set(theme.stem.split(" "))
  const least = Math.max(2, theme.answers.size / 2)
  return candidates.filter((one) => !isPhrase(one) && !own.has(one.stem))
    .map((one) => ({ one, shared: [...one.answers].filter((at) => theme.answers.has(at)).length }))
    .filter(({ shared }) => shared >= least)
    .toSorted((left, right) => right.shared - left.shared || (left.one.stem < right.one.stem ? -1 : 1))
    .slice(0, maxRelated).map(({ one }) => nameOf(one))
}

/** The terms that answers to a question name most, the most frequent first; words of the question are left out. */
export const themesOf = Effect.fnUntraced(function*(question: string, answers: ReadonlyArray<TextAnswer>) {
  const [asked = [], ...words] = yield* inParts([question, ...answers.map(({ text }) => text)], wordsOf)
  const { languages, unknownLanguage } = yield* loadLists
  const known = languagesOf(words, languages, unknownLanguage)
  yield* Effect.yieldNow
  const index = indexOf(yield* inParts(words, (text, at) => termsOf(text, known[at] ?? unknownLanguage)))
  yield* Effect.yieldNow
  const inQuestion = new Set(
    [...new Set(known)].flatMap((language) => termsOf(asked, language).map(({ stem }) => stem))
  )
  const least = leastAnswers(answers.length)
  const candidates = [...index.values()].filter((named) => named.answers.size >= least && !inQuestion.has(named.stem))
  return choose(candidates, least).map((named): Theme => ({
    name: nameOf(named),
    answers: [...named.answers].flatMap((at) => answers[at] ?? []),
    related: relatedTo(named, candidates)
  }))
})

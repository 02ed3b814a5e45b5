import type { Language } from "./WordLists.ts"

/** Only so much of an answer is read. */
const maxRead = 1_000

/** A word of a text, and whether nothing but a space stands before it. */
export interface Word {
  readonly text: string
  readonly lower: string
  readonly follows: boolean
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" })

/** The words of a text in any script. */
export const wordsOf = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  let follows = false
  for (const { isWordLike, segment } of segmenter.segment(text.slice(0, maxRead).replaceAll("’", "'"))) {
    if (isWordLike === true) {
      words.push({ text: segment, lower: segment.toLowerCase(), follows })
      follows = true
    } else follows &&= /^[\s\-‐‑]+$/u.test(segment)
  }
  return words
}

const hits = ({ stopWords }: Language, words: ReadonlyArray<Word>): number =>
  words.reduce((sum, { lower }) => stopWords.has(lower) ? sum + 1 : sum, 0)

const best = (known: ReadonlyArray<Language>, words: ReadonlyArray<Word>): Language | undefined => {
  let found: Language | undefined
  let most = 0
  for (const language of known) {
    const count = hits(language, words)
    if (count > most) [found, most] = [language, count]
  }
  return found
}

/**
 * The language of each text, by the words without a meaning of their own in it. A text that has none of any language is
 * taken for one in that of most of the others.
 */
export const languagesOf = (
  texts: ReadonlyArray<ReadonlyArray<Word>>,
  languages: ReadonlyArray<Language>,
  unknown: Language
): ReadonlyArray<Language> => {
  const own = texts.map((words) => best(languages, words))
  const counts = new Map<Language, number>()
  for (const language of own) if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [[common] = []] = [...counts].toSorted(([, left], [, right]) => right - left)
  return own.map((language) => language ?? common ?? unknown)
}

/** A meaningful word, with the stem that its forms share. */
export interface Term {
  readonly stem: string
  readonly surface: string
}

const isMeaningful = ({ stopWords }: Language, { lower }: Word): boolean =>
  !stopWords.has(lower) && Array.from(lower).length > 1 && /\p{L}/u.test(lower)

const termOf = ({ stem }: Language, { lower, text }: Word): Term => ({
  stem: stem(lower.replace(/'s$/, "")) || lower,
  surface: text.replace(/'s$/, "")
})

/** The terms of a text: its meaningful words, and each pair of them side by side. */
export const termsOf = (words: ReadonlyArray<Word>, language: Language): ReadonlyArray<Term> =>
  words.flatMap((word, at) => {
    if (!isMeaningful(language, word)) return []
    const term = termOf(language, word)
    const before = words[at - 1]
    if (!word.follows || before === undefined || !isMeaningful(language, before)) return [term]
    const first = termOf(language, before)
    return [term, { stem: `${first.stem} ${term.stem}`, surface: `${first.surface} ${term.surface}` }]
  })

/** A word of a prompt, a text in quotation marks, or a sign. */
export interface Word {
  readonly text: string
  readonly lower: string
  readonly isQuoted: boolean
}

const pattern = /"([^"]*)"|“([^”]*)”|`([^`]*)`|'([^']*)'|>=|<=|!=|<>|==?|[<>(),:;?!]|[^\s"“`=<>(),:;?!]+/gu

const noSigns: ReadonlySet<string> = new Set(["?", "!", ";", "(", ")", ":"])

/** The words of a prompt. Marks that only end or group sentences are left out. */
export const wordsOf = (prompt: string): ReadonlyArray<Word> =>
  [...prompt.replaceAll("’", "'").matchAll(pattern)].flatMap(([whole, ...quotes]): ReadonlyArray<Word> => {
    const quoted = quotes.find((text) => text !== undefined)
    if (quoted !== undefined) return [{ text: quoted, lower: quoted.toLowerCase(), isQuoted: true }]
    const text = whole.replace(/\.+$/u, "")
    return text === "" || noSigns.has(text) ? [] : [{ text, lower: text.toLowerCase(), isQuoted: false }]
  })

/** Phrases of several words, for `matchPhrase`. */
export type Phrases = ReadonlyArray<ReadonlyArray<string>>

/** Phrases by `|`, longer ones first. */
export const phrases = (text: string): Phrases =>
  text.split("|").map((phrase) => phrase.trim().split(" ")).sort((left, right) => right.length - left.length)

/** The number of words from `at` on that are one of the phrases; 0 where none matches. */
export const matchPhrase = (words: ReadonlyArray<Word>, at: number, among: Phrases): number =>
  among.find((phrase) => phrase.every((part, index) => isWord(words[at + index], part)))?.length ?? 0

const isWord = (word: Word | undefined, text: string): boolean => word?.lower === text && !word.isQuoted

/** The words from `at` on as they were written. */
export const textOf = (words: ReadonlyArray<Word>, at: number, length: number): string =>
  words.slice(at, at + length).map(({ text }) => text).join(" ")

import type { TextAnswer } from "../responses/ResponseTexts.ts"
import { wordsOf } from "./Words.ts"

/** At most this many answers are read, the newest ones. */
export const maxAnswers = 100

/** The number of answers that are read, so that enough remain without the meaningless ones. */
export const answersAsked = 2 * maxAnswers

/** Short words that are an answer by themselves. */
const informative = new Set(
  "ads ai api app auth bug bugs chat cost costs css csv docs export fast filters lag login logo maps mobile price prices "
    .concat("pricing search seo setup slow speed sql sso support sync ui usability ux")
    .split(" ")
)

/** A longer answer is cut: nobody reads on, and what is sent has no limit of its own. */
const maxLength = 2_000

const shortWord = 10
const longRun = 6

/** Whether one character makes up most of a text: somebody held a key down. */
const isRun = (text: string): boolean => {
  const characters = Array.from(text)
  if (characters.length < longRun) return false
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  return Math.max(...counts.values()) > characters.length * 0.6
}

/** The one short word that a text is; undefined of longer texts. */
const loneWord = (text: string): string | undefined => {
  const words = wordsOf(text)
  const [word] = words
  return words.length === 1 && word !== undefined && Array.from(word.lower).length < shortWord ? word.lower : undefined
}

/**
 * The meaningful answers, the newest ones. A single short word counts when it is a known one or others wrote it too;
 * keys that were held down and texts without letters never do.
 */
export const tellingAnswers = (given: ReadonlyArray<TextAnswer>): ReadonlyArray<TextAnswer> => {
  const answers = given.map((answer) => ({ ...answer, text: answer.text.slice(0, maxLength) }))
  const lone = answers.map(({ text }) => loneWord(text))
  const said = new Map<string, number>()
  for (const word of lone) if (word !== undefined) said.set(word, (said.get(word) ?? 0) + 1)
  return answers.filter(({ text }, at) => {
    const word = lone[at]
    if (!/\p{L}/u.test(text) || isRun(text.trim())) return false
    return word === undefined || informative.has(word) || (said.get(word) ?? 0) > 1
  }).slice(0, maxAnswers)
}

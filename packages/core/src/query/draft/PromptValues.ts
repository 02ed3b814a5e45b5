import type { Mention, Prompt } from "./PromptReader.ts"
import { phrases, type Word } from "./Words.ts"

/** Words that end a value, or are none. */
const noValues: ReadonlySet<string> = new Set(
  ("a all an and any are as at but by contains each equals every for from greater grouped has have having how if in is less " +
    "more most not of on only or over per since than that the then this to top until was were what when where which who " +
    "whose with within without broken compared count counts daily day days during events grouped hourly hours last month " +
    "monthly months past people previous split today total trend unique users visitors week weekly weeks year yearly years " +
    "yesterday").split(" ")
)

const isSign = (word: Word): boolean => !/[\p{L}\p{N}]/u.test(word.text)

const canBeValue = (word: Word | undefined): word is Word =>
  word !== undefined && (word.isQuoted || !(isSign(word) || noValues.has(word.lower)))

const isCapital = (word: Word | undefined): boolean => word?.isQuoted === false && /^\p{Lu}/u.test(word.text)

/** One value: a quoted text, one word, or several with capitals as in names. */
export const valueAt = (prompt: Prompt, at: number): Mention<string> | undefined => {
  const first = prompt.words[at]
  if (!canBeValue(first)) return undefined
  if (!isCapital(first)) return { length: 1, meant: first.text }
  let length = 1
  while (isCapital(prompt.words[at + length])) length++
  return { length, meant: prompt.words.slice(at, at + length).map(({ text }) => text).join(" ") }
}

/** One value, or several with `or` or commas between. */
export const valuesAt = (prompt: Prompt, at: number): Mention<ReadonlyArray<string>> | undefined => {
  const first = valueAt(prompt, at)
  if (first === undefined) return undefined
  const meant = [first.meant]
  let length = first.length
  for (;;) {
    const joint = prompt.match(at + length, phrases(", or|or|,"))
    const next = joint > 0 ? valueAt(prompt, at + length + joint) : undefined
    if (next === undefined) return { length, meant }
    meant.push(next.meant)
    length += joint + next.length
  }
}

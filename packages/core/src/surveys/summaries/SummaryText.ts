import type { TextAnswer } from "../responses/ResponseTexts.ts"
import type { Theme } from "./Themes.ts"

const maxQuote = 200

/** A text on one line, without what the storage of summaries cannot keep. */
export const plainLine = (text: string): string => text.toWellFormed().replaceAll("\0", "").replace(/\s+/gu, " ").trim()

/** A text as Markdown shows it: nothing in it is a link, a picture, an element or an emphasis. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>!|~#&]/g, "\\$&")

/** The text around the first place of the words, or its beginning. */
const excerpt = (text: string, words: string): string => {
  const characters = Array.from(text)
  if (characters.length <= maxQuote) return text
  const place = Array.from(text.slice(0, Math.max(0, text.toLowerCase().indexOf(words.toLowerCase())))).length
  const from = Math.max(0, Math.min(place - 60, characters.length - maxQuote))
  const cut = characters.slice(from, from + maxQuote).join("")
  const inner = from === 0 ? cut : cut.replace(/^\S*\s/, "")
  const isEnd = from + maxQuote >= characters.length
  return `${from === 0 ? "" : "…"}${isEnd ? inner : inner.replace(/\s\S*$/, "")}${isEnd ? "" : "…"}`
}

/** An answer in its own words; of a long one the part around `words`. */
export const quote = ({ text }: TextAnswer, words = ""): string =>
  `“${escapeMarkdown(excerpt(plainLine(text), words))}”`

/** The share of answers that name it, in a word. */
export const frequencyOf = (count: number, of: number): "common" | "moderate" | "rare" => {
  const share = count / of
  if (share >= 0.3) return "common"
  return share >= 0.1 ? "moderate" : "rare"
}

/** `61 %`. */
export const percent = (count: number, of: number): string => `${of === 0 ? 0 : Math.round((count / of) * 100)} %`

/** `1 answer`, `2 answers`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** The common form of answers in the same words. */
export const wordingOf = ({ text }: TextAnswer): string => plainLine(text).toLowerCase()

/** The answer that speaks for a theme: a sentence rather than a word or a page, the newest one of those; in other words than `said`. */
export const speakerOf = (
  { answers }: Theme,
  taken: ReadonlySet<string>,
  said: ReadonlySet<string> = new Set()
): TextAnswer | undefined => {
  const fit = ({ text }: TextAnswer): number => {
    const { length } = plainLine(text)
    return length < 15 ? 15 - length : Math.max(0, length - 160) / 10
  }
  return answers.filter((one) => !taken.has(one.response_uuid) && !said.has(wordingOf(one)))
    .reduce<TextAnswer | undefined>((best, one) => best === undefined || fit(one) < fit(best) ? one : best, undefined)
}

import type { AskedQuestion } from "../responses/AskedQuestion.ts"
import type { TextAnswer } from "../responses/ResponseTexts.ts"

/** The number of times that each rating was given, the smallest rating first. */
export interface RatingDigest {
  readonly _tag: "Rating"
  readonly question: string
  readonly count: number
  readonly mean: number
  readonly scale: number
  readonly distribution: ReadonlyArray<readonly [rating: number, count: number]>
}

/** The number of people who chose each choice, the most frequent first; texts of their own count together. */
export interface ChoiceDigest {
  readonly _tag: "Choice"
  readonly question: string
  readonly count: number
  readonly shares: ReadonlyArray<readonly [choice: string, count: number]>
  readonly own: number
}

/** The texts that people wrote. */
export interface TextDigest {
  readonly _tag: "Text"
  readonly question: string
  readonly answers: ReadonlyArray<TextAnswer>
}

/** The answers to one question. */
export type QuestionDigest = ChoiceDigest | RatingDigest | TextDigest

/** A response with what it has as the answer to a question. */
export interface QuestionAnswer extends Omit<TextAnswer, "text"> {
  readonly answer: unknown
}

const countOf = <A>(values: ReadonlyArray<A>): ReadonlyArray<readonly [A, number]> => {
  const counts = new Map<A, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

const ratingOf = ({ answer }: QuestionAnswer): ReadonlyArray<number> => {
  const number = typeof answer === "string" && answer.trim() !== "" ? Number(answer) : answer
  return typeof number === "number" && Number.isFinite(number) ? [number] : []
}

const ratings = ({ scale, text: question }: AskedQuestion, given: ReadonlyArray<QuestionAnswer>): RatingDigest => {
  const numbers = given.flatMap(ratingOf)
  return {
    _tag: "Rating",
    question,
    count: numbers.length,
    mean: numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length,
    scale: scale.at(-1) ?? 0,
    distribution: countOf(numbers).toSorted(([left], [right]) => left - right)
  }
}

const textsOf = (answer: unknown): ReadonlyArray<string> =>
  (Array.isArray(answer) ? answer : [answer]).filter((one): one is string => typeof one === "string" && one !== "")

const choices = (
  { choiceTexts, choices: offered, text: question }: AskedQuestion,
  given: ReadonlyArray<QuestionAnswer>
) => {
  const meant = new Map(choiceTexts.flatMap((texts, at) => texts.map((text) => [text, offered[at] ?? text] as const)))
  const chosen = given.map(({ answer }) => [...new Set(textsOf(answer).map((text) => meant.get(text) ?? text))])
    .filter((texts) => texts.length > 0)
  const isOffered = (choice: string): boolean => offered.includes(choice)
  const digest: ChoiceDigest = {
    _tag: "Choice",
    question,
    count: chosen.length,
    shares: countOf(chosen.flat().filter(isOffered)).toSorted(([a, left], [b, right]) =>
      right - left || offered.indexOf(a) - offered.indexOf(b)
    ),
    own: chosen.filter((texts) => !texts.every(isOffered)).length
  }
  return digest
}

const written = (given: ReadonlyArray<QuestionAnswer>): ReadonlyArray<TextAnswer> =>
  given.flatMap(({ answer, response_uuid, submitted_at }) =>
    textsOf(answer).slice(0, 1).map((text) => ({ response_uuid, submitted_at, text }))
  )

/** The digest of the answers to a question; undefined of a link, which has none. */
export const digestOf = (
  question: AskedQuestion,
  given: ReadonlyArray<QuestionAnswer>
): QuestionDigest | undefined => {
  if (question.type === "link") return undefined
  if (question.type === "rating") return ratings(question, given)
  return question.type === "open"
    ? { _tag: "Text", question: question.text, answers: written(given) }
    : choices(question, given)
}

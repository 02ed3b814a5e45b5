import { isJsonRecord, type JsonRecord, recordOrEmpty } from "../../shared/JsonRecord.ts"
import { type QuestionType, questionTypes } from "../questions/AnswerRules.ts"
import type { Survey } from "../Survey.ts"

/** A question of a survey, as answers to it are read. */
export interface AskedQuestion {
  readonly id: string
  /** Its place in the survey, from 0. */
  readonly index: number
  readonly type: QuestionType
  readonly text: string
  /** The choices; empty for a question without any. */
  readonly choices: ReadonlyArray<string>
  /** For each choice the texts that mean it: its own, and those of the question's translations. */
  readonly choiceTexts: ReadonlyArray<ReadonlyArray<string>>
  /** Whether people may answer with a text of their own in place of a choice. */
  readonly hasOpenChoice: boolean
  /** The values of a rating, the least first; empty where nothing is rated. */
  readonly scale: ReadonlyArray<number>
}

const typeOf = ({ type }: JsonRecord): QuestionType => questionTypes.find((known) => known === type) ?? "open"

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

const textsOf = (value: unknown): ReadonlyArray<string> => Array.isArray(value) ? value.map(textOf) : []

/** A scale that nobody named is one of five; that of NPS goes from 0 to 10. */
const scaleOf = ({ isNpsQuestion, scale, type }: JsonRecord): ReadonlyArray<number> => {
  if (type !== "rating") return []
  const size = typeof scale === "number" ? scale : isNpsQuestion === true ? 10 : 5
  return size === 10 ? Array.from({ length: 11 }, (_, value) => value) : Array.from({ length: size }, (_, i) => i + 1)
}

const choiceTextsOf = ({ choices, translations }: JsonRecord): ReadonlyArray<ReadonlyArray<string>> => {
  const translated = Object.values(recordOrEmpty(translations)).map((texts) => textsOf(recordOrEmpty(texts)["choices"]))
  return textsOf(choices).map((choice, i) =>
    Array.from(new Set([choice].concat(translated.flatMap((texts) => texts[i] ?? []))))
  )
}

/** The questions of a survey in their order. */
export const questionsOf = ({ questions }: Survey): ReadonlyArray<AskedQuestion> =>
  (questions ?? []).filter(isJsonRecord).map((question, index) => ({
    id: textOf(question["id"]),
    index,
    type: typeOf(question),
    text: textOf(question["question"]),
    choices: textsOf(question["choices"]),
    choiceTexts: choiceTextsOf(question),
    hasOpenChoice: question["hasOpenChoice"] === true,
    scale: scaleOf(question)
  }))

/**
 * The place that answers to the question are read by where they are not stored by its id; -1 where the property of that
 * place is the one of another question's id.
 */
export const placeToRead = ({ index }: AskedQuestion, questions: ReadonlyArray<AskedQuestion>): number =>
  questions.some(({ id }) => id === String(index)) ? -1 : index

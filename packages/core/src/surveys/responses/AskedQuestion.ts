import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type QuestionType, questionTypes } from "../questions/AnswerRules.ts"
import type { Survey } from "../Survey.ts"

/** A question of a survey, as answers to it are read. */
export interface AskedQuestion {
  readonly id: string
  /** Its place in the survey, from 0. */
  readonly index: number
  readonly type: QuestionType
  readonly text: string
  /** What can be chosen; empty where nothing is. */
  readonly choices: ReadonlyArray<string>
  /** Whether people may answer with a text of their own in place of a choice. */
  readonly hasOpenChoice: boolean
}

const typeOf = ({ type }: JsonRecord): QuestionType => questionTypes.find((known) => known === type) ?? "open"

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

/** The questions of a survey in their order. */
export const questionsOf = ({ questions }: Survey): ReadonlyArray<AskedQuestion> =>
  (questions ?? []).filter(isJsonRecord).map((question, index) => {
    const { choices, hasOpenChoice, id, question: text } = question
    return {
      id: textOf(id),
      index,
      type: typeOf(question),
      text: textOf(text),
      choices: Array.isArray(choices) ? choices.map(String) : [],
      hasOpenChoice: hasOpenChoice === true
    }
  })

/**
 * The place that answers to the question are read by where they are not stored by its id; -1 where the property of that
 * place is the one of another question's id.
 */
export const placeToRead = ({ index }: AskedQuestion, questions: ReadonlyArray<AskedQuestion>): number =>
  questions.some(({ id }) => id === String(index)) ? -1 : index

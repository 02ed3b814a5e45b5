import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field } from "../../shared/Fields.ts"
import { maxIssues } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { structureFaults } from "../editing/Structured.ts"
import { answerFaults, validationFaults } from "./AnswerRules.ts"
import { branchingFaults, deadEndFaults } from "./Branching.ts"
import { type Cleaning, type Faults, known, makeCleaning, type Path, placed } from "./QuestionFaults.ts"
import { questionsSchema } from "./QuestionSchema.ts"
import { isBlank, plainTexts, textFaults } from "./QuestionTexts.ts"
import { questionTranslationFaults, translatedTexts } from "./QuestionTranslations.ts"

/** The most questions of a survey. */
export const maxQuestions = 200

const notObjects = (path: Path = []) => known("questions")(path, "Questions must be a list of objects")

const idFaults = ({ id }: JsonRecord): Faults =>
  isBlank(id) || typeof id === "string" ? [] : [placed(["id"], "Not a valid string.")]

const below = (at: number, faults: Faults): Faults => faults.map((found) => ({ ...found, path: [at, ...found.path] }))

const oneFaults = (question: JsonRecord, at: number, count: number): Faults => [
  ...textFaults(question),
  ...questionTranslationFaults(question, at),
  ...validationFaults(question),
  ...idFaults(question),
  ...answerFaults(question),
  ...branchingFaults(question, count)
]

const twiceFaults = (questions: ReadonlyArray<JsonRecord>): Faults => {
  const seen = new Set<unknown>()
  return questions.flatMap(({ id }, at) => {
    const isKnown = !isBlank(id) && seen.has(id)
    seen.add(id)
    return isKnown ? [placed([at, "id"], "Another question has this id.")] : []
  })
}

const faultsOf = (questions: ReadonlyArray<unknown>): Faults => {
  const stray = questions.findIndex((question) => !isJsonRecord(question))
  if (stray !== -1) return [notObjects([stray])]
  if (questions.length > maxQuestions) {
    return [placed([], `A survey cannot have more than ${maxQuestions} questions.`, "max_length")]
  }
  const records = questions.filter(isJsonRecord)
  const faults = [
    ...records.flatMap((question, at) => below(at, oneFaults(question, at, records.length))),
    ...twiceFaults(records)
  ]
  return faults.length > 0 ? faults : deadEndFaults(records)
}

const cleanTexts = (record: JsonRecord, names: ReadonlyArray<string>, path: Path, { clean }: Cleaning): JsonRecord => {
  const { choices } = record
  const texts = names.flatMap((name) => {
    const value = record[name]
    return typeof value === "string" ? [[name, clean(value, [...path, name])]] : []
  })
  return {
    ...record,
    ...Object.fromEntries(texts),
    ...(Array.isArray(choices)
      ? { choices: choices.map((choice) => clean(String(choice), [...path, "choices"])) }
      : undefined)
  }
}

const cleanQuestion = (question: JsonRecord, at: number, cleaning: Cleaning): JsonRecord => {
  const own = cleanTexts(question, ["question", ...Object.keys(plainTexts)], [at], cleaning)
  const { translations } = question
  if (!isJsonRecord(translations)) return own
  const cleaned = Object.entries(translations).map(([language, texts]) => [
    language,
    isJsonRecord(texts) ? cleanTexts(texts, translatedTexts, [at, "translations", language], cleaning) : texts
  ])
  return { ...own, translations: Object.fromEntries(cleaned) }
}

const failed = (faults: Faults): Result.Result<never, Issues> => {
  const [first = notObjects(), ...rest] = faults.slice(0, maxIssues)
  return Result.fail([first, ...rest])
}

/** The questions of a survey: stored as sent, with their HTML cleaned. */
export const questionsField = Field.make<ReadonlyArray<JsonRecord>>((value) => {
  if (!Array.isArray(value)) return failed([notObjects()])
  const structure = structureFaults(value)
  const faults = structure.length > 0 ? structure : faultsOf(value)
  if (faults.length > 0) return failed(faults)
  const cleaning = makeCleaning()
  const questions = value.map((question: JsonRecord, at) => cleanQuestion(question, at, cleaning))
  // Nothing may be left of a text that was nothing but harm.
  const left = cleaning.faults.length > 0 ? cleaning.faults : faultsOf(questions)
  return left.length > 0 ? failed(left) : Result.succeed(questions)
}, questionsSchema)

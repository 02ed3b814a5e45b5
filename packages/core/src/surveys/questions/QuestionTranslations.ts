import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { languageFault } from "../editing/Languages.ts"
import { type Faults, known, type Path } from "./QuestionFaults.ts"
import { choiceFaults, linkFaults } from "./QuestionTexts.ts"

const fault = known("questions")

/** The texts that a question has in other languages, but for its choices and link. */
export const translatedTexts = ["question", "description", "buttonText", "lowerBoundLabel", "upperBoundLabel"]

interface Translated {
  /** The place of the question, from 1. */
  readonly number: number
  readonly language: string
  readonly path: Path
}

const textFaults = (translation: JsonRecord, { language, number, path }: Translated): Faults =>
  translatedTexts.flatMap((name) =>
    translation[name] === undefined || typeof translation[name] === "string"
      ? []
      : [fault([...path, name], `Question ${number}: Translation '${language}' field '${name}' must be a string`)]
  )

const choicesFaults = (
  translation: JsonRecord,
  question: JsonRecord,
  { language, number, path }: Translated
): Faults => {
  const { choices } = translation
  const { choices: original } = question
  if (choices === undefined) return []
  const at = [...path, "choices"]
  if (!Array.isArray(choices)) {
    return [fault(at, `Question ${number}: Translation '${language}' field 'choices' must be a list of strings`)]
  }
  if (!Array.isArray(original) || original.length === choices.length) return choiceFaults(choices, at)
  const counts = `${choices.length} choices but question has ${original.length} choices`
  const text = `Question ${number}: Translation '${language}' has ${counts}. `
    + "Array lengths must match to avoid partial translations."
  return [fault(at, text)]
}

const oneFaults = (value: unknown, question: JsonRecord, translated: Translated): Faults => {
  const { language, number, path } = translated
  if (!isJsonRecord(value)) {
    return [fault(path, `Question ${number}: Translation for '${language}' must be an object`)]
  }
  return [
    ...textFaults(value, translated),
    ...linkFaults(value["link"], [...path, "link"]),
    ...choicesFaults(value, question, translated)
  ]
}

/** The faults of a question's translations. */
export const questionTranslationFaults = (question: JsonRecord, at: number): Faults => {
  const { translations } = question
  if (translations === undefined || translations === null) return []
  const number = at + 1
  if (!isJsonRecord(translations)) {
    return [fault(["translations"], `Question ${number}: translations must be an object`)]
  }
  return Object.entries(translations).flatMap(([language, value]) => {
    const path = ["translations", language]
    const broken = languageFault(language, `Question ${number} translation`)
    const own: Faults = broken === undefined ? [] : [fault(path, broken)]
    return own.concat(oneFaults(value, question, { number, language, path }))
  })
}

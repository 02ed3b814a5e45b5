import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { shownValue } from "../../shared/ShownValue.ts"
import { type Faults, known, placed } from "./QuestionFaults.ts"

const fault = known("questions")

/** The kinds of questions. */
export const questionTypes = ["open", "link", "rating", "single_choice", "multiple_choice"] as const
export type QuestionType = (typeof questionTypes)[number]

/** The scales that each way to show a rating has. */
export const ratingScales = { emoji: [2, 3, 5], number: [5, 7, 10] } as const

const isDisplay = (value: unknown): value is keyof typeof ratingScales =>
  typeof value === "string" && Object.hasOwn(ratingScales, value)

const scales: ReadonlySet<unknown> = new Set([2, 3, 5, 7, 10])

/** The most choices of a question, which has at least two. */
export const maxChoices = 20

const lengths = ["min_length", "max_length"] as const

const ruleFaults = (rule: unknown, at: number): Faults => {
  if (!isJsonRecord(rule)) return [fault(["validation", at], "Each validation rule must be an object")]
  const { type, value } = rule
  if (type !== "email" && !lengths.some((length) => length === type)) {
    const message = "Validation rule type must be one of: min_length, max_length, email"
    return [fault(["validation", at, "type"], message)]
  }
  if (type === "email" || value === undefined || value === null) return []
  return typeof value === "number" && Number.isInteger(value) && value > 0
    ? []
    : [fault(["validation", at, "value"], `Validation rule value for ${String(type)} must be a positive integer`)]
}

const lengthOf = (rules: ReadonlyArray<unknown>, type: (typeof lengths)[number]): number | undefined => {
  const rule = rules.find((rule) => isJsonRecord(rule) && rule["type"] === type)
  const value = isJsonRecord(rule) ? rule["value"] : undefined
  return typeof value === "number" ? value : undefined
}

/** The faults of the rules for answers to an open question. */
export const validationFaults = ({ validation }: JsonRecord): Faults => {
  if (validation === undefined || validation === null) return []
  if (!Array.isArray(validation)) {
    return [fault(["validation"], "Question validation must be a list of validation rules")]
  }
  const faults = validation.flatMap(ruleFaults)
  const [least, most] = [lengthOf(validation, "min_length"), lengthOf(validation, "max_length")]
  return faults.length === 0 && least !== undefined && most !== undefined && least > most
    ? [fault(["validation"], "Minimum length cannot be greater than maximum length")]
    : faults
}

const typeFaults = ({ type }: JsonRecord): Faults => {
  if (type === undefined || type === null) return [placed(["type"], "This field is required.", "required")]
  return questionTypes.some((known) => known === type)
    ? []
    : [placed(["type"], `"${shownValue(type)}" is not a valid choice.`, "invalid_choice")]
}

const ratingFaults = ({ display, isNpsQuestion, scale }: JsonRecord): Faults => {
  const isShown = display === undefined || display === null || isDisplay(display)
  const isScaled = scale === undefined || scale === null || scales.has(scale)
  if (!isShown) return [placed(["display"], `"${shownValue(display)}" is not a valid choice.`, "invalid_choice")]
  if (!isScaled) return [placed(["scale"], `"${shownValue(scale)}" is not a valid choice.`, "invalid_choice")]
  if (isDisplay(display) && typeof scale === "number" && !ratingScales[display].some((known) => known === scale)) {
    const text = `A rating that is shown as ${display} has one of these scales: ${ratingScales[display].join(", ")}.`
    return [placed(["scale"], text)]
  }
  return isNpsQuestion === true && (display === "emoji" || typeof scale === "number" && scale !== 10)
    ? [placed(["isNpsQuestion"], "An NPS question is a rating in numbers with the scale 10.")]
    : []
}

const choicesFaults = ({ choices }: JsonRecord): Faults => {
  if (choices === undefined || choices === null) {
    return [placed(["choices"], "This field is required.", "required")]
  }
  if (!Array.isArray(choices)) return []
  if (choices.length < 2 || choices.length > maxChoices) {
    return [placed(["choices"], `A question has 2 to ${maxChoices} choices.`)]
  }
  const seen = new Set<unknown>()
  return choices.flatMap((choice: unknown, at) => {
    const isKnown = typeof choice === "string" && choice.trim() !== "" && seen.has(choice.trim())
    if (typeof choice === "string") seen.add(choice.trim())
    return isKnown ? [placed(["choices", at], `The choice "${shownValue(choice)}" is there already.`)] : []
  })
}

/** The faults of the fields that belong to a question's type; the reference service checks none of them. */
export const answerFaults = (question: JsonRecord): Faults => {
  const ofType = typeFaults(question)
  if (ofType.length > 0) return ofType
  switch (question["type"]) {
    case "rating":
      return ratingFaults(question)
    case "single_choice":
    case "multiple_choice":
      return choicesFaults(question)
    default:
      return []
  }
}

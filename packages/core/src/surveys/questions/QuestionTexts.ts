import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { hasHtml } from "../editing/CleanHtml.ts"
import { linkFault } from "./Links.ts"
import { type Faults, known, type Path } from "./QuestionFaults.ts"

const fault = known("questions")

const contentTypes: ReadonlySet<unknown> = new Set(["text", "html"])

/** Texts beside the question itself, by the words that errors have for them. */
export const plainTexts: Readonly<Record<string, string>> = {
  description: "Question description",
  buttonText: "Question buttonText",
  lowerBoundLabel: "Question lowerBoundLabel",
  upperBoundLabel: "Question upperBoundLabel"
}

/** Whether a value counts as missing: null, an empty text, zero. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === 0 || value === false

const questionFaults = ({ question }: JsonRecord): Faults => {
  if (isBlank(question)) return [fault(["question"], "Question text is required")]
  return typeof question === "string" ? [] : [fault(["question"], "Question text must be a string")]
}

const plainTextFaults = (question: JsonRecord): Faults =>
  Object.entries(plainTexts).flatMap(([name, words]) => {
    const value = question[name]
    return isBlank(value) || typeof value === "string" ? [] : [fault([name], `${words} must be a string`)]
  })

/** The faults of choices, apart from their question. */
export const choiceFaults = (choices: unknown, path: Path): Faults => {
  if (isBlank(choices)) return []
  if (!Array.isArray(choices)) return [fault(path, "Question choices must be a list of strings")]
  return choices.flatMap((choice: unknown, at) => {
    if (typeof choice !== "string") return [fault([...path, at], "Question choices must be strings")]
    return choice.trim() === "" ? [fault([...path, at], "Question choices cannot be empty")] : []
  })
}

const contentTypeFaults = ({ descriptionContentType: type }: JsonRecord): Faults =>
  isBlank(type) || contentTypes.has(type)
    ? []
    : [fault(["descriptionContentType"], "Question descriptionContentType must be one of ['text', 'html']")]

/** The faults of a link, of a question or of its translation. */
export const linkFaults = (link: unknown, path: Path): Faults => {
  if (isBlank(link)) return []
  if (typeof link !== "string") return [fault(path, "Question link must be a string")]
  const broken = hasHtml(link) ? "Link must be a URL with one of these schemes: [https, mailto]" : linkFault(link)
  return broken === undefined ? [] : [fault(path, broken)]
}

/** The faults of a question's texts, in the reference service's order and words. */
export const textFaults = (question: JsonRecord): Faults => [
  ...questionFaults(question),
  ...plainTextFaults(question),
  ...choiceFaults(question["choices"], ["choices"]),
  ...contentTypeFaults(question),
  ...linkFaults(question["link"], ["link"])
]

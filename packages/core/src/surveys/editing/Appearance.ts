import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field } from "../../shared/Fields.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type Faults, known, makeCleaning } from "../questions/QuestionFaults.ts"
import { appearanceSchema } from "./AppearanceSchema.ts"
import { structureFaults } from "./Structured.ts"

/** The texts of an appearance that may have HTML. */
const texts = ["thankYouMessageHeader", "thankYouMessageDescription", "thankYouMessageCloseButtonText"]

const fault = known("appearance")

const contentTypeFaults = ({ thankYouMessageDescriptionContentType: type }: JsonRecord): Faults =>
  type === undefined || type === null || type === "" || type === "text" || type === "html" ? [] : [
    fault(
      ["thankYouMessageDescriptionContentType"],
      "thankYouMessageDescriptionContentType must be one of ['text', 'html']"
    )
  ]

const delayFaults = ({ surveyPopupDelaySeconds: delay }: JsonRecord): Faults =>
  delay === undefined || delay === null || typeof delay === "number" && delay >= 0
    ? []
    : [fault(["surveyPopupDelaySeconds"], "Survey popup delay seconds must be a positive integer")]

const switchFaults = (appearance: JsonRecord): Faults =>
  ["whiteLabel", "shuffleQuestions"].flatMap((name) => {
    const value = appearance[name]
    return value === undefined || value === null || typeof value === "boolean"
      ? []
      : [fault([name], `${name} must be a boolean`)]
  })

const textFaults = (appearance: JsonRecord): Faults =>
  texts.flatMap((name) => {
    const value = appearance[name]
    return value === undefined || value === null || typeof value === "string"
      ? []
      : [fault([name], `${name} must be a string`)]
  })

const cleanTexts = (appearance: JsonRecord): Result.Result<JsonRecord, Issues> => {
  const cleaning = makeCleaning()
  const cleaned = texts.flatMap((name) => {
    const value = appearance[name]
    return typeof value === "string" ? [[name, cleaning.clean(value, [name])]] : []
  })
  return cleaning.faults.length > 0
    ? failed(cleaning.faults)
    : Result.succeed({ ...appearance, ...Object.fromEntries(cleaned) })
}

const failed = ([first, ...rest]: Faults): Result.Result<never, Issues> =>
  Result.fail([first ?? fault([], "Appearance must be an object"), ...rest])

/** The appearance of a survey: stored as sent, with its HTML cleaned. Unknown fields are not checked. */
export const appearanceField = Field.make<JsonRecord>((value) => {
  if (!isJsonRecord(value)) return failed([])
  const faults = [
    ...structureFaults(value),
    ...textFaults(value),
    ...contentTypeFaults(value),
    ...delayFaults(value),
    ...switchFaults(value)
  ]
  return faults.length > 0 ? failed(faults) : cleanTexts(value)
}, appearanceSchema)

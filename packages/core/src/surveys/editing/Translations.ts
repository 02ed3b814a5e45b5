import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field, text } from "../../shared/Fields.ts"
import { beyondSchema } from "../../shared/FieldSchema.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type Cleaning, type Faults, known, makeCleaning } from "../questions/QuestionFaults.ts"
import { defaultLanguage, languageFault, plainLanguage } from "./Languages.ts"
import { structureFaults } from "./Structured.ts"

/** The texts of a survey that it has in other languages; those of questions stand with the questions. */
const texts = [
  "name",
  "description",
  "thankYouMessageHeader",
  "thankYouMessageDescription",
  "thankYouMessageCloseButtonText"
]

const fault = known("translations")

const oneFaults = (language: string, value: unknown): Faults => {
  if (!isJsonRecord(value)) return [fault([language], `Translation for '${language}' must be an object`)]
  const broken = languageFault(language, "Survey translation")
  return [
    ...texts.flatMap((name) =>
      value[name] === undefined || typeof value[name] === "string"
        ? []
        : [fault([language, name], `Translation for '${language}': '${name}' must be a string`)]
    ),
    ...(broken === undefined ? [] : [fault([language], broken)])
  ]
}

const cleanOne = (language: string, value: JsonRecord, { clean }: Cleaning): JsonRecord => ({
  ...value,
  ...Object.fromEntries(texts.flatMap((name) => {
    const own = value[name]
    return typeof own === "string" ? [[name, clean(own, [language, name])]] : []
  }))
})

const failed = ([first, ...rest]: Faults): Result.Result<never, Issues> =>
  Result.fail([first ?? fault([], "Translations must be an object"), ...rest])

/** The texts of a survey in other languages: stored as sent, with their HTML cleaned. */
export const translationsField = Field.make<JsonRecord>((value) => {
  if (!isJsonRecord(value)) return failed([])
  const structure = structureFaults(value)
  const faults = structure.length > 0
    ? structure
    : Object.entries(value).flatMap(([language, one]) => oneFaults(language, one))
  if (faults.length > 0) return failed(faults)
  const cleaning = makeCleaning()
  const cleaned = Object.entries(value).map(([language, one]) => [
    language,
    isJsonRecord(one) ? cleanOne(language, one, cleaning) : one
  ])
  return cleaning.faults.length > 0 ? failed(cleaning.faults) : Result.succeed(Object.fromEntries(cleaned))
}, {
  type: "object",
  additionalProperties: { type: "object" },
  propertyNames: { pattern: "^\\s*[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}\\s*$" }
})

/** The language of a survey's own texts. */
export const languageField = Field.make<string, string>((value) => {
  if (typeof value === "string" && value.trim() === "") return Result.succeed(defaultLanguage)
  return Result.flatMap(text({ maxLength: 20 }).read(value), (code) => {
    const broken = languageFault(code, "base_language")
    return broken === undefined
      ? Result.succeed(plainLanguage(code))
      : Result.fail([{ path: [], code: "invalid_input", message: broken }] as const)
  })
}, { type: "string", pattern: "^\\s*([A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3})?\\s*$" }).check(
  () => undefined,
  beyondSchema
).orNull(defaultLanguage)

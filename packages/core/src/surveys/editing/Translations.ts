import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field, text } from "../../shared/Fields.ts"
import { beyondSchema, namedSchema } from "../../shared/FieldSchema.ts"
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

const translationsSchema = namedSchema("SurveyTranslations", {
  type: "object",
  description: "The texts of a survey in other languages, by the code of the language.",
  additionalProperties: namedSchema("SurveyTranslation", {
    type: "object",
    description: "The texts of a survey in another language; those of questions stand with the questions.",
    properties: {
      name: { type: "string", description: "The name." },
      description: { type: "string", description: "The description." },
      thankYouMessageHeader: { type: "string", description: "The heading of the thanks." },
      thankYouMessageDescription: { type: "string", description: "The text of the thanks." },
      thankYouMessageCloseButtonText: { type: "string", description: "The text of the button that closes it." }
    },
    examples: [{ name: "Notizbücher", thankYouMessageHeader: "Danke!" }]
  }),
  propertyNames: { pattern: "^\\s*[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}\\s*$" },
  examples: [{ de: { name: "Notizbücher" } }]
})

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
}, translationsSchema)

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

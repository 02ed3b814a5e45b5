import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import openapiTS, { astToString } from "openapi-typescript"

const notice = "// Made from docs/openapi.json by `pnpm run docs`, with openapi-typescript: do not edit.\n"

/** What types do not need: examples, and answers that are errors, which have one shape for all operations. */
const trimmed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(trimmed)
  if (!isJsonRecord(value)) return value
  const kept = Object.entries(value).filter(([name, part]) => !(/^[45]\d\d$/.test(name) && isJsonRecord(part)))
  return Object.fromEntries(kept.map(([name, part]) => [name, trimmed(part)]))
}

const withoutExamples = (value: unknown, isNamed = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutExamples(item))
  if (!isJsonRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => isNamed || (name !== "example" && name !== "examples"))
  // The names below `properties` are those of fields, whatever they are called.
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutExamples(part, name === "properties")]))
}

/** The part of the text that begins with a declaration and ends before the next one. */
const cut = (text: string, from: string, to: string): string => {
  const [start, end] = [text.indexOf(from), text.indexOf(to)]
  if (start === -1 || end < start) throw new Error(`openapi-typescript has printed no ${from} before ${to}`)
  return text.slice(0, start) + text.slice(end)
}

/** The answers of queries by the names of their kinds. */
const answersText = (document: JsonRecord): string => {
  const { QueryAnswer: answer } = recordOrEmpty(recordOrEmpty(document["components"])["schemas"])
  const lines = Object.entries(recordOrEmpty(recordOrEmpty(answer)["x-by-kind"])).map(([kind, ref]) =>
    `    ${kind}: components["schemas"]["${String(ref).split("/").at(-1)}"];`
  )
  return `/** The answer of each kind of query. */\nexport interface QueryAnswers {\n${lines.join("\n")}\n}\n`
}

/** The types of every body and answer of the contract, and of every operation by its id. */
export const contractText = async (document: JsonRecord): Promise<string> => {
  const bare = recordOrEmpty(withoutExamples({ ...document, paths: trimmed(document["paths"]) }))
  const types = await openapiTS(JSON.stringify(bare), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    emptyObjectsUnknown: true
  })
  const text = cut(
    cut(astToString(types), "export interface paths", "export interface components"),
    "export type $defs",
    "export interface operations"
  )
  return `${notice}\n${text}${answersText(document)}`
}

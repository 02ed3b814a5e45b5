/** The document of the API, as a contract that requests and answers are held to. */
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { Result } from "effect"

const document = recordOrEmpty(openApiDocument())

/** The schema with objects that have no fields but those that it names. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isJsonRecord(schema)) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return schema["type"] === "object" && isJsonRecord(schema["properties"]) && !("additionalProperties" in schema)
    ? { ...parts, additionalProperties: false }
    : parts
}

/** The components of the document, by their names. */
export const components: JsonRecord = recordOrEmpty(recordOrEmpty(document["components"])["schemas"])

export const component = (name: string): JsonRecord => recordOrEmpty(components[name])

export const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addSchema(document, "api")

const closedAjv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
closedAjv.addSchema(recordOrEmpty(closed(document)), "api")

/** Why a value is not of a component, whose parts have no fields but those that the document names. */
export const closedFaultOf = (name: string) => {
  const validate = closedAjv.compile({ $ref: `api#/components/schemas/${name}` })
  return (value: unknown): string | undefined =>
    validate(value) ? undefined : closedAjv.errorsText(validate.errors?.slice(0, 12))
}

const compiled = new Map<string, ValidateFunction>()

const validatorAt = (place: string): ValidateFunction => {
  const known = compiled.get(place)
  if (known !== undefined) return known
  const made = ajv.compile({ $ref: `api#${place}` })
  compiled.set(place, made)
  return made
}

/** Whether a value is of a component. */
export const validatorOf = (name: string) => {
  const validate = validatorAt(`/components/schemas/${name}`)
  return (value: unknown): boolean => validate(value)
}

const pointer = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

const patterns = Object.keys(recordOrEmpty(document["paths"])).map((path) => ({
  path,
  names: path.split("{").length - 1,
  pattern: new RegExp(`^${path.replaceAll(/[.$]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+").replace(/\/$/, "")}/?$`)
})).toSorted((one, other) => one.names - other.names)

/** The place of an operation in the document: `/paths/…/post`. */
const placeOf = (method: string, url: string): string | undefined => {
  const path = (url.split("?")[0] ?? "").replace("/api/environments/", "/api/projects/")
  const found = patterns.find(({ path: one, pattern }) =>
    pattern.test(path) && isJsonRecord(recordOrEmpty(recordOrEmpty(document["paths"])[one])[method.toLowerCase()])
  )
  return found === undefined ? undefined : pointer("paths", found.path, method.toLowerCase())
}

const jsonSchema = ["content", "application/json", "schema"] as const

const partAt = (place: string): unknown =>
  place.split("/").slice(1).reduce<unknown>(
    (part, name) => recordOrEmpty(part)[decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")],
    document
  )

const faultAt = (place: string, value: unknown): string | undefined => {
  if (partAt(place) === undefined) return undefined
  const validate = validatorAt(place)
  return validate(value) ? undefined : ajv.errorsText(validate.errors?.slice(0, 12))
}

/** A request and its answer; the body of either is a JSON value, or undefined where there is none. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly sent: unknown
  readonly status: number
  readonly answer: unknown
}

/** The value of a JSON text; undefined where there is none, or where it is no JSON. */
export const parsed = (text: string | undefined): unknown => {
  if (text === undefined || text === "") return undefined
  return Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))
}

/** The reason for which a request that was accepted, or its answer, is not what the document describes. */
export const contractFault = ({ answer, method, sent, status, url }: Exchange): string | undefined => {
  const place = placeOf(method, url)
  if (place === undefined || status >= 300) return undefined
  const ofBody = sent === undefined ? undefined : faultAt(`${place}${pointer("requestBody", ...jsonSchema)}`, sent)
  if (ofBody !== undefined) return `${method} ${url} was accepted, but its body is not documented: ${ofBody}`
  const ofAnswer = answer === undefined
    ? undefined
    : faultAt(`${place}${pointer("responses", String(status), ...jsonSchema)}`, answer)
  return ofAnswer === undefined ? undefined : `${method} ${url} has an answer that is not documented: ${ofAnswer}`
}

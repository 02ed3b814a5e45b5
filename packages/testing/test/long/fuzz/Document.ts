import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

/** A schema of the document. */
export type Schema = JsonRecord

interface Parameter {
  readonly name: string
  readonly in: "header" | "path" | "query"
  readonly required: boolean
  readonly schema: Schema
}

interface Media {
  readonly schema: Schema
}

interface DocumentedOperation {
  readonly tags: ReadonlyArray<string>
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
  readonly "x-required-scope"?: string
}

/** An operation of the document, with its place. */
export interface Operation extends DocumentedOperation {
  readonly path: string
  readonly method: string
  readonly body: Schema | undefined
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const document = openApiDocument() as Document

const operationAt = (path: string, method: string, operation: DocumentedOperation): Operation => ({
  ...operation,
  path,
  method: method.toUpperCase(),
  body: operation.requestBody?.content["application/json"]?.schema
})

/** Every operation of the contract. */
export const operations: ReadonlyArray<Operation> = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => operationAt(path, method, operation))
)

const componentPrefix = "#/components/schemas/"

/** The schema that another one refers to, and its name. */
export const resolve = (schema: Schema): readonly [schema: Schema, component: string | undefined] => {
  const { $ref } = schema
  if (typeof $ref !== "string") return [schema, undefined]
  const component = $ref.slice(componentPrefix.length)
  return [document.components.schemas[component] ?? {}, component]
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addSchema(document, "openapi")

const pointer = (...parts: ReadonlyArray<string>): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")

const compiled = new Map<string, ValidateFunction>()

const validatorAt = (place: string): ValidateFunction => {
  const known = compiled.get(place)
  if (known !== undefined) return known
  const made = ajv.compile({ $ref: `openapi#${place}` })
  compiled.set(place, made)
  return made
}

/** The part of a JSON body that breaks the documented schema; undefined when none does. */
export const violation = (operation: Operation, status: number, body: unknown): string | undefined => {
  const { method, path } = operation
  const place = pointer("paths", path, method.toLowerCase(), "responses", String(status), "content", "application/json")
  const validate = validatorAt(`${place}/schema`)
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}

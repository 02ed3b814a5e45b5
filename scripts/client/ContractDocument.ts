import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"

/** An operation of the OpenAPI document, as far as a client needs it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The scope of an API key, `public`, or who else may call it. */
  readonly access: string
  readonly headers: ReadonlyArray<string>
  /** The schema of the JSON answer with 200, references resolved at its top. */
  readonly answer: JsonRecord
}

const methods = ["get", "post", "put", "patch", "delete"]

const text = (value: unknown): string => typeof value === "string" ? value : ""

const schemaOf = (document: JsonRecord, schema: JsonRecord): JsonRecord => {
  const name = text(schema["$ref"]).replace("#/components/schemas/", "")
  return name === "" ? schema : recordOrEmpty(recordOrEmpty(recordOrEmpty(document["components"])["schemas"])[name])
}

const answerOf = (document: JsonRecord, operation: JsonRecord): JsonRecord => {
  const { 200: answer } = recordOrEmpty(operation["responses"])
  const json = recordOrEmpty(recordOrEmpty(recordOrEmpty(answer)["content"])["application/json"])
  return schemaOf(document, recordOrEmpty(json["schema"]))
}

const headersOf = (operation: JsonRecord): ReadonlyArray<string> => {
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"].map(recordOrEmpty) : []
  return parameters.filter((parameter) => parameter["in"] === "header").map(({ name }) => text(name))
}

/** All operations of the document, in its order. */
export const operationsOf = (document: JsonRecord): ReadonlyArray<Operation> =>
  Object.entries(recordOrEmpty(document["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = recordOrEmpty(recordOrEmpty(item)[method])
      if (text(operation["operationId"]) === "") return []
      return [{
        id: text(operation["operationId"]),
        method: method.toUpperCase(),
        path,
        summary: text(operation["summary"]),
        description: text(operation["description"]),
        access: text(operation["x-required-scope"]),
        headers: headersOf(operation),
        answer: answerOf(document, operation)
      }]
    })
  )

import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { globSync, readFileSync } from "node:fs"
import { type Operation, operationsOf } from "../client/ContractDocument.ts"

/** A body that the documentation shows, and the operation that it is for. */
export interface Example {
  readonly operation: Operation
  readonly body: unknown
  /** Where it stands. */
  readonly from: string
}

const bodiesOf = (document: JsonRecord, { method, path }: Operation): ReadonlyArray<unknown> => {
  const item = recordOrEmpty(recordOrEmpty(document["paths"])[path])
  const request = recordOrEmpty(recordOrEmpty(item[method.toLowerCase()])["requestBody"])
  const { example } = recordOrEmpty(recordOrEmpty(request["content"])["application/json"])
  return example === undefined ? [] : [example]
}

const bodyIn = (command: string): unknown => {
  const text = /\s(?:-d|--data)\s+'([^']*)'/.exec(command)?.[1]
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The operation that a curl command calls. */
const calledBy = (command: string, operations: ReadonlyArray<Operation>): Operation | undefined => {
  const [, path = ""] = /https?:\/\/[^/\s'"]+([^\s'"?]*)/.exec(command) ?? []
  const method = /-X\s+(\w+)/.exec(command)?.[1] ?? "POST"
  const found = operations.filter((one) =>
    one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+").replace(/\/$/, "")}/?$`).test(path)
  )
  return found.find((one) => !one.path.endsWith("{id}/")) ?? found[0]
}

/** Whether the page goes on with an error: then the body shows a mistake. */
const isRefused = (rest: string): boolean => /^\s*```json\n[^`]*"type":\s*"\w+_(error|request)"/.test(rest)

const ofGuide = (file: string, operations: ReadonlyArray<Operation>): ReadonlyArray<Example> => {
  const page = readFileSync(file, "utf8")
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)]
  const shown = blocks.filter(({ 0: all, index }) => !isRefused(page.slice(index + all.length)))
  return shown.flatMap(([, block = ""]) =>
    block.replaceAll("\\\n", " ").split(/^(?=curl )/m).flatMap((command) => {
      const body = bodyIn(command)
      const operation = calledBy(command, operations)
      return isJsonRecord(body) && operation !== undefined ? [{ operation, body, from: file }] : []
    })
  )
}

/** Every example of a body in the OpenAPI document and in the guides. */
export const examplesOf = (document: JsonRecord): ReadonlyArray<Example> => {
  const operations = operationsOf(document)
  return [
    ...operations.flatMap((operation) =>
      bodiesOf(document, operation).map((body) => ({ operation, body, from: "docs/openapi.json" }))
    ),
    ...globSync("docs/**/*.md").sort().flatMap((file) => ofGuide(file, operations))
  ]
}

import { assert, it } from "@effect/vitest"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"

const document = recordOrEmpty(openApiDocument())
const schemas = recordOrEmpty(recordOrEmpty(document["components"])["schemas"])

const operations = Object.values(recordOrEmpty(document["paths"])).flatMap((item) => Object.values(recordOrEmpty(item)))
  .map(recordOrEmpty)

/** A text is a sentence at least. */
const isText = (text: unknown): boolean => typeof text === "string" && /^.{8,}\.$/su.test(text)

const nested = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : isJsonRecord(value) ? Object.values(value) : []

/** The places of fields without a text, in a schema and all its parts. */
const bareFields = (schema: unknown, place: string): ReadonlyArray<string> => {
  if (!isJsonRecord(schema)) return []
  const fields = Object.entries(recordOrEmpty(schema["properties"]))
  const bare = fields.filter(([, field]) => !isText(recordOrEmpty(field)["description"]))
  return [
    ...bare.map(([name]) => `${place}.${name}`),
    ...fields.flatMap(([name, field]) => bareFields(field, `${place}.${name}`)),
    ...["anyOf", "allOf", "oneOf"].flatMap((key) => nested(schema[key]).flatMap((part) => bareFields(part, place))),
    ...["items", "additionalProperties"].flatMap((key) => bareFields(schema[key], `${place}[]`))
  ]
}

const contentOf = (part: unknown): ReadonlyArray<JsonRecord> =>
  Object.values(recordOrEmpty(recordOrEmpty(part)["content"])).map(recordOrEmpty)

it("every operation has a title of its own and a text", () => {
  const titles = operations.map(({ summary }) => summary)
  assert.isAbove(operations.length, 90)
  assert.deepStrictEqual(
    operations.filter(({ description }) => !isText(description)).map((one) => one["operationId"]),
    []
  )
  assert.deepStrictEqual(titles.filter((title) => typeof title !== "string" || title.endsWith(".")), [])
  assert.deepStrictEqual(titles.filter((title, index) => titles.indexOf(title) !== index), [])
})

it("every parameter has a text", () => {
  const bare = operations.flatMap(({ operationId, parameters }) =>
    nested(parameters).map(recordOrEmpty).filter(({ description }) => !isText(description))
      .map(({ name }) => `${String(operationId)} ${String(name)}`)
  )
  assert.deepStrictEqual(bare, [])
})

it("every field of requests and answers has a text", () => {
  const inSchemas = Object.entries(schemas).flatMap(([name, schema]) => bareFields(schema, name))
  const inline = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(recordOrEmpty(responses))].flatMap(contentOf).flatMap(({ schema }) =>
      bareFields(schema, String(operationId))
    )
  )
  assert.deepStrictEqual([...inSchemas, ...inline], [])
})

it("every body of a request has an example", () => {
  const bodies = operations.filter(({ requestBody }) => requestBody !== undefined)
  assert.isAbove(bodies.length, 25)
  const bare = bodies.filter(({ requestBody }) => contentOf(requestBody).some(({ example }) => example === undefined))
  assert.deepStrictEqual(bare.map(({ operationId }) => operationId), [])
})

it("the document names its server and its licence, and each tag once", () => {
  const tags = nested(document["tags"]).map(recordOrEmpty)
  const names = tags.map(({ name }) => String(name))
  assert.deepStrictEqual(nested(document["servers"]).map((server) => recordOrEmpty(server)["url"]), ["/"])
  assert.strictEqual(recordOrEmpty(recordOrEmpty(document["info"])["license"])["name"], "MIT")
  assert.deepStrictEqual(names.filter((name, index) => names.indexOf(name) !== index), [])
  const bare = tags.filter(({ description }) => !isText(description))
  assert.deepStrictEqual(bare, [])
})

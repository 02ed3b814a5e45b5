import { assert, it } from "@effect/vitest"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"

/** Members that hold values, not schemas. */
const values = new Set(["const", "default", "enum", "example", "examples"])

/** Members that say what a value is. */
const shapes = ["$ref", "allOf", "anyOf", "const", "enum", "oneOf", "type"]

interface Place {
  readonly path: string
  readonly schema: JsonRecord
}

/** The objects of the document with their places, but those of examples and other values. */
const placesIn = (part: unknown, path = ""): ReadonlyArray<Place> => {
  if (Array.isArray(part)) return part.flatMap((one, at) => placesIn(one, `${path}/${at}`))
  if (!isJsonRecord(part)) return []
  const parts = Object.entries(part).flatMap(([name, one]) =>
    // A property may have any name, also that of a member.
    values.has(name) && !path.endsWith("/properties") ? [] : placesIn(one, `${path}/${name}`)
  )
  return [{ path, schema: part }, ...parts]
}

const places = placesIn(openApiDocument())

const isOf = (type: string, { schema }: Place): boolean =>
  !isJsonRecord(schema["type"]) && [schema["type"]].flat().includes(type)

const lacks = (names: ReadonlyArray<string>, { schema }: Place): boolean => names.every((name) => !(name in schema))

const pathsOf = (found: ReadonlyArray<Place>): ReadonlyArray<string> => found.map(({ path }) => path)

it("every object of the document has its fields, or says that it has any", () => {
  const objects = places.filter((place) => isOf("object", place))
  assert.isAbove(objects.length, 500)
  const bare = objects.filter((place) => lacks(["properties", "additionalProperties", ...shapes.slice(0, 3)], place))
  assert.deepStrictEqual(pathsOf(bare), [])
})

it("every list of the document says what its items are", () => {
  const lists = places.filter((place) => isOf("array", place))
  assert.isAbove(lists.length, 200)
  assert.deepStrictEqual(pathsOf(lists.filter((place) => lacks(["items", "prefixItems"], place))), [])
})

it("every id of the document has its type", () => {
  const ids = places.filter(({ path }) => /\/properties\/(\w+_)?ids?$/.test(path))
  assert.isAbove(ids.length, 100)
  assert.deepStrictEqual(pathsOf(ids.filter((place) => lacks(shapes, place))), [])
})

it("what is one of several components says which field tells them apart, but for answers, which have none", () => {
  const unions = places.filter(({ schema }) =>
    [schema["oneOf"] ?? schema["anyOf"]].flat().filter((part) => isJsonRecord(part) && "$ref" in part).length > 2
  )
  assert.isAbove(unions.length, 5)
  const bare = unions.filter((place) => lacks(["discriminator"], place))
  assert.deepStrictEqual(pathsOf(bare), ["/components/schemas/QueryAnswer"])
  assert.isTrue(bare.every(({ schema }) => isJsonRecord(schema["x-by-kind"])))
})

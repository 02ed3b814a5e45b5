import { assert, it } from "@effect/vitest"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Context } from "effect"

const schemas = recordOrEmpty(recordOrEmpty(recordOrEmpty(openApiDocument())["components"])["schemas"])
const fieldsOf = (name: string) => recordOrEmpty(recordOrEmpty(schemas[name])["properties"])

const registered = Context.get(Context.empty(), QueryKinds)
const others = ["HogQLAutocomplete", "ExperimentQuery", "ExperimentExposureQuery"]

it("the API's description has the nodes of every kind that can be run", () => {
  const { anyOf } = recordOrEmpty(fieldsOf("QueryRequest")["query"])
  const named = Array.isArray(anyOf) ? anyOf.flatMap((one: unknown) => recordOrEmpty(one)["$ref"] ?? []) : []
  const kinds = [...registered.map(({ kind }) => kind), ...others]
  assert.sameMembers(named, kinds.map((kind) => `#/components/schemas/${kind}`))
  for (const kind of kinds) {
    const names = recordOrEmpty(fieldsOf(kind)["kind"])["enum"]
    assert.include(Array.isArray(names) ? names : [], kind)
  }
})

it("shows the types and texts of fields, and which a node must have", () => {
  assert.deepStrictEqual(fieldsOf("ServiceSqlQuery")["query"], { type: "string", description: "The SQL text." })
  assert.deepStrictEqual(recordOrEmpty(schemas["ServiceSqlQuery"])["required"], ["kind", "query"])
  assert.deepStrictEqual(recordOrEmpty(fieldsOf("TrendsQuery")["series"])["type"], "array")
})

import { assert, it } from "@effect/vitest"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Context } from "effect"
import { component, listOf, validatorOf } from "../support/Contract.ts"

const fieldsOf = (name: string) => recordOrEmpty(component(name)["properties"])

const registered = Context.get(Context.empty(), QueryKinds)
const others = ["HogQLAutocomplete", "ExperimentQuery", "ExperimentExposureQuery"]
const presented = ["DataTableNode", "DataVisualizationNode", "InsightVizNode"]

it("the API's description has the nodes of every kind that can be run, told apart by kind", () => {
  const { discriminator, oneOf } = component("QueryNode")
  const kinds = [...registered.map(({ kind }) => kind), ...others, ...presented]
  const refOf = (kind: string) => `#/components/schemas/${kind}`
  assert.sameMembers(listOf(oneOf).map((one) => recordOrEmpty(one)["$ref"]), kinds.map(refOf))
  const { mapping, propertyName } = recordOrEmpty(discriminator)
  assert.strictEqual(propertyName, "kind")
  assert.deepStrictEqual(mapping, {
    ...Object.fromEntries(kinds.map((kind) => [kind, refOf(kind)])),
    HogQLQuery: refOf("ServiceSqlQuery")
  })
  for (const kind of kinds) assert.include(listOf(recordOrEmpty(fieldsOf(kind)["kind"])["enum"]), kind)
})

it("shows the types and texts of fields, the parts of nodes by their names, and which a node must have", () => {
  assert.deepStrictEqual(fieldsOf("ServiceSqlQuery")["query"], { type: "string", description: "The SQL text." })
  assert.deepStrictEqual(component("ServiceSqlQuery")["required"], ["kind", "query"])
  assert.deepStrictEqual(recordOrEmpty(fieldsOf("TrendsQuery")["series"])["items"], {
    $ref: "#/components/schemas/SeriesNode"
  })
  assert.deepStrictEqual(component("ActionsNode")["required"], ["kind", "id"])
  assert.deepStrictEqual(fieldsOf("ActionsNode")["id"], {
    type: "integer",
    description: "The id of the action, of an `ActionsNode`."
  })
})

it("refuses what a node cannot have", () => {
  const isQuery = validatorOf("QueryNode")
  const series = [{ kind: "EventsNode", event: "$pageview" }]
  assert.isTrue(isQuery({ kind: "TrendsQuery", series }))
  assert.isTrue(isQuery({ kind: "InsightVizNode", source: { kind: "TrendsQuery", series }, full: true }))
  assert.isFalse(isQuery({ kind: "TrendsQuery", series, evnt: "x" }))
  assert.isFalse(isQuery({ kind: "TrendsQuery", series: [{ kind: "EventsNode", evnt: "x" }] }))
  assert.isFalse(isQuery({ kind: "TrendsQuery", series: [{ kind: "ActionsNode" }] }))
  assert.isFalse(isQuery({ kind: "TrendsQuery", series, interval: "fortnight" }))
  assert.isFalse(isQuery({ kind: "Trends", series }))
})

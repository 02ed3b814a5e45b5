import { assert, it } from "@effect/vitest"
import { ActionStep } from "@hedgerow/core/actions/ActionStep"
import { ExposureCriteria } from "@hedgerow/core/experiments/results/ExposureCriteria"
import { FiltersOverride } from "@hedgerow/core/query/Asked"
import { SelectionNode } from "@hedgerow/core/query/kinds/actors/ActorsNode"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { isJsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { toInvalidInput } from "@hedgerow/core/shared/RequestIssues"
import { TestApi } from "@hedgerow/testing"
import { Context, Effect, Result, Schema } from "effect"
import { makeRandom } from "../long/fuzz/Random.ts"
import { component, components, listOf, validatorOf } from "../support/Contract.ts"
import { makeSamples } from "../support/SchemaSamples.ts"

interface Read {
  readonly name: string
  readonly schema: Schema.Decoder<unknown>
  readonly onExcessProperty: "error" | "ignore"
}

const nodes: ReadonlyArray<Read> = [
  ...Context.get(Context.empty(), QueryKinds).flatMap(({ kind, node }) =>
    node === undefined
      ? []
      : [{ name: kind, schema: node as Schema.Decoder<unknown>, onExcessProperty: "error" as const }]
  ),
  { name: "ActorsSelection", schema: SelectionNode, onExcessProperty: "error" },
  { name: "FiltersOverride", schema: FiltersOverride, onExcessProperty: "error" },
  { name: "ActionStep", schema: ActionStep, onExcessProperty: "ignore" },
  { name: "ExposureCriteria", schema: ExposureCriteria, onExcessProperty: "ignore" }
]

/** What is wrong with a value, in the words of the reader; none where it is taken. */
const faultsOf = ({ onExcessProperty, schema }: Read) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty, errors: "all" })
  return (value: unknown): ReadonlyArray<string> =>
    Result.match(decode(value), {
      onSuccess: () => [],
      onFailure: ({ issue }) =>
        toInvalidInput(issue, []).issues.map(({ message, path }) => `${path.join(".")}: ${message}`)
    })
}

/** Said of a value of another type, of a name that there is not, and of one that is missing: the schema states these. */
const isStated = (fault: string): boolean => /: (Expected|Extra inputs)/.test(fault)

/** The fields that are read after the node that they stand in. */
const later: ReadonlySet<string> = new Set(["source", "funnelPathsFilter", "breakdown_filter"])

/** The changed value with such fields as they were. */
const withLaterOf = (changed: unknown, value: unknown): unknown => {
  if (!isJsonRecord(changed) || !isJsonRecord(value)) return changed
  const own = Object.entries(value).filter(([name]) => later.has(name) && isJsonRecord(changed[name]))
  return { ...changed, ...Object.fromEntries(own) }
}

it.each(nodes)("random values of $name are read as the document says, and changed ones too", (read) => {
  const random = makeRandom(7)
  const { changed, sampleOf } = makeSamples(random)
  const isDocumented = validatorOf(read.name)
  const faults = faultsOf(read)
  let taken = 0
  let refused = 0
  for (let round = 0; round < 300; round++) {
    const value = sampleOf(component(read.name))
    assert.isTrue(isDocumented(value), JSON.stringify(value))
    const found = faults(value)
    assert.deepStrictEqual(found.filter(isStated), [], JSON.stringify(value))
    if (found.length === 0) taken++
    const other = changed(value)
    if (isDocumented(other) || isDocumented(withLaterOf(other, value))) continue
    refused++
    assert.isNotEmpty(faults(other), `refused by the document alone: ${JSON.stringify(other)}`)
  }
  assert.isAbove(taken, 10)
  assert.isAbove(refused, 10)
})

it.effect("no random query is refused for a field that the document has", () =>
  Effect.gen(function*() {
    const { key, project, request } = yield* TestApi
    const { sampleOf } = makeSamples(makeRandom(11))
    let answered = 0
    for (let round = 0; round < 120; round++) {
      const body = JSON.stringify({ query: sampleOf(component("QueryNode")) })
      const response = yield* request(`/api/projects/${project.id}/query/`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body
      })
      const answer = recordOrEmpty(yield* Effect.promise(() => response.json()))
      if (response.status === 200) answered++
      const errors = listOf(answer["errors"]).map(recordOrEmpty)
      const stated = errors.filter(({ code, detail }) =>
        code === "extra_forbidden" || String(detail).startsWith("Expected ")
      )
      assert.deepStrictEqual(stated, [], body)
      assert.include([200, 400, 404], response.status, body)
    }
    assert.isAbove(answered, 10)
  }).pipe(Effect.provide(TestApi.layer)), 120_000)

it("every example of a component is a value of it", () => {
  let count = 0
  for (const [name, schema] of Object.entries(components)) {
    for (const example of listOf(recordOrEmpty(schema)["examples"])) {
      count++
      assert.isTrue(validatorOf(name)(example), `${name}: ${JSON.stringify(example)}`)
    }
  }
  assert.isAbove(count, 90)
})

/** The places of parts that say nothing of their contents. */
const bareParts = (schema: unknown, place: string): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap((part, at) => bareParts(part, `${place}/${at}`))
  if (!isJsonRecord(schema)) return []
  const { default: _, enum: __, examples: ___, mapping: ____, ...parts } = schema
  const types = listOf(Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]])
  const says = ["properties", "additionalProperties", "anyOf", "oneOf", "allOf", "enum"]
  const isBare = types.includes("object") && !says.some((name) => name in schema)
    || types.includes("array") && !("items" in schema)
  return [
    ...(isBare ? [place] : []),
    ...Object.entries(parts).flatMap(([key, part]) => bareParts(part, `${place}/${key}`))
  ]
}

it("no object is without its fields, and no list without its items", () => {
  assert.deepStrictEqual(bareParts(components, ""), [])
})

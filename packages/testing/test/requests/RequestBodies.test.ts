import { assert, it } from "@effect/vitest"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { bodySchemas, componentOf, holdsBodies, makeThings, sendTo, shown, world } from "./HeldBodies.ts"
import { bodyEndpoints, otherBodies } from "./RequestBodies.ts"

holdsBodies(false)

it.effect("every documented example is accepted", () =>
  Effect.gen(function*() {
    const things = yield* makeThings
    for (const endpoint of bodyEndpoints) {
      const { examples } = componentOf(endpoint.operation)
      for (const example of examples as ReadonlyArray<JsonRecord>) {
        const { isTaken, text } = yield* sendTo(endpoint, things)(example)
        assert.isTrue(isTaken, `${endpoint.operation} ${shown(example)} ${text}`)
      }
    }
  }).pipe(Effect.provide(world)))

it("every endpoint with a JSON body is held here, or read by hand; its fields are described", () => {
  const held = bodyEndpoints.map(({ operation }) => operation)
  assert.deepStrictEqual(new Set([...held, ...otherBodies]), new Set(bodySchemas.keys()))
  for (const { operation, table } of bodyEndpoints) {
    const { description, properties } = componentOf(operation)
    assert.isString(description, operation)
    assert.sameMembers(Object.keys(recordOrEmpty(properties)), Object.keys(table), operation)
    for (const [name, field] of Object.entries(recordOrEmpty(properties))) {
      assert.isTrue(isJsonRecord(field) && ("description" in field || "$ref" in field), `${operation} ${name}`)
    }
  }
})

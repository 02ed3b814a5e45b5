import { assert, describe, it } from "@effect/vitest"
import { type PropertyUpdate, storable, updateOf } from "@hedgerow/core/persons/PersonProperties"
import { PropertyBag } from "@hedgerow/core/persons/PropertyBag"
import type { StoredProperties } from "@hedgerow/core/shared/StoredProperties"
import { Effect, Schema } from "effect"
import { ReadableRecord } from "../shared/support/ReadableJson.ts"

const stored = { a: 1, list: [1, { x: null }] }

const updateProperties = (before: StoredProperties, update: PropertyUpdate): StoredProperties => {
  const bag = new PropertyBag(before)
  assert.isTrue(bag.update(update, Infinity))
  return bag.properties
}

const cases: ReadonlyArray<readonly [name: string, values: object, after: object]> = [
  ["$set overwrites and adds", { $set: { a: 2, b: "x" } }, { a: 2, b: "x", list: [1, { x: null }] }],
  ["$set_once fills only what is absent", { $set_once: { a: 2, b: "x" } }, { ...stored, b: "x" }],
  ["$set wins over $set_once", { $set: { b: 1 }, $set_once: { b: 2 } }, { ...stored, b: 1 }],
  ["$set of null is a value", { $set: { a: null } }, { ...stored, a: null }],
  ["$unset by list", { $unset: ["a", "nothing", 5] }, { list: stored.list }],
  ["$unset by object", { $unset: { a: "" } }, { list: stored.list }],
  ["$unset wins over $set", { $set: { a: 2, b: 1 }, $unset: ["a", "b"] }, { list: stored.list }],
  ["names of what objects inherit are plain names", { $set_once: { toString: 1 } }, { ...stored, toString: 1 }]
]

describe("an update", () => {
  for (const [name, values, after] of cases) {
    it(name, () => {
      const update = updateOf(values as Record<string, unknown>)
      assert.isDefined(update)
      if (update !== undefined) assert.deepStrictEqual(updateProperties(stored, update), after as never)
    })
  }

  const silent: ReadonlyArray<readonly [name: string, values: object]> = [
    ["the same value", { $set: { a: 1 } }],
    ["the same list", { $set: { list: [1, { x: null }] } }],
    ["$set_once of what is there", { $set_once: { a: 9 } }],
    ["$unset of what is not there", { $unset: ["z"] }]
  ]
  for (const [name, values] of silent) {
    it(`${name} is no change`, () => {
      const update = updateOf(values as Record<string, unknown>)
      assert.isDefined(update)
      if (update !== undefined) assert.strictEqual(updateProperties(stored, update), stored)
    })
  }

  it("asks for nothing when nothing is an object", () => {
    assert.isUndefined(updateOf({ $set: 5, $set_once: ["x"], $unset: "a" }))
    assert.isUndefined(updateOf({}))
  })

  it.effect.prop(
    "twice is once",
    [
      ReadableRecord,
      ReadableRecord,
      ReadableRecord,
      Schema.Array(Schema.String)
    ],
    ([before, $set, $set_once, $unset]) =>
      Effect.sync(() => {
        const update = updateOf({ $set, $set_once, $unset })
        if (update === undefined) return
        const once = updateProperties(storable(before), update)
        assert.strictEqual(updateProperties(once, update), once)
      })
  )
})

describe("storable", () => {
  it("keeps values that every engine can store", () => {
    const value: unknown = JSON.parse("{\"a\":\"x\\u0000\\ud800\",\"n\":1e400,\"__proto__\":{\"polluted\":true}}")
    assert.deepStrictEqual(storable(value), { a: "x\uFFFD\uFFFD", n: null })
  })
})

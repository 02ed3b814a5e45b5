import { assert, describe, it } from "@effect/vitest"
import { storable } from "@hedgerow/core/persons/PersonProperties"
import { PropertyBag } from "@hedgerow/core/persons/PropertyBag"
import { canonicalJson, utf8Length } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Schema } from "effect"
import { ReadableJson } from "../shared/support/ReadableJson.ts"

const Names = Schema.Literals(["a", "b", "é", "zz", "𝄞", "__proto__", "toString"])
const Values = Schema.Union([ReadableJson, Schema.Literals([1, "x"])])
const Update = Schema.Struct({
  set: Schema.Record(Names, Values),
  setOnce: Schema.Record(Names, Values),
  unset: Schema.Array(Names)
})

const assertSound = (bag: PropertyBag): void => {
  const text = canonicalJson(bag.properties)
  assert.strictEqual(bag.bytes, utf8Length(text))
  assert.strictEqual(bag.text, text)
  assert.strictEqual(bag.values, new PropertyBag(bag.properties).values)
}

describe("a bag of properties", () => {
  it.effect.prop(
    "knows its size and its text after every update and merge",
    [Schema.Record(Names, Values), Schema.Array(Update), Schema.Record(Names, Values)],
    ([before, updates, others]) =>
      Effect.sync(() => {
        const bag = new PropertyBag(storable(before))
        for (const { set, setOnce, unset } of updates) {
          bag.update({ set: storable(set), setOnce: storable(setOnce), unset }, Infinity)
          assertSound(bag)
        }
        const expected = canonicalJson({ ...storable(others), ...bag.properties })
        assert.isTrue(bag.absorb(new PropertyBag(storable(others)), Infinity))
        assertSound(bag)
        assert.strictEqual(bag.text, expected)
      })
  )

  it("makes its text only when it is asked for, and once", () => {
    const bag = new PropertyBag({ a: 1 })
    for (let i = 0; i < 1_000; i++) bag.update({ set: { [`p${i}`]: i }, setOnce: {}, unset: [] }, Infinity)
    assert.isFalse(bag.hasText)
    const bytes = bag.bytes
    assert.isFalse(bag.hasText)
    assert.strictEqual(utf8Length(bag.text), bytes)
    bag.update({ set: { a: 1 }, setOnce: { p1: 9 }, unset: ["nothing"] }, Infinity)
    assert.isTrue(bag.hasText)
  })

  it("refuses an update that would make it too large, as a whole, and accepts one that makes it smaller", () => {
    const bag = new PropertyBag({ large: "x".repeat(100) })
    assert.isFalse(bag.update({ set: { a: 1 }, setOnce: {}, unset: [] }, 50))
    assert.isTrue(bag.update({ set: { large: "y" }, setOnce: {}, unset: [] }, 50))
    assert.isFalse(bag.absorb(new PropertyBag({ more: "x".repeat(100) }), 50))
    assert.deepStrictEqual(bag.properties, { large: "y" })
    assertSound(bag)
  })
})

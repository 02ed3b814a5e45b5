import { assert, describe, it } from "@effect/vitest"
import {
  appendMember,
  arrayElements,
  memberText,
  objectMembers,
  overlayObjects,
  setMember
} from "@hedgerow/core/shared/JsonSlices"
import { Effect, Schema } from "effect"
import { ReadableJson, ReadableRecord } from "../shared/support/ReadableJson.ts"

const spaced = (text: string): string => ` ${text.replaceAll(":", "\t: ").replaceAll(",", " ,\n")} `

describe("JsonSlices", () => {
  it("finds members beside any strings and nested values", () => {
    const text = " {\"a\" : \"x\\\\\\\"},{\" , \"b\":{\"c\":[1,{\"d\":\"]}\"}]},\"\\u0065\":-1.50e3 ,\"a\":null } "
    assert.deepStrictEqual(
      objectMembers(text).map((member) => [member.key, text.slice(member.valueStart, member.end)]),
      [["a", "\"x\\\\\\\"},{\""], ["b", "{\"c\":[1,{\"d\":\"]}\"}]}"], ["e", "-1.50e3"], ["a", "null"]]
    )
    assert.strictEqual(memberText(text, objectMembers(text), "a"), "null")
  })

  it("finds nothing in empty ones", () => {
    assert.deepStrictEqual(objectMembers(" { } "), [])
    assert.deepStrictEqual(arrayElements("[ ]"), [])
  })

  it("splices without touching other bytes", () => {
    assert.strictEqual(appendMember("{ }", "k", "1"), "{ \"k\":1}")
    assert.strictEqual(appendMember("{\"a\":1.0 }", "k", "1"), "{\"a\":1.0 ,\"k\":1}")
    assert.strictEqual(setMember("{\"a\":1,\"a\": 2.0,\"b\":3}", "a", "9"), "{\"a\":1,\"a\": 9,\"b\":3}")
    assert.strictEqual(setMember("{\"b\":3}", "a", "9"), "{\"b\":3,\"a\":9}")
    assert.strictEqual(overlayObjects("{\"a\":1.0,\"b\":2}", "{\"b\": 3.00}"), "{\"a\":1.0,\"b\": 3.00}")
  })

  it("is not stopped by depth", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
    assert.strictEqual(memberText(`{"a":${deep},"b":1}`, objectMembers(`{"a":${deep},"b":1}`), "b"), "1")
  })

  it.effect.prop(
    "agrees with JSON.parse on every object",
    [ReadableRecord],
    ([record]) =>
      Effect.sync(() => {
        const plain = JSON.stringify(record)
        for (const text of [plain, JSON.stringify(record, null, 2)]) {
          const read = objectMembers(text).map((member) => [
            member.key,
            JSON.parse(text.slice(member.valueStart, member.end))
          ])
          assert.deepStrictEqual(read, Object.entries(JSON.parse(plain)))
        }
      })
  )

  it.effect.prop("agrees with JSON.parse on every array", [Schema.Array(ReadableJson)], ([array]) =>
    Effect.sync(() => {
      const text = JSON.stringify(array)
      const read = arrayElements(text).map(({ end, start }) => JSON.parse(text.slice(start, end)))
      assert.deepStrictEqual(read, JSON.parse(text))
    }))

  it("takes white space anywhere between tokens", () => {
    const text = spaced("{\"a\":[1,2],\"b\":true}")
    assert.deepStrictEqual(objectMembers(text).map((member) => text.slice(member.valueStart, member.end)), [
      "[1 ,\n2]",
      "true"
    ])
  })
})

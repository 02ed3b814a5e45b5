import { assert, describe, it } from "@effect/vitest"
import { derivedOf, deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import { canonicalJson, maxDepth, sanitizeText, utf8Length } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Schema } from "effect"
import { ReadableRecord } from "../shared/support/ReadableJson.ts"

const nested = (depth: number): string => `${"{\"a\":".repeat(depth)}1${"}".repeat(depth)}`

const cases: ReadonlyArray<readonly [sent: string, derived: string]> = [
  ["{}", "{}"],
  ["[1]", "{}"],
  ["\"x\"", "{}"],
  ["null", "{}"],
  ["{broken", "{}"],
  ["", "{}"],
  ["{ \"b\" : 1.0 , \"a\" : [ 1, 2 ] }", "{\"a\":[1,2],\"b\":1}"],
  ["{\"a\":1,\"a\":2}", "{\"a\":2}"],
  ["{\"n\":1e21}", "{\"n\":1000000000000000000000}"],
  ["{\"n\":-1.5e-7}", "{\"n\":-0.00000015}"],
  ["{\"n\":1.25e22}", "{\"n\":12500000000000000000000}"],
  ["{\"n\":12345678901234567890}", "{\"n\":12345678901234567000}"],
  ["{\"n\":0.1}", "{\"n\":0.1}"],
  ["{\"n\":-0}", "{\"n\":0}"],
  ["{\"n\":1e400,\"m\":-1e400}", "{\"m\":null,\"n\":null}"],
  ["{\"s\":\"a\\u0000b\"}", "{\"s\":\"a\uFFFDb\"}"],
  ["{\"s\":\"\\ud800x\\udc00\"}", "{\"s\":\"\uFFFDx\uFFFD\"}"],
  ["{\"s\":\"\\ud83d\\ude00\"}", "{\"s\":\"😀\"}"],
  ["{\"s\":\"\uFFFD\"}", "{\"s\":\"\uFFFD\"}"],
  ["{\"a\\u0000\":1,\"a\uFFFD\":2}", "{\"a\uFFFD\":2}"],
  ["{\"bb\":1,\"c\":{\"z\":1,\"y\":2},\"a\":3}", "{\"a\":3,\"c\":{\"y\":2,\"z\":1},\"bb\":1}"],
  // "é" takes two bytes, so it stands after every one-letter ASCII name and among the two-letter ones by its bytes.
  ["{\"é\":1,\"zz\":2,\"z\":3}", "{\"z\":3,\"zz\":2,\"é\":1}"],
  // As code points U+FFFD stands before an emoji; as UTF-16 units it would stand after it. The lengths decide first.
  ["{\"😀\":1,\"\uFFFDa\":2}", "{\"\uFFFDa\":2,\"😀\":1}"],
  ["{\"__proto__\":{\"x\":1}}", "{\"__proto__\":{\"x\":1}}"],
  ["{\"10\":1,\"9\":2}", "{\"9\":2,\"10\":1}"]
]

describe("deriveProperties", () => {
  for (const [sent, derived] of cases) {
    it(`${sent} → ${derived}`, () => assert.strictEqual(deriveProperties(sent), derived))
  }

  it("cuts values that are nested too deep, without running out of stack", () => {
    assert.strictEqual(deriveProperties(nested(maxDepth)), nested(maxDepth))
    const cut = deriveProperties(nested(100_000))
    assert.strictEqual(cut, nested(maxDepth).replace("1", "null"))
    assert.strictEqual(deriveProperties(cut), cut)
  })

  it.effect.prop(
    "is a fixed point that says the same",
    [ReadableRecord],
    ([record]) =>
      Effect.sync(() => {
        const sent = JSON.stringify(record)
        const derived = deriveProperties(sent)
        assert.strictEqual(deriveProperties(derived), derived)
        assert.strictEqual(derivedOf(JSON.parse(sent)), derived)
        assert.isTrue(derived.isWellFormed() && !derived.includes("\\u0000"))
      })
  )

  it.effect.prop(
    "keeps every finite number exactly and writes no exponent",
    [Schema.Finite],
    ([value]) =>
      Effect.sync(() => {
        const text = canonicalJson(value)
        assert.strictEqual(Number(text), value === 0 ? 0 : value)
        assert.match(text, /^-?\d+(\.\d+)?$/)
      })
  )
})

describe("sanitizeText", () => {
  it("replaces characters that engines cannot store and leaves the rest", () => {
    assert.strictEqual(sanitizeText("a\0b\ud800c😀\uFFFD"), "a\uFFFDb\uFFFDc😀\uFFFD")
  })
})

describe("utf8Length", () => {
  it.effect.prop(
    "counts as an encoder does",
    [Schema.String],
    ([text]) => Effect.sync(() => assert.strictEqual(utf8Length(text), new TextEncoder().encode(text).length))
  )

  it("knows one, two, three and four byte characters", () => assert.strictEqual(utf8Length("aé€😀"), 10))
})

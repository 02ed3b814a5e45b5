import { assert, describe, it } from "@effect/vitest"
import { makeSecureValues, makeToken, secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { RandomBytes } from "@hedgerow/core/shared/RandomBytes"
import { maskOf } from "@hedgerow/core/shared/SecretMask"
import { Effect } from "effect"

describe("KeyTokens", () => {
  it("stores the reference service's hash", () => {
    assert.strictEqual(
      secureValueOf("test_key_12345"),
      "sha256$45af89b510a3279a817f851de5d3f95b73485d58ec2672a39e52d8aeeb014059"
    )
  })

  it("remembers the stored form of tokens that open something, of no more than a thousand", () => {
    const values = makeSecureValues()
    assert.strictEqual(values.of("phx_one"), secureValueOf("phx_one"))
    values.remember("phx_one", "as remembered")
    assert.strictEqual(values.of("phx_one"), "as remembered")
    assert.strictEqual(values.of("phx_two"), secureValueOf("phx_two"))
    for (let at = 0; at < 1_000; at++) values.remember(`phx_${at}`, "")
    assert.strictEqual(values.of("phx_one"), secureValueOf("phx_one"))
  })

  it("masks all but the ends", () => {
    assert.strictEqual(maskOf(`phx_${"0".repeat(39)}abcd`), "phx_...abcd")
  })

  it("shows no more than a quarter of a short one", () => {
    assert.strictEqual(maskOf("phx_0123456789abcdefghij"), "phx_...ij")
    assert.strictEqual(maskOf("phx_abcd"), "ph...")
    for (let length = 0; length < 60; length++) {
      assert.isAtMost(maskOf("x".repeat(length)).length - "...".length, length / 4)
    }
  })

  it.effect("makes 43 characters of base62 after the prefix, all 256 bits used", () =>
    Effect.gen(function*() {
      const lowest = yield* Effect.provideService(makeToken("phx_"), RandomBytes, (n) => new Uint8Array(n))
      const highest = yield* Effect.provideService(makeToken("phc_"), RandomBytes, (n) => new Uint8Array(n).fill(255))
      assert.strictEqual(lowest, `phx_${"0".repeat(43)}`)
      assert.match(highest, /^phc_[0-9a-zA-Z]{43}$/)
      assert.notStrictEqual(yield* makeToken("phx_"), yield* makeToken("phx_"))
    }))
})

import { assert, it } from "@effect/vitest"
import { decodeUtf8 } from "@hedgerow/http/requests/DecodeUtf8"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Result } from "effect"

/** Characters of three bytes, so that pieces end in their midst. */
const euros = "€".repeat(1_000_000)

it("long texts are decoded in steps, characters between two pieces included", () => {
  const bytes = new TextEncoder().encode(`\u{feff}${euros}`)
  assert.isAbove([...decodeUtf8(bytes, true)].length, 1)
  assert.isTrue(Result.getOrThrow(atOnce(decodeUtf8(bytes, true))) === euros)
})

it.each([
  ["in the first piece", Uint8Array.of(0xff)],
  ["in a later piece", new Uint8Array(3 * 1024 * 1024).fill(0xff, 2_500_000)],
  ["of a character that is cut off", new TextEncoder().encode(euros).subarray(0, -1)],
  ["of a short character that is cut off", Uint8Array.of(0xe2, 0x82)]
])("bytes that are no UTF-8 fail or are replaced: %s", (_, bytes) => {
  assert.isTrue(Result.isFailure(atOnce(decodeUtf8(bytes, true))))
  assert.isTrue(Result.getOrThrow(atOnce(decodeUtf8(bytes, false))) === new TextDecoder().decode(bytes))
})

it("no bytes are an empty text", () => {
  assert.deepStrictEqual(atOnce(decodeUtf8(new Uint8Array(), true)), Result.succeed(""))
})

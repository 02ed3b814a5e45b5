import { assert, describe, it } from "@effect/vitest"
import { makeSecretKeyText, parseSecretKeys, type SecretKey } from "@hedgerow/core/secrets/SecretKey"
import { open, renew, seal, SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { Effect, Inspectable, Option, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import { createCipheriv } from "node:crypto"

const bytes = (seed: number) => Uint8Array.from({ length: 32 }, (_, index) => (index * 7 + seed) % 256)

const keysOf = (...seeds: ReadonlyArray<number>): ReadonlyArray<SecretKey> =>
  Result.getOrThrow(parseSecretKeys(seeds.map((seed) => Base64.encode(bytes(seed))).join(",")))

const withKeys = (...seeds: ReadonlyArray<number>) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, SecretKeys, keysOf(...seeds))

const place = "feature_flag/1/42/payloads"

describe("secret keys", () => {
  it("are 32 bytes in base64, base64url or hex, in the order given, each once", () => {
    const one = Base64.encode(bytes(1))
    const hex = Hex.encode(bytes(2))
    const url = Base64Url.encode(bytes(251))
    const keys = Result.getOrThrow(parseSecretKeys(` ${one} ,${hex.toUpperCase()},${url},${one}`))
    assert.strictEqual(keys.length, 3)
    assert.deepStrictEqual(keys.map(({ id }) => id), keysOf(1, 2, 251).map(({ id }) => id))
    assert.deepStrictEqual(Result.getOrThrow(parseSecretKeys("")), [])
  })

  it("of another form are refused by their place, without showing them", () => {
    const good = Base64.encode(bytes(1))
    for (
      const bad of ["secret", Base64.encode(bytes(1).slice(1)), Hex.encode(bytes(1)).slice(2), "€"]
    ) {
      const failure = Result.getFailure(parseSecretKeys(`${good},${bad}`))
      assert.deepStrictEqual(failure, Option.some("key 2 is not 32 bytes in base64 or hex"))
    }
  })

  it.effect("can be made, and never show themselves", () =>
    Effect.gen(function*() {
      const text = yield* makeSecretKeyText
      const [key] = Result.getOrThrow(parseSecretKeys(text))
      assert.isDefined(key)
      assert.notInclude(Inspectable.toStringUnknown(key), text)
      assert.notStrictEqual(yield* makeSecretKeyText, text)
    }))
})

describe("sealing", () => {
  it.effect.prop(
    "gives back any text, never the same sealed text twice",
    [Schema.String.check(Schema.makeFilter((text) => text.isWellFormed()))],
    ([text]) =>
      Effect.gen(function*() {
        const sealed = yield* seal(text, place)
        assert.strictEqual(yield* open(sealed, place), text)
        assert.notStrictEqual(yield* seal(text, place), sealed)
      }).pipe(withKeys(1))
  )

  it.effect("hides the text", () =>
    Effect.gen(function*() {
      for (const text of ["{\"a\":1}", "🦔".repeat(1000)]) {
        assert.notInclude(yield* seal(text, place), Base64Url.encode(text).slice(0, 8))
        assert.notInclude(yield* seal(text, place), text)
      }
    }).pipe(withKeys(1)))

  it.effect("is AES-256-GCM as everybody else does it", () =>
    Effect.gen(function*() {
      const nonce = Uint8Array.from({ length: 12 }, (_, index) => index)
      const cipher = createCipheriv("aes-256-gcm", bytes(1), nonce)
      cipher.setAAD(Buffer.from(place))
      const body = Buffer.concat([nonce, cipher.update("grüße", "utf8"), cipher.final(), cipher.getAuthTag()])
      const sealed = `hs1.${keysOf(1)[0]?.id}.${body.toString("base64url")}`
      assert.strictEqual(yield* open(sealed, place), "grüße")
    }).pipe(withKeys(1)))

  it.effect("opens only in its place, and not when any of it was changed", () =>
    Effect.gen(function*() {
      const sealed = yield* seal("payload", place)
      const reasonOf = (text: string, at = place) =>
        Effect.map(
          Effect.flip(open(text, at)),
          (error) => error._tag === "SecretUnreadable" ? error.reason : error._tag
        )
      assert.strictEqual(yield* reasonOf(sealed, "feature_flag/2/42/payloads"), "tampered")
      const [form, id, body = ""] = sealed.split(".")
      for (let index = 0; index < body.length - 1; index++) {
        const other = body[index] === "A" ? "B" : "A"
        const changed = `${form}.${id}.${body.slice(0, index)}${other}${body.slice(index + 1)}`
        assert.strictEqual(yield* reasonOf(changed), "tampered")
      }
      for (
        const text of ["", "plain", `hs2.${id}.${body}`, `hs1.${id}`, `hs1.${id}.AAAA`, `${sealed}.x`, `hs1.${id}.€`]
      ) {
        assert.strictEqual(yield* reasonOf(text), "malformed", text)
      }
    }).pipe(withKeys(1)))

  it.effect("needs a key", () =>
    Effect.gen(function*() {
      const sealed = yield* seal("payload", place).pipe(withKeys(1))
      assert.strictEqual((yield* Effect.flip(seal("x", place)))._tag, "EncryptionNotConfigured")
      assert.strictEqual((yield* Effect.flip(open(sealed, place)))._tag, "EncryptionNotConfigured")
    }))
})

describe("rotation", () => {
  it.effect("the first key seals, all of them open, and renewing moves a secret to the first", () =>
    Effect.gen(function*() {
      const old = yield* seal("payload", place).pipe(withKeys(1))
      assert.strictEqual(yield* open(old, place).pipe(withKeys(2, 1)), "payload")
      const renewed = Option.getOrThrow(yield* renew(old, place).pipe(withKeys(2, 1)))
      assert.strictEqual(yield* open(renewed, place).pipe(withKeys(2)), "payload")
      assert.isTrue(Option.isNone(yield* renew(renewed, place).pipe(withKeys(2, 1))))
      const lost = yield* Effect.flip(open(old, place)).pipe(withKeys(2))
      assert.deepInclude(lost, { _tag: "SecretUnreadable", reason: "unknown_key" })
    }))
})

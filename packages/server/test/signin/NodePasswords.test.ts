import { assert, describe, it } from "@effect/vitest"
import { PasswordDerivation } from "@hedgerow/core/accounts/passwords/PasswordDerivation"
import { formatHash, parseHash } from "@hedgerow/core/accounts/passwords/PasswordHash"
import { PasswordHashing } from "@hedgerow/core/accounts/passwords/PasswordHashing"
import * as NodePasswords from "@hedgerow/server/signin/NodePasswords"
import { Effect, Layer } from "effect"

/**
 * Test vectors of others: Argon2id of the reference implementation (`src/test.c`), scrypt of RFC 7914, its first 32 bytes of
 * 64 (the output of PBKDF2, whose blocks are 32 bytes).
 */
const vectors = [
  ["password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
  ["password", "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"],
  ["password", "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI"]
] as const

const ways = {
  "JavaScript alone": Layer.empty,
  Node: NodePasswords.layer
}

for (const [name, way] of Object.entries(ways)) {
  describe(`passwords hashed by ${name}`, () => {
    const provided = Effect.provide(PasswordHashing.layer.pipe(Layer.provide(way)))

    it.live("are those of other implementations", () =>
      Effect.gen(function*() {
        const hashing = yield* PasswordHashing
        for (const [password, hash] of vectors) {
          assert.deepStrictEqual(yield* hashing.check(password, hash), { isRight: true, isOutdated: true }, hash)
          assert.isFalse((yield* hashing.check(`${password} `, hash)).isRight)
        }
      }).pipe(provided))

    it.live("are right again, with a salt of their own, however a keyboard writes them", () =>
      Effect.gen(function*() {
        const hashing = yield* PasswordHashing
        const hashes = yield* Effect.all([hashing.hash("Zoë's café"), hashing.hash("Zoë's café")])
        assert.strictEqual(new Set(hashes).size, 2)
        for (const hash of hashes) {
          const parsed = parseHash(hash)
          assert.strictEqual(parsed === undefined ? undefined : formatHash(parsed), hash)
          const checked = yield* hashing.check("Zoe\u0308's cafe\u0301", hash)
          assert.deepStrictEqual(checked, { isRight: true, isOutdated: false })
          assert.isFalse((yield* hashing.check("Zoe's cafe", hash)).isRight)
        }
      }).pipe(provided))
  })
}

it.live("a hash that Node has made is right where there is no Node, and the other way round", () =>
  Effect.gen(function*() {
    const over = (way: Layer.Layer<never>) =>
      Effect.provide(PasswordHashing, PasswordHashing.layer.pipe(Layer.provide(way)))
    const [node, alone] = [yield* over(NodePasswords.layer), yield* over(Layer.empty)]
    assert.isTrue((yield* alone.check("a password", yield* node.hash("a password"))).isRight)
    assert.isTrue((yield* node.check("a password", yield* alone.hash("a password"))).isRight)
  }))

it.live("leave a thread for other work", () =>
  Effect.gen(function*() {
    const { atOnce } = yield* PasswordDerivation
    assert.isAtLeast(atOnce, 1)
    assert.isAtMost(atOnce, 3)
  }).pipe(Effect.provide(NodePasswords.layer)))

it("a text that is no hash of a known way is none", () => {
  for (
    const text of [
      "",
      "plain",
      "$argon2i$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA",
      "$scrypt$ln=1,r=1$c2FsdA$aGFzaA",
      "$scrypt$ln=1,r=1,p=1$c2FsdA"
    ]
  ) {
    assert.isUndefined(parseHash(text), text)
  }
})

import { argon2idAsync } from "@noble/hashes/argon2.js"
import { scryptAsync } from "@noble/hashes/scrypt.js"
import { Context, Effect } from "effect"
import type { Derivation } from "./PasswordHash.ts"

/** The bytes of a hash. */
export const hashBytes = 32

/** The bytes of a derived key; a platform has faster ways than this one in JavaScript alone. */
const derive = (derivation: Derivation, password: Uint8Array, salt: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.promise(() =>
    derivation.name === "argon2id"
      ? argon2idAsync(password, salt, {
        m: derivation.memory,
        t: derivation.passes,
        p: derivation.lanes,
        dkLen: hashBytes
      })
      : scryptAsync(password, salt, {
        N: 2 ** derivation.logCost,
        r: derivation.blockSize,
        p: derivation.lanes,
        dkLen: hashBytes,
        maxmem: 2 ** 30
      })
  )

/**
 * The platform's hashing of passwords: the way in which new ones are hashed, the work itself, and the number of passwords
 * that are hashed at once. By default Argon2id with 19 MiB and two passes.
 */
export class PasswordDerivation extends Context.Reference<{
  readonly preferred: Derivation
  readonly derive: (derivation: Derivation, password: Uint8Array, salt: Uint8Array) => Effect.Effect<Uint8Array>
  readonly atOnce: number
}>("@hedgerow/core/accounts/passwords/PasswordDerivation", {
  defaultValue: () => ({
    preferred: { name: "argon2id", memory: 19_456, passes: 2, lanes: 1 },
    derive,
    atOnce: 1
  })
}) {}

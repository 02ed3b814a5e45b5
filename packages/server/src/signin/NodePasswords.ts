import { hashBytes, PasswordDerivation } from "@hedgerow/core/accounts/passwords/PasswordDerivation"
import type { Derivation } from "@hedgerow/core/accounts/passwords/PasswordHash"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as crypto from "node:crypto"
import { availableParallelism } from "node:os"

type Done = (cause: Error | null, derived: Uint8Array) => void

const run = (start: (done: Done) => void): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) =>
    start((cause, derived) => resume(cause === null ? Effect.succeed(new Uint8Array(derived)) : Effect.die(cause)))
  )

/** Node has Argon2 since 24.7. */
const hasArgon2 = typeof crypto.argon2 === "function"

/** OWASP's parameters of each way: about 0.1 s of a core for Argon2id, and 0.5 s for scrypt. */
const preferred: Derivation = hasArgon2
  ? { name: "argon2id", memory: 19_456, passes: 2, lanes: 1 }
  : { name: "scrypt", logCost: 17, blockSize: 8, lanes: 1 }

const derive = (given: Derivation, password: Uint8Array, salt: Uint8Array): Effect.Effect<Uint8Array> => {
  if (given.name === "scrypt") {
    const { blockSize, lanes, logCost } = given
    const options = { N: 2 ** logCost, r: blockSize, p: lanes, maxmem: 2 ** 30 }
    return run((done) => crypto.scrypt(password, salt, hashBytes, options, done))
  }
  // A hash that a newer Node has made is compared in JavaScript.
  if (!hasArgon2) return PasswordDerivation.defaultValue().derive(given, password, salt)
  const { lanes: parallelism, memory, passes } = given
  return run((done) =>
    crypto.argon2(
      "argon2id",
      { message: password, nonce: salt, parallelism, tagLength: hashBytes, memory, passes },
      done
    )
  )
}

/** The threads on which Node hashes, reads files and looks names up. */
const threads = Number(process.env["UV_THREADPOOL_SIZE"] ?? 4)

/** Passwords hashed by Node on threads beside that of requests: a core and a thread are left for other work. */
export const layer: Layer.Layer<never> = Layer.sync(PasswordDerivation, () => ({
  preferred,
  derive,
  atOnce: Math.max(1, Math.min(availableParallelism(), threads) - 1)
}))

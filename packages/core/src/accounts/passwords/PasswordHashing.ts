import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Effect, Equal, Layer, Semaphore } from "effect"
import { RandomBytes } from "../../shared/RandomBytes.ts"
import { hashBytes, PasswordDerivation } from "./PasswordDerivation.ts"
import { formatHash, parseHash, type PasswordHash, sameBytes } from "./PasswordHash.ts"

const saltBytes = 16

/** A text that looks the same is the same password, whichever keyboard wrote it. */
const bytesOf = (password: string): Uint8Array => utf8ToBytes(password.normalize("NFKC"))

/** Whether a password is the right one, and whether its hash is to be made anew in the way of now. */
export interface Checked {
  readonly isRight: boolean
  readonly isOutdated: boolean
}

/** Hashes passwords, a few at once: each takes a core and much memory for a while. */
export class PasswordHashing extends Context.Service<PasswordHashing, {
  /** The PHC string of a new hash. */
  readonly hash: (password: string) => Effect.Effect<string>
  /** Compares a password with a stored hash. Without one the same work is done: nobody learns who has a password. */
  readonly check: (password: string, stored: string | undefined) => Effect.Effect<Checked>
}>()("@hedgerow/core/accounts/passwords/PasswordHashing") {
  static readonly layer: Layer.Layer<PasswordHashing> = Layer.effect(
    PasswordHashing,
    Effect.gen(function*() {
      const { atOnce, derive, preferred } = yield* PasswordDerivation
      const randomBytes = yield* RandomBytes
      const slots = yield* Semaphore.make(Math.max(1, atOnce))
      const nobody: PasswordHash = {
        derivation: preferred,
        salt: new Uint8Array(saltBytes),
        hash: new Uint8Array(hashBytes)
      }

      /** Work that has begun cannot be taken back: who goes away holds their slot until it is done. */
      const derived = (password: string, { derivation, salt }: Pick<PasswordHash, "derivation" | "salt">) =>
        slots.withPermits(1)(Effect.uninterruptible(derive(derivation, bytesOf(password), salt)))

      return PasswordHashing.of({
        hash: Effect.fn("PasswordHashing.hash")(function*(password: string) {
          const salt = randomBytes(saltBytes)
          return formatHash({
            derivation: preferred,
            salt,
            hash: yield* derived(password, { derivation: preferred, salt })
          })
        }),

        check: Effect.fn("PasswordHashing.check")(function*(password: string, stored: string | undefined) {
          const known = stored === undefined ? undefined : parseHash(stored)
          const hash = yield* derived(password, known ?? nobody)
          return {
            isRight: known !== undefined && sameBytes(hash, known.hash),
            isOutdated: known !== undefined && !Equal.equals(known.derivation, preferred)
          }
        })
      })
    })
  )
}

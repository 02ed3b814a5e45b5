import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { User, UserId } from "../../identity/User.ts"
import { emailKey } from "../../identity/User.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Password, type PasswordId } from "./Password.ts"
import { PasswordHashing } from "./PasswordHashing.ts"
import { PasswordRepository } from "./PasswordRepository.ts"

/** The e-mail is known to whoever attacks. */
export const requireFit = (email: string, password: string): Effect.Effect<void, InvalidInput> =>
  emailKey(password.trim()) === emailKey(email)
    ? Effect.fail(InvalidInput.at(["password"], "invalid_value", "The password may not be the email address."))
    : Effect.void

/** A password that was the right one when it was checked. */
export interface PasswordProof {
  readonly user: UserId
  /** The stored hash that it was checked against. */
  readonly hash: string
  /** The hash in the way of now, where the stored one was made in another. */
  readonly renewed: string | undefined
}

/** The id of no user: for nobody the same is looked up. */
const nobody = 0 as UserId

/** The passwords of the people of the installation. */
export class Passwords extends Context.Service<Passwords, {
  /** The proof that this is the user's password; none where it is wrong. For nobody the same work is done. */
  readonly check: (user: UserId | undefined, password: string) => Effect.Effect<Option.Option<PasswordProof>>
  /**
   * Whether the password is still the one that was checked; a hash that was made in a former way is replaced. Inside a
   * transaction that holds the user: a check takes a while, in which another password may have been set.
   */
  readonly holds: (proof: PasswordProof) => Effect.Effect<boolean>
  /** The hash of a password, made before a transaction: it takes a while. */
  readonly hash: (password: string) => Effect.Effect<string>
  /** Gives the user the password with this hash; inside a transaction that holds the user. */
  readonly set: (user: User, hash: string) => Effect.Effect<void>
  /** Whether the user has a password. */
  readonly exists: (user: UserId) => Effect.Effect<boolean>
  /** Whether anybody has a password. */
  readonly anyExists: Effect.Effect<boolean>
}>()("@hedgerow/core/accounts/passwords/Passwords") {
  static readonly layer: Layer.Layer<Passwords, never, PasswordRepository> = Layer.effect(
    Passwords,
    Effect.gen(function*() {
      const rows = yield* PasswordRepository
      const hashing = yield* PasswordHashing

      const find = (user: UserId) => Effect.map(rows.all(user), ([password]) => password)

      const check = Effect.fn("Passwords.check")(function*(user: UserId | undefined, password: string) {
        const stored = yield* find(user ?? nobody)
        const { isOutdated, isRight } = yield* hashing.check(password, stored?.hash)
        if (!isRight || stored === undefined) return Option.none<PasswordProof>()
        const renewed = isOutdated ? yield* hashing.hash(password) : undefined
        return Option.some({ user: stored.user_id, hash: stored.hash, renewed })
      })

      const holds = Effect.fn("Passwords.holds")(function*({ hash, renewed, user }: PasswordProof) {
        const stored = yield* find(user)
        if (stored?.hash !== hash) return false
        if (renewed !== undefined) yield* rows.update(new Password({ ...stored, hash: renewed }))
        return true
      })

      const set = Effect.fn("Passwords.set")(function*({ id: user_id, uuid }: User, hash: string) {
        const known = yield* find(user_id)
        const password = new Password({ id: uuid as PasswordId, user_id, hash, changed_at: yield* DateTime.now })
        yield* known === undefined ? rows.insert(password) : rows.update(password)
      })

      const exists = (user: UserId) => Effect.map(find(user), (stored) => stored !== undefined)

      return Passwords.of({ check, exists, holds, hash: hashing.hash, set, anyExists: rows.anyExists })
    })
  ).pipe(Layer.provide(PasswordHashing.layer))
}

import { Context, DateTime, Effect, Layer } from "effect"
import type { User, UserId } from "../../identity/User.ts"
import { emailKey } from "../../identity/User.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { Password, type PasswordId } from "./Password.ts"
import { PasswordHashing } from "./PasswordHashing.ts"
import { PasswordRepository } from "./PasswordRepository.ts"

/** The e-mail is known to whoever attacks. */
export const requireFit = (email: string, password: string): Effect.Effect<void, InvalidInput> =>
  emailKey(password.trim()) === emailKey(email)
    ? Effect.fail(InvalidInput.at(["password"], "invalid_value", "The password may not be the email address."))
    : Effect.void

/** The passwords of the people of the installation. */
export class Passwords extends Context.Service<Passwords, {
  /** Whether this is the user's password; for nobody the same work is done. A hash in a former way is made anew. */
  readonly isRight: (user: UserId | undefined, password: string) => Effect.Effect<boolean>
  /** The hash of a password, made before a transaction: it takes a while. */
  readonly hash: (password: string) => Effect.Effect<string>
  /** Gives the user the password with this hash; inside a transaction that holds the user. */
  readonly set: (user: User, hash: string) => Effect.Effect<void>
  readonly has: (user: UserId) => Effect.Effect<boolean>
  /** Whether anybody has a password. */
  readonly anyExists: Effect.Effect<boolean>
}>()("@hedgerow/core/accounts/passwords/Passwords") {
  static readonly layer: Layer.Layer<Passwords, never, PasswordRepository> = Layer.effect(
    Passwords,
    Effect.gen(function*() {
      const rows = yield* PasswordRepository
      const hashing = yield* PasswordHashing

      const find = (user: UserId) => Effect.map(rows.all(user), ([password]) => password)

      const isRight = Effect.fn("Passwords.isRight")(function*(user: UserId | undefined, password: string) {
        const stored = user === undefined ? undefined : yield* find(user)
        const { isOutdated, isRight } = yield* hashing.check(password, stored?.hash)
        if (isRight && isOutdated && stored !== undefined) {
          yield* rows.update(new Password({ ...stored, hash: yield* hashing.hash(password) }))
        }
        return isRight
      })

      const set = Effect.fn("Passwords.set")(function*({ id: user_id }: User, hash: string) {
        const known = yield* find(user_id)
        const changed_at = yield* DateTime.now
        const id = known?.id ?? (yield* makeUuid7) as PasswordId
        const password = new Password({ id, user_id, hash, changed_at })
        yield* known === undefined ? rows.insert(password) : rows.update(password)
      })

      return Passwords.of({
        isRight,
        hash: hashing.hash,
        set,
        has: (user) => Effect.map(find(user), (password) => password !== undefined),
        anyExists: rows.anyExists
      })
    })
  ).pipe(Layer.provide(PasswordHashing.layer))
}

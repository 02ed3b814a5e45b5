import { Context, Effect, Layer, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import type { ActivityLog } from "../activity/ActivityLog.ts"
import type { User } from "../identity/User.ts"
import { boolean, readFields, text } from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeAccountActivity } from "./AccountActivity.ts"
import { CurrentPasswordWrong, LoginRefused } from "./AccountErrors.ts"
import { LoginSessions, type OpenedSession } from "./LoginSessions.ts"
import { newPassword, sentPassword } from "./passwords/PasswordField.ts"
import { type PasswordProof, Passwords, requireFit } from "./passwords/Passwords.ts"

/** The fields of a log-in. */
export const loginFields = {
  email: text({ maxLength: 254 }).describe("The email address of the user.", "ada@example.com"),
  password: sentPassword.describe("The password.", "correct horse battery")
}

/** The fields of a log-out. */
export const logoutFields = {
  everywhere: boolean().orElse(false).describe("Whether every session of the user ends.", false)
}

/** The fields of a change of the own password. */
export const passwordChangeFields = {
  current_password: sentPassword.describe("The password until now.", "correct horse battery"),
  password: newPassword.describe("The password from now on: 8 to 200 characters.", "wrong zebra charger")
}

/** Signs people in with e-mail and password. */
export class SignIn extends Context.Service<SignIn, {
  /** Opens a session of the active user with this `email` and `password`; an entry of the log says so. */
  readonly logIn: (
    input: { readonly email: string; readonly password: string }
  ) => Effect.Effect<OpenedSession, LoginRefused>
  /** Ends a session, or every one of its user. */
  readonly leave: (token: string, everywhere: boolean) => Effect.Effect<void>
  /**
   * Changes the user's own password (`current_password`, `password`). Every session ends; the one that is returned goes on.
   */
  readonly changePassword: (
    user: User,
    input: unknown
  ) => Effect.Effect<OpenedSession, CurrentPasswordWrong | InvalidInput>
}>()("@hedgerow/core/accounts/SignIn") {
  static readonly layer: Layer.Layer<
    SignIn,
    never,
    ActivityLog | LoginSessions | Passwords | Transaction | UserRepository
  > = Layer.effect(
    SignIn,
    Effect.gen(function*() {
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const sessions = yield* LoginSessions
      const transaction = yield* Transaction
      const note = yield* makeAccountActivity

      /** The user, held until the transaction ends, if they are active and the proof is of their password of now. */
      const holding = Effect.fnUntraced(function*(proof: PasswordProof) {
        const user = Option.getOrUndefined(yield* users.findForUpdate(proof.user))
        return user?.is_active === true && (yield* passwords.holds(proof)) ? user : undefined
      })

      const enter = Effect.fnUntraced(function*(proof: PasswordProof) {
        const user = yield* holding(proof)
        if (user === undefined) return yield* new LoginRefused()
        yield* note(user, "logged_in")
        return yield* sessions.open(user.id)
      }, transaction.run)

      const logIn = Effect.fn("SignIn.logIn")(
        function*({ email, password }: { readonly email: string; readonly password: string }) {
          const user = Option.getOrUndefined(yield* users.findByEmail(email))
          const proof = Option.getOrUndefined(yield* passwords.check(user?.id, password))
          return yield* proof === undefined ? new LoginRefused() : enter(proof)
        }
      )

      const leave = Effect.fn("SignIn.leave")(function*(token: string, everywhere: boolean) {
        const session = Option.getOrUndefined(yield* sessions.find(token))
        if (session === undefined) return
        yield* everywhere ? sessions.endAll(session.user_id) : sessions.end(token)
        const user = Option.getOrUndefined(yield* users.find(session.user_id))
        if (user !== undefined) yield* note(user, "logged_out")
      }, transaction.run)

      const replace = Effect.fnUntraced(function*(proof: PasswordProof, hash: string) {
        const user = yield* holding(proof)
        if (user === undefined) return yield* new CurrentPasswordWrong()
        yield* passwords.set(user, hash)
        yield* sessions.endAll(user.id)
        yield* note(user, "password_changed")
        return yield* sessions.open(user.id)
      }, transaction.run)

      const changePassword = Effect.fn("SignIn.changePassword")(function*(user: User, input: unknown) {
        const { current_password, password } = yield* readFields(passwordChangeFields, input)
        yield* requireFit(user.email, password)
        const proof = Option.getOrUndefined(yield* passwords.check(user.id, current_password))
        if (proof === undefined) return yield* new CurrentPasswordWrong()
        return yield* replace(proof, yield* passwords.hash(password))
      })

      return SignIn.of({ logIn, leave, changePassword })
    })
  )
}

import { Context, Effect, Layer, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import type { ActivityLog } from "../activity/ActivityLog.ts"
import type { User, UserId } from "../identity/User.ts"
import { boolean, readFields, text } from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeAccountActivity } from "./AccountActivity.ts"
import { CurrentPasswordWrong, LoginRefused } from "./AccountErrors.ts"
import { LoginSessions, type OpenedSession } from "./LoginSessions.ts"
import { newPassword, sentPassword } from "./passwords/PasswordField.ts"
import { Passwords, requireFit } from "./passwords/Passwords.ts"

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
  /** The active user with this e-mail and password: `email`, `password`. */
  readonly identify: (input: { readonly email: string; readonly password: string }) => Effect.Effect<User, LoginRefused>
  /** Opens the session of a user whose identity is proven; an entry of the log says so. */
  readonly enter: (user: User) => Effect.Effect<OpenedSession>
  /** Ends a session, or every one of its user. */
  readonly leave: (token: string, everywhere: boolean) => Effect.Effect<void>
  /**
   * Changes the user's own password (`current_password`, `password`). Every session ends; the one that is returned goes on.
   */
  readonly changePassword: (
    user: User,
    input: unknown
  ) => Effect.Effect<OpenedSession, CurrentPasswordWrong | InvalidInput>
  /** Refuses who does not know the user's password. */
  readonly requirePassword: (user: User, password: string) => Effect.Effect<void, CurrentPasswordWrong>
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

      const identify = Effect.fn("SignIn.identify")(
        function*({ email, password }: { readonly email: string; readonly password: string }) {
          const user = Option.getOrUndefined(yield* users.findByEmail(email))
          const isRight = yield* passwords.isRight(user?.id, password)
          if (user === undefined || !isRight || !user.is_active) return yield* new LoginRefused()
          return user
        }
      )

      const enter = Effect.fn("SignIn.enter")(
        (user: User) => Effect.tap(sessions.open(user.id), note(user, "logged_in")),
        transaction.run
      )

      const leave = Effect.fn("SignIn.leave")(function*(token: string, everywhere: boolean) {
        const session = Option.getOrUndefined(yield* sessions.find(token))
        if (session === undefined) return
        yield* everywhere ? sessions.endAll(session.user_id) : sessions.end(token)
        const user = Option.getOrUndefined(yield* users.find(session.user_id))
        if (user !== undefined && !session.awaits_second_factor) yield* note(user, "logged_out")
      }, transaction.run)

      const requirePassword = Effect.fn("SignIn.requirePassword")(function*(user: User, password: string) {
        if (!(yield* passwords.isRight(user.id, password))) return yield* new CurrentPasswordWrong()
      })

      const replace = Effect.fnUntraced(function*(id: UserId, hash: string) {
        const user = yield* Effect.orDie(Effect.flatMap(users.findForUpdate(id), Effect.fromOption))
        yield* passwords.set(user, hash)
        yield* sessions.endAll(id)
        yield* note(user, "password_changed")
        return yield* sessions.open(id)
      }, transaction.run)

      const changePassword = Effect.fn("SignIn.changePassword")(function*(user: User, input: unknown) {
        const { current_password, password } = yield* readFields(passwordChangeFields, input)
        yield* requireFit(user.email, password)
        yield* requirePassword(user, current_password)
        return yield* replace(user.id, yield* passwords.hash(password))
      })

      return SignIn.of({ identify, enter, leave, changePassword, requirePassword })
    })
  )
}

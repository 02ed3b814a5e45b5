import { Context, Effect, Layer, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import type { ActivityLog } from "../activity/ActivityLog.ts"
import type { User } from "../identity/User.ts"
import { boolean, readFields, text } from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeAccountActivity } from "./AccountActivity.ts"
import { CurrentPasswordWrong, LinkInvalid, LoginRefused } from "./AccountErrors.ts"
import { linkToken } from "./AccountLinks.ts"
import { LoginSessions, type OpenedSession } from "./LoginSessions.ts"
import { newPassword, sentPassword } from "./passwords/PasswordField.ts"
import { type PasswordProof, Passwords, requireFit } from "./passwords/Passwords.ts"
import type { LoginChallengeRepository } from "./second-factors/LoginChallengeRepository.ts"
import { type IssuedChallenge, makeLoginChallenges } from "./second-factors/LoginChallenges.ts"
import type { CodeRefused, CodesPaused, SecondFactorUnexpected } from "./second-factors/SecondFactorErrors.ts"
import { codeField, SecondFactors } from "./second-factors/SecondFactors.ts"

/** The fields of a log-in. */
export const loginFields = {
  email: text({ maxLength: 254 }).describe("The email address of the user.", "ada@example.com"),
  password: sentPassword.describe("The password.", "correct horse battery")
}

/** The fields of the second step of a log-in. */
export const secondStepFields = {
  token: linkToken.describe("The `second_factor_token` that the first step answered.", "hgl_your_token"),
  code: codeField.describe("The six digits that the app shows, or a backup code.", "123456")
}

/** Who has taken the first step: a session, or what the second step asks for. Until then there is no session. */
export type Entered = { readonly session: OpenedSession } | { readonly challenge: IssuedChallenge }

type SecondStepRefused = CodeRefused | CodesPaused | InvalidInput | LinkInvalid | SecondFactorUnexpected

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
  /**
   * Opens a session of the active user with this `email` and `password`; an entry of the log says so. Who has a second
   * factor gets a token for the second step instead.
   */
  readonly logIn: (
    input: { readonly email: string; readonly password: string }
  ) => Effect.Effect<Entered, LoginRefused>
  /** As `logIn`, of a user whom a provider knows; inside a transaction that holds the user. */
  readonly enterAs: (user: User) => Effect.Effect<Entered>
  /** The second step (`token`, `code`), which opens the session. The token works once. */
  readonly complete: (input: unknown) => Effect.Effect<OpenedSession, SecondStepRefused>
  /** The e-mail of who takes the second step with this token, by which guesses are counted. */
  readonly waiting: (token: string) => Effect.Effect<Option.Option<string>>
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
    | ActivityLog
    | LoginChallengeRepository
    | LoginSessions
    | Passwords
    | SecondFactors
    | Transaction
    | UserRepository
  > = Layer.effect(
    SignIn,
    Effect.gen(function*() {
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const sessions = yield* LoginSessions
      const factors = yield* SecondFactors
      const challenges = yield* makeLoginChallenges
      const transaction = yield* Transaction
      const note = yield* makeAccountActivity

      /** The user, held until the transaction ends, if they are active and the proof is of their password of now. */
      const holding = Effect.fnUntraced(function*(proof: PasswordProof) {
        const user = Option.getOrUndefined(yield* users.findForUpdate(proof.user))
        return user?.is_active === true && (yield* passwords.holds(proof)) ? user : undefined
      })

      const open = Effect.fnUntraced(function*(user: User) {
        yield* note(user, "logged_in")
        return yield* sessions.open(user.id)
      })

      const enterAs = Effect.fn("SignIn.enterAs")(function*(user: User) {
        const { isOn } = yield* factors.status(user.id)
        const entered: Entered = isOn
          ? { challenge: yield* challenges.issue(user.id) }
          : { session: yield* open(user) }
        return entered
      })

      const enter = Effect.fnUntraced(function*(proof: PasswordProof) {
        const user = yield* holding(proof)
        return yield* user === undefined ? new LoginRefused() : enterAs(user)
      }, transaction.run)

      const waiting = Effect.fn("SignIn.waiting")(function*(token: string) {
        const challenge = Option.getOrUndefined(yield* challenges.find(token))
        const user = challenge === undefined ? Option.none<User>() : yield* users.find(challenge.user_id)
        return Option.map(user, ({ email }) => email)
      })

      /** The outcome is returned, not failed with: a wrong code is counted, and so the transaction is not given up. */
      const secondStep = Effect.fnUntraced(
        function*(token: string, code: string) {
          const first = yield* Effect.flatMap(challenges.find(token), Effect.fromOption)
          const user = yield* Effect.flatMap(users.findForUpdate(first.user_id), Effect.fromOption)
          // Whoever waited for the user may find the challenge used up.
          const challenge = yield* Effect.flatMap(challenges.find(token), Effect.fromOption)
          if (!user.is_active) return { refusal: new LinkInvalid() }
          const refusal = Option.getOrUndefined(yield* factors.use(user, code))
          if (refusal !== undefined) return { refusal }
          yield* challenges.end(challenge)
          return { session: yield* open(user) }
        },
        Effect.mapError(() => new LinkInvalid()),
        transaction.run
      )

      const complete = Effect.fn("SignIn.complete")(function*(input: unknown) {
        const { code, token } = yield* readFields(secondStepFields, input)
        const outcome = yield* secondStep(token, code)
        return "session" in outcome ? outcome.session : yield* outcome.refusal
      })

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

      return SignIn.of({ logIn, enterAs, complete, waiting, leave, changePassword })
    })
  )
}

import { Context, DateTime, Effect, Layer, Option } from "effect"
import { UserRepository } from "../../access/AccessRepository.ts"
import type { ActivityLog } from "../../activity/ActivityLog.ts"
import type { User, UserId } from "../../identity/User.ts"
import * as Secrets from "../../secrets/Secrets.ts"
import { readFields, text } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { type AccountEvent, makeAccountActivity } from "../AccountActivity.ts"
import { CurrentPasswordWrong } from "../AccountErrors.ts"
import { sentPassword } from "../passwords/PasswordField.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { hashOfBackupCode, makeBackupCodes } from "./BackupCodes.ts"
import { checkCode, placeOf } from "./CodeCheck.ts"
import { SecondFactor, type SecondFactorId } from "./SecondFactor.ts"
import { type CodeRefused, type CodesPaused, SecondFactorUnexpected } from "./SecondFactorErrors.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import { makeTotpSecret, totpUri } from "./TimedCodes.ts"

const current_password = sentPassword.orElse("").describe(
  "The password; empty of who has none and signs in by a provider.",
  "correct horse battery"
)

/** A code of the app, or a backup code. */
export const codeField = text({ maxLength: 64 })

const code = codeField.describe("The six digits that the app shows.", "123456")

/** The fields of a second factor that is set up. */
export const newSecondFactorFields = { current_password }

/** The fields that confirm it. */
export const confirmedSecondFactorFields = { code }

/** The fields of new backup codes, and of turning the second factor off. */
export const secondFactorProofFields = {
  current_password,
  code: codeField.describe("The six digits that the app shows, or a backup code.", "123456")
}

/** The second factor as its user sees it. */
export interface SecondFactorStatus {
  readonly isOn: boolean
  readonly confirmedAt: DateTime.Utc | null
  readonly backupCodesLeft: number
}

/** A secret for an app, shown this once: as text, and as the address that a picture has. */
export interface NewSecondFactor {
  readonly secret: string
  readonly uri: string
}

type Proven = InvalidInput | CodeRefused | CodesPaused | CurrentPasswordWrong | SecondFactorUnexpected

type Codes = ReadonlyArray<string>

const notSealed = InvalidInput.at(
  [],
  "invalid_input",
  "A second factor cannot be set up: this installation has no secret key to seal its secret with."
)

/** The second factors of users. */
export class SecondFactors extends Context.Service<SecondFactors, {
  readonly status: (user: UserId) => Effect.Effect<SecondFactorStatus>
  /** Begins to set one up (`current_password`); it counts once it is confirmed. */
  readonly begin: (
    user: User,
    input: unknown
  ) => Effect.Effect<NewSecondFactor, InvalidInput | CurrentPasswordWrong | SecondFactorUnexpected>
  /** Turns it on by a first `code`; the backup codes are shown this once. Sessions that exist stay. */
  readonly confirm: (
    user: User,
    input: unknown
  ) => Effect.Effect<Codes, InvalidInput | CodeRefused | CodesPaused | SecondFactorUnexpected>
  /** Gives other backup codes (`current_password`, `code`); those before work no longer. */
  readonly renewCodes: (user: User, input: unknown) => Effect.Effect<Codes, Proven>
  /** Turns it off (`current_password`, `code`). */
  readonly turnOff: (user: User, input: unknown) => Effect.Effect<void, Proven>
  /** Removes it for the operator of the server, who knows whom they help; whether there was one. */
  readonly reset: (user: User) => Effect.Effect<boolean>
  /**
   * The refusal of a code at signing in, if it is one; a right one is used up. Inside a transaction that holds the user,
   * and that is not given up over a refusal, which is counted.
   */
  readonly use: (
    user: User,
    code: string
  ) => Effect.Effect<Option.Option<CodeRefused | CodesPaused | SecondFactorUnexpected>>
}>()("@hedgerow/core/accounts/second-factors/SecondFactors") {
  static readonly layer: Layer.Layer<
    SecondFactors,
    never,
    ActivityLog | Passwords | SecondFactorRepository | Transaction | UserRepository
  > = Layer.effect(
    SecondFactors,
    Effect.gen(function*() {
      const factors = yield* SecondFactorRepository
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const transaction = yield* Transaction
      const note = yield* makeAccountActivity

      const find = (user: UserId) => Effect.map(factors.all(user), ([factor]) => factor)

      const status = Effect.fn("SecondFactors.status")(function*(user: UserId) {
        const factor = yield* find(user)
        const confirmedAt = factor?.confirmed_at ?? null
        const isOn = confirmedAt !== null
        return { isOn, confirmedAt, backupCodesLeft: isOn ? factor?.backup_codes.length ?? 0 : 0 }
      })

      /** Runs a change with the password proven, which takes a while and is done before. Who has none proves none. */
      const withPassword = Effect.fnUntraced(
        function*<A, E>(user: User, password: string, change: Effect.Effect<A, E>) {
          const hasPassword = yield* passwords.exists(user.id)
          const proof = Option.getOrUndefined(yield* passwords.check(user.id, password))
          if (hasPassword && proof === undefined) return yield* new CurrentPasswordWrong()
          return yield* transaction.run(Effect.gen(function*() {
            yield* users.findForUpdate(user.id)
            if (proof !== undefined && !(yield* passwords.holds(proof))) return yield* new CurrentPasswordWrong()
            return yield* change
          }))
        }
      )

      /** The factor of a user, which is on or not yet, as is expected. */
      const expected = Effect.fnUntraced(function*(user: UserId, isOn: boolean) {
        const factor = yield* find(user)
        const isOnNow = factor !== undefined && factor.confirmed_at !== null
        return factor === undefined || isOnNow !== isOn
          ? yield* new SecondFactorUnexpected({ isOn: isOnNow })
          : factor
      })

      const begin = Effect.fn("SecondFactors.begin")(function*(user: User, input: unknown) {
        const { current_password } = yield* readFields(newSecondFactorFields, input)
        return yield* withPassword(
          user,
          current_password,
          Effect.gen(function*() {
            const known = yield* find(user.id)
            if (known !== undefined && known.confirmed_at !== null) {
              return yield* new SecondFactorUnexpected({ isOn: true })
            }
            const secret = yield* makeTotpSecret
            const factor = new SecondFactor({
              id: user.uuid as string as SecondFactorId,
              user_id: user.id,
              sealed_secret: yield* Effect.mapError(Secrets.seal(secret, placeOf(user)), () => notSealed),
              last_step: null,
              failures: known?.failures ?? 0,
              failed_at: known?.failed_at ?? null,
              backup_codes: [],
              created_at: yield* DateTime.now,
              confirmed_at: null
            })
            yield* known === undefined ? factors.insert(factor) : factors.update(factor)
            return { secret, uri: totpUri(secret, user.email) }
          })
        )
      })

      /** Uses a code of the factor, and stores what follows from it, a refusal too: it is returned, not failed with. */
      const used = Effect.fnUntraced(function*(user: User, factor: SecondFactor, code: string) {
        const outcome = yield* checkCode(user, factor, code)
        yield* factors.update(outcome.after)
        if (outcome.isBackupCode) yield* note(user, "backup_code_used")
        return outcome
      })

      /** A change that needs a code: it is counted where it is wrong, and so the failure comes after the transaction. */
      const withCode = Effect.fnUntraced(function*<A>(
        user: User,
        isOn: boolean,
        code: string,
        change: (factor: SecondFactor) => Effect.Effect<A>
      ) {
        const factor = yield* expected(user.id, isOn)
        const { after, refusal } = yield* used(user, factor, code)
        return refusal === undefined ? { done: yield* change(after) } : { refusal }
      })

      const doneOf = <A>(outcome: { readonly done: A } | { readonly refusal: CodeRefused | CodesPaused }) =>
        "done" in outcome ? Effect.succeed(outcome.done) : Effect.fail(outcome.refusal)

      const giveCodes = Effect.fnUntraced(function*(user: User, factor: SecondFactor, what: AccountEvent) {
        const codes = yield* makeBackupCodes
        const confirmed_at = factor.confirmed_at ?? (yield* DateTime.now)
        yield* factors.update(new SecondFactor({ ...factor, confirmed_at, backup_codes: codes.map(hashOfBackupCode) }))
        yield* note(user, what)
        return codes
      })

      const confirm = Effect.fn("SecondFactors.confirm")(function*(user: User, input: unknown) {
        const { code } = yield* readFields(confirmedSecondFactorFields, input)
        const outcome = yield* transaction.run(Effect.andThen(
          users.findForUpdate(user.id),
          withCode(user, false, code, (factor) => giveCodes(user, factor, "second_factor_enabled"))
        ))
        return yield* doneOf(outcome)
      })

      const proven = Effect.fnUntraced(function*<A>(
        user: User,
        input: unknown,
        change: (factor: SecondFactor) => Effect.Effect<A>
      ) {
        const { code, current_password } = yield* readFields(secondFactorProofFields, input)
        return yield* Effect.flatMap(withPassword(user, current_password, withCode(user, true, code, change)), doneOf)
      })

      const renewCodes = Effect.fn("SecondFactors.renewCodes")((user: User, input: unknown) =>
        proven(user, input, (factor) => giveCodes(user, factor, "backup_codes_made"))
      )

      const turnOff = Effect.fn("SecondFactors.turnOff")((user: User, input: unknown) =>
        proven(
          user,
          input,
          ({ id }) => Effect.andThen(factors.remove(user.id, id), note(user, "second_factor_disabled"))
        )
      )

      const reset = Effect.fn("SecondFactors.reset")(function*(user: User) {
        yield* users.findForUpdate(user.id)
        const factor = yield* find(user.id)
        if (factor === undefined) return false
        yield* factors.remove(user.id, factor.id)
        yield* note(user, "second_factor_reset", "system")
        return true
      }, transaction.run)

      const use = Effect.fn("SecondFactors.use")(function*(user: User, code: string) {
        const factor = yield* Effect.option(expected(user.id, true))
        if (Option.isNone(factor)) return Option.some(new SecondFactorUnexpected({ isOn: false }))
        const { refusal } = yield* used(user, factor.value, code)
        return Option.fromUndefinedOr(refusal)
      })

      return SecondFactors.of({ status, begin, confirm, renewCodes, turnOff, reset, use })
    })
  )
}

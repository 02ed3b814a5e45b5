import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { firstEmail } from "../access/Bootstrap.ts"
import { makeToken, secureValueOf } from "../access/KeyTokens.ts"
import { makeUserActivity } from "../access/UserActivity.ts"
import { emailField, nameField } from "../access/Users.ts"
import type { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { User } from "../identity/User.ts"
import { readFields, text } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { makeAccountActivity } from "./AccountActivity.ts"
import { LinkInvalid } from "./AccountErrors.ts"
import { AccountLink, type AccountLinkId, type LinkPurpose } from "./AccountLink.ts"
import { AccountLinkRepository } from "./AccountLinkRepository.ts"
import { LoginSessions, type OpenedSession } from "./LoginSessions.ts"
import { newPassword } from "./passwords/PasswordField.ts"
import { Passwords, requireFit } from "./passwords/Passwords.ts"

/** The time in which a link of each purpose can be used. */
export const linkLives: Readonly<Record<LinkPurpose, Duration.Duration>> = {
  setup: Duration.days(7),
  reset: Duration.hours(24)
}

/** The most links of one purpose that a user has; the oldest goes when there would be one more. */
export const maxLinksPerPurpose = 10

/** The token of a link, as it stands behind the `#`. */
export const linkToken = text({ maxLength: 200 })

const token = linkToken.describe("The token of the link: the part behind its `#`.", "hgl_your_link_token")
const password = newPassword.describe("The new password: 8 to 200 characters.", "correct horse battery")

/** The fields of the first person's account. */
export const setupFields = {
  token,
  email: emailField.describe("The email address of the owner.", "grace@example.com"),
  password,
  first_name: nameField.orElse("").describe("The first name.", "Ada"),
  last_name: nameField.orElse("").describe("The last name.", "Lovelace")
}

/** The fields of a new password by a link. */
export const resetFields = { token, password }

const byAge = (a: AccountLink, b: AccountLink): number =>
  a.created_at.epochMilliseconds - b.created_at.epochMilliseconds

/** Links that let people set a password: the first start's, and those for who has forgotten it. */
export class AccountLinks extends Context.Service<AccountLinks, {
  /**
   * The token of a new link for the owner whom the first start made, while nobody has a password and the owner is not a
   * person with an address yet.
   */
  readonly issueSetup: Effect.Effect<Option.Option<string>>
  /** The token of a new link that lets the user set a password. */
  readonly issueReset: (user: User) => Effect.Effect<string>
  /** Gives the first person e-mail, names and password, and signs them in. The link is used up. */
  readonly setUp: (input: unknown) => Effect.Effect<OpenedSession, InvalidInput | LinkInvalid>
  /** Gives the link's user a new password. Every session of theirs ends, and every other link of theirs. */
  readonly reset: (input: unknown) => Effect.Effect<void, InvalidInput | LinkInvalid>
}>()("@hedgerow/core/accounts/AccountLinks") {
  static readonly layer: Layer.Layer<
    AccountLinks,
    never,
    | AccountLinkRepository
    | ActivityLog
    | DefinitionsVersions
    | LoginSessions
    | Passwords
    | Transaction
    | UserRepository
  > = Layer.effect(
    AccountLinks,
    Effect.gen(function*() {
      const links = yield* AccountLinkRepository
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const sessions = yield* LoginSessions
      const transaction = yield* Transaction
      const versions = yield* DefinitionsVersions
      const note = yield* makeAccountActivity
      const recordUpdate = yield* makeUserActivity

      /** Removes links that are too old, and those that are more than a user may have. */
      const makeRoom = Effect.fnUntraced(function*(user: User, purpose: LinkPurpose, now: DateTime.Utc) {
        const known = yield* links.all(user.id)
        const usable = known.filter(({ expires_at }) => DateTime.isLessThan(now, expires_at))
        const alike = usable.filter((link) => link.purpose === purpose).toSorted(byAge)
        const surplus = new Set(alike.slice(0, Math.max(0, alike.length - maxLinksPerPurpose + 1)).map(({ id }) => id))
        const kept = new Set(usable.map(({ id }) => id).filter((id) => !surplus.has(id)))
        yield* Effect.forEach(known.filter(({ id }) => !kept.has(id)), ({ id }) => links.remove(user.id, id), {
          discard: true
        })
      })

      const issue = Effect.fnUntraced(function*(user: User, purpose: LinkPurpose) {
        const now = yield* DateTime.now
        const token = yield* makeToken("hgl_")
        yield* users.findForUpdate(user.id)
        yield* makeRoom(user, purpose, now)
        yield* links.insert(
          new AccountLink({
            id: (yield* makeUuid7) as AccountLinkId,
            user_id: user.id,
            purpose,
            secure_value: secureValueOf(token),
            created_at: now,
            expires_at: DateTime.addDuration(now, linkLives[purpose])
          })
        )
        return token
      }, transaction.run)

      const issueSetup = Effect.gen(function*() {
        if (yield* passwords.anyExists) return Option.none<string>()
        const first = Option.getOrUndefined(yield* users.findByEmail(firstEmail))
        return first?.is_active === true ? Option.some(yield* issue(first, "setup")) : Option.none()
      }).pipe(transaction.run, Effect.withSpan("AccountLinks.issueSetup"))

      const find = Effect.fnUntraced(function*(token: string, purpose: LinkPurpose) {
        const link = Option.getOrUndefined(yield* links.findBySecureValue(secureValueOf(token)))
        const now = yield* DateTime.now
        return link?.purpose !== purpose || DateTime.isGreaterThanOrEqualTo(now, link.expires_at)
          ? yield* new LinkInvalid()
          : link
      })

      /** The active user of a link that can still be used: whoever waited for the user may find it used up. */
      const userOf = Effect.fnUntraced(function*(token: string, purpose: LinkPurpose) {
        const { user_id } = yield* find(token, purpose)
        const user = Option.getOrUndefined(yield* users.findForUpdate(user_id))
        yield* find(token, purpose)
        return user?.is_active === true ? user : yield* new LinkInvalid()
      })

      /** Whoever uses a link uses up all links of the user. */
      const useUp = Effect.fnUntraced(function*(user: User) {
        yield* Effect.forEach(yield* links.all(user.id), ({ id }) => links.remove(user.id, id), { discard: true })
      })

      const setUp = Effect.fn("AccountLinks.setUp")(function*(input: unknown) {
        const { email, first_name, last_name, password, token } = yield* readFields(setupFields, input)
        yield* requireFit(email, password)
        yield* userOf(token, "setup")
        const hash = yield* passwords.hash(password)
        return yield* transaction.run(Effect.gen(function*() {
          const before = yield* userOf(token, "setup")
          if (yield* passwords.anyExists) return yield* new LinkInvalid()
          const user = new User({
            ...before,
            email,
            is_email_verified: false,
            first_name: first_name === "" ? before.first_name : first_name,
            last_name: last_name === "" ? before.last_name : last_name
          })
          yield* users.update(user)
          yield* Effect.mapError(
            users.setEmail(user.id, email),
            () => InvalidInput.at(["email"], "unique", "There is already a user with this email address.")
          )
          yield* passwords.set(user, hash)
          yield* useUp(user)
          yield* versions.bump("installation")
          yield* recordUpdate(user, before, user)
          yield* note(user, "password_set")
          yield* note(user, "logged_in")
          return yield* sessions.open(user.id)
        }))
      })

      const reset = Effect.fn("AccountLinks.reset")(function*(input: unknown) {
        const { password, token } = yield* readFields(resetFields, input)
        const { email } = yield* userOf(token, "reset")
        yield* requireFit(email, password)
        const hash = yield* passwords.hash(password)
        yield* transaction.run(Effect.gen(function*() {
          const user = yield* userOf(token, "reset")
          yield* passwords.set(user, hash)
          yield* useUp(user)
          yield* sessions.endAll(user.id)
          yield* note(user, "password_reset")
        }))
      })

      return AccountLinks.of({ issueSetup, issueReset: (user) => issue(user, "reset"), setUp, reset })
    })
  )
}

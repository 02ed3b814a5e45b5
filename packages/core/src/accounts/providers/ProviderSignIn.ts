import { Context, DateTime, Effect, Layer, Option } from "effect"
import { OrganizationRepository, UserRepository } from "../../access/AccessRepository.ts"
import { makeCurrentProjectSelection } from "../../access/CurrentProjectSelection.ts"
import { makeMemberEditing } from "../../access/MemberEditing.ts"
import type { PeoplePorts } from "../../access/PeoplePorts.ts"
import type { User, UserId } from "../../identity/User.ts"
import { isStorable } from "../../shared/StorableText.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7, parseUuid } from "../../shared/Uuid.ts"
import { makeAccountActivity } from "../AccountActivity.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { type Entered, SignIn } from "../SignIn.ts"
import type { Provider, ProviderClaims } from "./IdentityProvider.ts"
import { identityValue, LoginIdentity, type LoginIdentityId } from "./LoginIdentity.ts"
import { LoginIdentityRepository } from "./LoginIdentityRepository.ts"
import { IdentityNotFound, type ProviderRefusal, ProviderRefused } from "./ProviderErrors.ts"

const refused = (reason: ProviderRefusal) => new ProviderRefused({ reason })

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

const nameOf = (name: string): string => isStorable(name) ? name.slice(0, 150) : ""

/** The verified address that a provider names, as accounts have them. */
const addressOf = ({ email, isEmailVerified }: ProviderClaims): string | undefined => {
  const isAddress = email !== null && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) && email.length <= 254 &&
    isStorable(email)
  return isAddress && isEmailVerified ? email : undefined
}

/** Lets people in whom a provider knows. A person is issuer and subject; an address alone is nobody. */
export class ProviderSignIn extends Context.Service<ProviderSignIn, {
  /**
   * Signs in who is connected with a user. Who is not is connected by a verified address: with the account that has it,
   * if it was verified there too, or with a new account, if the domain joins. Anybody else is refused.
   */
  readonly enter: (provider: Provider, claims: ProviderClaims) => Effect.Effect<Entered, ProviderRefused>
  /** Connects a person with the user who is signed in; the address does not matter. */
  readonly connect: (user: User, claims: ProviderClaims) => Effect.Effect<void, ProviderRefused>
  readonly list: (user: UserId) => Effect.Effect<ReadonlyArray<LoginIdentity>>
  /** Who has no password keeps one way in. */
  readonly disconnect: (user: User, id: string) => Effect.Effect<void, IdentityNotFound | ProviderRefused>
}>()("@hedgerow/core/accounts/providers/ProviderSignIn") {
  static readonly layer: Layer.Layer<
    ProviderSignIn,
    never,
    LoginIdentityRepository | Passwords | PeoplePorts | SignIn
  > = Layer.effect(
    ProviderSignIn,
    Effect.gen(function*() {
      const identities = yield* LoginIdentityRepository
      const organizations = yield* OrganizationRepository
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const signIn = yield* SignIn
      const transaction = yield* Transaction
      const places = yield* makeCurrentProjectSelection
      const { putMember, record } = yield* makeMemberEditing
      const note = yield* makeAccountActivity

      const find = ({ issuer, subject }: ProviderClaims) => identities.findBySecureValue(identityValue(issuer, subject))

      const insert = Effect.fnUntraced(function*(user: User, claims: ProviderClaims) {
        const now = yield* DateTime.now
        yield* identities.insert(
          new LoginIdentity({
            id: (yield* makeUuid7) as LoginIdentityId,
            user_id: user.id,
            secure_value: identityValue(claims.issuer, claims.subject),
            issuer: claims.issuer,
            subject: claims.subject,
            email: addressOf(claims) ?? null,
            created_at: now,
            last_used_at: now
          })
        )
        yield* note(user, "identity_connected")
      })

      const active = (user: User) => user.is_active ? Effect.succeed(user) : Effect.fail(refused("inactive"))

      const known = Effect.fnUntraced(function*(identity: LoginIdentity, claims: ProviderClaims) {
        const user = yield* Effect.flatMap(users.findForUpdate(identity.user_id), Effect.fromOption).pipe(
          Effect.mapError(() => refused("no_account")),
          Effect.flatMap(active)
        )
        const last_used_at = yield* DateTime.now
        yield* identities.update(
          new LoginIdentity({ ...identity, email: addressOf(claims) ?? identity.email, last_used_at })
        )
        return user
      })

      /** An address that was never verified here may have been typed by somebody else, who has the password. */
      const withAddress = Effect.fnUntraced(function*(found: User, claims: ProviderClaims) {
        const user = Option.getOrElse(yield* users.findForUpdate(found.id), () => found)
        if (!user.is_email_verified) return yield* refused("not_connected")
        yield* active(user)
        yield* insert(user, claims)
        return user
      })

      const join = Effect.fnUntraced(function*(provider: Provider, email: string, claims: ProviderClaims) {
        const id = Option.filter(provider.organization, () => provider.domains.includes(domainOf(email)))
        if (Option.isNone(id)) return yield* refused("no_account")
        if (Option.isNone(yield* organizations.findForUpdate(id.value))) {
          yield* Effect.logWarning("HEDGEROW_OIDC_ORGANIZATION names no organization")
          return yield* refused("no_account")
        }
        const uuid = yield* makeUuid7
        const user = yield* users.insert({
          uuid,
          distinct_id: uuid,
          first_name: nameOf(claims.firstName),
          last_name: nameOf(claims.lastName),
          email,
          is_email_verified: true,
          is_active: true,
          role_at_organization: "",
          current_organization_id: null,
          current_project_id: null,
          created_at: yield* DateTime.now
        }).pipe(Effect.mapError(() => refused("not_connected")))
        const member = yield* putMember(id.value, user, 1)
        yield* places.join(user.id, id.value)
        yield* record({ user }, member, "created")
        yield* insert(user, claims)
        return user
      })

      const unknown = Effect.fnUntraced(function*(provider: Provider, claims: ProviderClaims) {
        const email = addressOf(claims)
        if (email === undefined) return yield* refused("email")
        const found = Option.getOrUndefined(yield* users.findByEmail(email))
        return yield* found === undefined ? join(provider, email, claims) : withAddress(found, claims)
      })

      const enter = Effect.fn("ProviderSignIn.enter")(function*(provider: Provider, claims: ProviderClaims) {
        const identity = Option.getOrUndefined(yield* find(claims))
        const user = yield* identity === undefined ? unknown(provider, claims) : known(identity, claims)
        return yield* signIn.enterAs(user)
      }, transaction.run)

      const connect = Effect.fn("ProviderSignIn.connect")(function*(user: User, claims: ProviderClaims) {
        yield* users.findForUpdate(user.id)
        const identity = Option.getOrUndefined(yield* find(claims))
        if (identity !== undefined && identity.user_id !== user.id) return yield* refused("taken")
        if (identity === undefined) yield* insert(user, claims)
      }, transaction.run)

      const disconnect = Effect.fn("ProviderSignIn.disconnect")(function*(user: User, id: string) {
        yield* users.findForUpdate(user.id)
        const all = yield* identities.all(user.id)
        const identity = all.find((one) => one.id === parseUuid(id))
        if (identity === undefined) return yield* new IdentityNotFound()
        if (all.length === 1 && !(yield* passwords.exists(user.id))) return yield* refused("only_way")
        yield* identities.remove(user.id, identity.id)
        yield* note(user, "identity_disconnected")
      }, transaction.run)

      return ProviderSignIn.of({ enter, connect, list: (user) => identities.all(user), disconnect })
    })
  )
}

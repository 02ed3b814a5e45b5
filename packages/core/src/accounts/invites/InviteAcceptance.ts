import { Context, DateTime, Effect, Layer, Option } from "effect"
import { OrganizationRepository, UserRepository } from "../../access/AccessRepository.ts"
import { makeCurrentProjectSelection } from "../../access/CurrentProjectSelection.ts"
import { makeMemberEditing } from "../../access/MemberEditing.ts"
import type { PeoplePorts } from "../../access/PeoplePorts.ts"
import { nameField } from "../../access/Users.ts"
import type { Organization } from "../../identity/Organization.ts"
import { emailKey, type User } from "../../identity/User.ts"
import { readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { makeAccountActivity } from "../AccountActivity.ts"
import type { LinkInvalid } from "../AccountErrors.ts"
import { linkToken } from "../AccountLinks.ts"
import { LoginSessions, type OpenedSession } from "../LoginSessions.ts"
import { newPassword } from "../passwords/PasswordField.ts"
import { Passwords, requireFit } from "../passwords/Passwords.ts"
import type { Invite } from "./Invite.ts"
import { makeInviteActivity } from "./InviteActivity.ts"
import { InviteForOther, InviteNeedsLogin } from "./InviteErrors.ts"
import { InviteRepository } from "./InviteRepository.ts"
import { makeUsableInvite } from "./UsableInvite.ts"

const token = linkToken.describe("The token of the link: the part behind its `#`.", "hgl_your_link_token")

/** The fields of what is told of a link, and of an invitation that is accepted by who is signed in. */
export const inviteLinkFields = { token }

/** The fields of an account that is made by an invitation. */
export const acceptedInviteFields = {
  token,
  password: newPassword.describe("The new password: 8 to 200 characters.", "correct horse battery"),
  first_name: nameField.orElse("").describe("The first name.", "Grace"),
  last_name: nameField.orElse("").describe("The last name.", "Hopper")
}

/** An invitation as the person sees it whom it is for. */
export interface OpenedInvite {
  readonly invite: Invite
  readonly organization: Organization
  /** Whether somebody has an account with the address: they accept while they are signed in. */
  readonly hasAccount: boolean
}

/** Accepts invitations. An invitation is used up by it, and gives the address's owner the level that it names. */
export class InviteAcceptance extends Context.Service<InviteAcceptance, {
  readonly read: (input: unknown) => Effect.Effect<OpenedInvite, InvalidInput | LinkInvalid>
  /** Makes an account with the invited address, which joins the organisation, and signs it in. */
  readonly accept: (
    input: unknown
  ) => Effect.Effect<OpenedSession, InvalidInput | InviteNeedsLogin | LinkInvalid>
  /** Lets the user, whose address is the invited one, join the organisation. */
  readonly join: (
    user: User,
    input: unknown
  ) => Effect.Effect<Organization, InvalidInput | InviteForOther | LinkInvalid>
}>()("@hedgerow/core/accounts/invites/InviteAcceptance") {
  static readonly layer: Layer.Layer<
    InviteAcceptance,
    never,
    InviteRepository | LoginSessions | Passwords | PeoplePorts
  > = Layer.effect(
    InviteAcceptance,
    Effect.gen(function*() {
      const invites = yield* InviteRepository
      const organizations = yield* OrganizationRepository
      const users = yield* UserRepository
      const passwords = yield* Passwords
      const sessions = yield* LoginSessions
      const transaction = yield* Transaction
      const places = yield* makeCurrentProjectSelection
      const { putMember, record } = yield* makeMemberEditing
      const noteAccount = yield* makeAccountActivity
      const note = yield* makeInviteActivity
      const usable = yield* makeUsableInvite

      /** The invitation, held until the transaction ends: whoever waited for it may find it used up. */
      const held = Effect.fnUntraced(function*(token: string) {
        const { invite } = yield* usable(token)
        yield* organizations.findForUpdate(invite.organization_id)
        return yield* usable(token)
      })

      const enter = Effect.fnUntraced(function*(user: User, invite: Invite) {
        const member = yield* putMember(invite.organization_id, user, invite.level)
        yield* places.join(user.id, invite.organization_id)
        yield* invites.remove(invite.organization_id, invite.id)
        yield* note(user, "accepted", invite)
        yield* record({ user }, member, "created")
      })

      const read = Effect.fn("InviteAcceptance.read")(function*(input: unknown) {
        const { token } = yield* readFields(inviteLinkFields, input)
        const opened = yield* usable(token)
        return { ...opened, hasAccount: Option.isSome(yield* users.findByEmail(opened.invite.target_email)) }
      })

      const insert = Effect.fnUntraced(function*(
        invite: Invite,
        names: { readonly first_name: string; readonly last_name: string }
      ) {
        const uuid = yield* makeUuid7
        return yield* users.insert({
          ...names,
          uuid,
          distinct_id: uuid,
          email: invite.target_email,
          is_email_verified: invite.is_mailed,
          is_active: true,
          role_at_organization: "",
          current_organization_id: null,
          current_project_id: null,
          created_at: yield* DateTime.now
        }).pipe(Effect.mapError(() => new InviteNeedsLogin()))
      })

      const accept = Effect.fn("InviteAcceptance.accept")(function*(input: unknown) {
        const { password, token, ...names } = yield* readFields(acceptedInviteFields, input)
        const { hasAccount, invite: known } = yield* read({ token })
        if (hasAccount) return yield* new InviteNeedsLogin()
        yield* requireFit(known.target_email, password)
        const hash = yield* passwords.hash(password)
        return yield* transaction.run(Effect.gen(function*() {
          const { invite } = yield* held(token)
          const user = yield* insert(invite, names)
          yield* passwords.set(user, hash)
          yield* enter(user, invite)
          yield* noteAccount(user, "password_set")
          yield* noteAccount(user, "logged_in")
          return yield* sessions.open(user.id)
        }))
      })

      const join = Effect.fn("InviteAcceptance.join")(function*(user: User, input: unknown) {
        const { token } = yield* readFields(inviteLinkFields, input)
        return yield* transaction.run(Effect.gen(function*() {
          const { invite, organization } = yield* held(token)
          if (emailKey(user.email) !== emailKey(invite.target_email)) return yield* new InviteForOther()
          const known = yield* users.memberships(user.id)
          if (known.some(({ organization_id }) => organization_id === organization.id)) {
            return yield* InvalidInput.at(["token"], "unique", "You are a member of this organization already.")
          }
          yield* enter(user, invite)
          return organization
        }))
      })

      return InviteAcceptance.of({ read, accept, join })
    })
  )
}

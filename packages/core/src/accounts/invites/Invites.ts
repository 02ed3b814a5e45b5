import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { AccessDenied, OrganizationNotFound } from "../../access/AccessErrors.ts"
import { UserRepository } from "../../access/AccessRepository.ts"
import type { Caller } from "../../access/Caller.ts"
import { makeToken, secureValueOf } from "../../access/KeyTokens.ts"
import type { Member } from "../../access/Member.ts"
import { makeMemberEditing } from "../../access/MemberEditing.ts"
import { requireMemberManager } from "../../access/MemberRules.ts"
import { accessLevelOf } from "../../access/Membership.ts"
import type { PeoplePorts } from "../../access/PeoplePorts.ts"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import { emailField } from "../../access/Users.ts"
import type { Organization } from "../../identity/Organization.ts"
import { emailKey, type User } from "../../identity/User.ts"
import { choice, readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { baseOf, PublicUrl } from "../../shared/PublicUrl.ts"
import { makeUuid7, parseUuid } from "../../shared/Uuid.ts"
import { Invite, type InviteId } from "./Invite.ts"
import { makeInviteActivity } from "./InviteActivity.ts"
import { InviteNotFound } from "./InviteErrors.ts"
import { invitePath, sendInvite } from "./InviteMail.ts"
import { InviteRepository } from "./InviteRepository.ts"
import { isTooOld } from "./UsableInvite.ts"

/** The time in which an invitation can be accepted. */
export const inviteLife = Duration.days(7)

/** The most invitations of an organisation at once. */
export const maxInvites = 500

/** The fields of an invitation. */
export const inviteFields = {
  target_email: emailField.describe("The email address of the person.", "grace@example.com"),
  level: choice([1, 8]).orElse(1).describe("1 is a member, 8 an admin.", 1)
}

/** An invitation as the people of its organisation see it. */
export interface ShownInvite {
  readonly invite: Invite
  /** Who sent it; null when they are no member any more. */
  readonly sender: User | null
  /** Whether the link works no longer: it is too old, or who sent it does not manage the organisation any more. */
  readonly isExpired: boolean
}

/** An invitation that was just sent. */
export interface SentInvite extends ShownInvite {
  /** The token of the link, to be handed over, where it was not mailed. */
  readonly token: string | null
}

type Refused = AccessDenied | OrganizationNotFound

const shown = (members: ReadonlyArray<Member>, now: DateTime.Utc) => (invite: Invite): ShownInvite => {
  const sender = members.find(({ user }) => user.id === invite.created_by)
  const isManager = sender !== undefined && sender.user.is_active && accessLevelOf(sender.level) === "manager"
  return { invite, sender: sender?.user ?? null, isExpired: !isManager || isTooOld(invite, now) }
}

type InviteParts = Pick<Invite, "id" | "organization_id" | "target_email" | "level" | "created_at">

const taken = (message: string) => InvalidInput.at(["target_email"], "unique", message)

/** Who is there, or invited already, is not invited. */
const requireNew = (members: ReadonlyArray<Member>, invites: ReadonlyArray<Invite>, email: string) => {
  const key = emailKey(email)
  if (members.some(({ user }) => emailKey(user.email) === key)) {
    return Effect.fail(taken("This user is a member of the organization already."))
  }
  if (invites.some(({ target_email }) => emailKey(target_email) === key)) {
    return Effect.fail(taken("This address is invited already. Send the invitation again, or revoke it first."))
  }
  return invites.length < maxInvites
    ? Effect.void
    : Effect.fail(InvalidInput.at([], "invalid_input", `An organization has at most ${maxInvites} invitations.`))
}

/** The invitations of organisations; every method takes the organisation's id or `@current`, and is for managers. */
export class Invites extends Context.Service<Invites, {
  /** By creation, the first one first. */
  readonly list: (caller: Caller, organizationId: string) => Effect.Effect<ReadonlyArray<ShownInvite>, Refused>
  /** Refuses callers whom the other methods would refuse for any input: before their input is read. */
  readonly requireManager: (caller: Caller, organizationId: string) => Effect.Effect<void, Refused>
  /** Invites `target_email` (`level`, default 1). The link is mailed, where mails can be sent, else it is returned. */
  readonly send: (
    caller: Caller,
    organizationId: string,
    input: unknown
  ) => Effect.Effect<SentInvite, Refused | InvalidInput>
  /** Sends another link, with a life of its own; the one before works no longer. */
  readonly resend: (
    caller: Caller,
    organizationId: string,
    id: string
  ) => Effect.Effect<SentInvite, Refused | InviteNotFound>
  /** The link works no longer. */
  readonly revoke: (
    caller: Caller,
    organizationId: string,
    id: string
  ) => Effect.Effect<void, Refused | InviteNotFound>
}>()("@hedgerow/core/accounts/invites/Invites") {
  static readonly layer: Layer.Layer<Invites, never, InviteRepository | PeoplePorts> = Layer.effect(
    Invites,
    Effect.gen(function*() {
      const invites = yield* InviteRepository
      const users = yield* UserRepository
      const access = yield* ProjectAccess
      const { change } = yield* makeMemberEditing
      const note = yield* makeInviteActivity

      const reachable = (caller: Caller, text: string, scope: "read" | "write") =>
        access.organization(caller, text, `organization_member:${scope}`)

      const requireManager = Effect.fn("Invites.requireManager")(function*(caller: Caller, organizationId: string) {
        const { id } = yield* reachable(caller, organizationId, "write")
        yield* requireMemberManager(yield* users.members(id), caller.user)
      })

      const list = Effect.fn("Invites.list")(function*(caller: Caller, organizationId: string) {
        const { id } = yield* reachable(caller, organizationId, "read")
        const members = yield* users.members(id)
        yield* requireMemberManager(members, caller.user)
        return (yield* invites.list(id)).map(shown(members, yield* DateTime.now))
      })

      /** A change of an organisation's invitations by one of its managers: no other change runs meanwhile. */
      const managing = Effect.fnUntraced(function*<A, E>(
        caller: Caller,
        organizationId: string,
        work: (
          known: ReadonlyArray<Invite>,
          members: ReadonlyArray<Member>,
          organization: Organization
        ) => Effect.Effect<A, E>
      ) {
        const organization = yield* reachable(caller, organizationId, "write")
        const result = yield* change(organization.id, (members) =>
          requireMemberManager(members, caller.user).pipe(
            Effect.andThen(invites.list(organization.id)),
            Effect.flatMap((known) => work(known, members, organization))
          ))
        return { organization, result }
      })

      const withToken = Effect.fnUntraced(function*(caller: Caller, fields: InviteParts) {
        const token = yield* makeToken("hgl_")
        const invite = new Invite({
          ...fields,
          secure_value: secureValueOf(token),
          is_mailed: false,
          created_by: caller.user.id,
          expires_at: DateTime.addDuration(yield* DateTime.now, inviteLife)
        })
        return { invite, token }
      })

      /** Unless another link was sent meanwhile. */
      const noteMailed = Effect.fnUntraced(function*(sent: Invite) {
        const now = yield* invites.findBySecureValue(sent.secure_value)
        if (Option.isSome(now)) yield* invites.update(sent)
      })

      /** The link leaves by mail, or else by the answer: never by both, as it proves who reads the address's mails. */
      const deliver = Effect.fnUntraced(function*(
        { user: sender }: Caller,
        organization: Organization,
        { invite, token }: { readonly invite: Invite; readonly token: string }
      ) {
        // Whoever asks names a host too, which may be theirs: a mail has the address that the operator set.
        const url = yield* PublicUrl
        const link = Option.map(url, (known) => baseOf(known) + invitePath(token))
        const isMailed = Option.isSome(link)
          && (yield* sendInvite({ invite, organization, sender, link: link.value }))
        const sent = new Invite({ ...invite, is_mailed: isMailed })
        if (isMailed) yield* change(invite.organization_id, () => noteMailed(sent))
        return { invite: sent, sender, isExpired: false, token: isMailed ? null : token }
      })

      const send = Effect.fn("Invites.send")(function*(caller: Caller, organizationId: string, input: unknown) {
        const { organization, result } = yield* managing(
          caller,
          organizationId,
          Effect.fnUntraced(function*(known, members, { id: organization_id }) {
            const { level, target_email } = yield* readFields(inviteFields, input)
            yield* requireNew(members, known, target_email)
            const made = yield* withToken(caller, {
              id: (yield* makeUuid7) as InviteId,
              organization_id,
              target_email,
              level,
              created_at: yield* DateTime.now
            })
            yield* invites.insert(made.invite)
            yield* note(caller.user, "created", made.invite)
            return made
          })
        )
        return yield* deliver(caller, organization, result)
      })

      const named = (known: ReadonlyArray<Invite>, id: string): Effect.Effect<Invite, InviteNotFound> => {
        const found = known.find((invite) => invite.id === parseUuid(id))
        return found === undefined ? Effect.fail(new InviteNotFound()) : Effect.succeed(found)
      }

      const resend = Effect.fn("Invites.resend")(function*(caller: Caller, organizationId: string, id: string) {
        const { organization, result } = yield* managing(
          caller,
          organizationId,
          Effect.fnUntraced(function*(known) {
            const made = yield* withToken(caller, yield* named(known, id))
            yield* invites.update(made.invite)
            yield* note(caller.user, "resent", made.invite)
            return made
          })
        )
        return yield* deliver(caller, organization, result)
      })

      const revoke = Effect.fn("Invites.revoke")(function*(caller: Caller, organizationId: string, id: string) {
        yield* managing(
          caller,
          organizationId,
          Effect.fnUntraced(function*(known) {
            const invite = yield* named(known, id)
            yield* invites.remove(invite.organization_id, invite.id)
            yield* note(caller.user, "deleted", invite)
          })
        )
      })

      return Invites.of({ list, requireManager, send, resend, revoke })
    })
  )
}

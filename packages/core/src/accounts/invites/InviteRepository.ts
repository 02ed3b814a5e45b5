import { Context, Effect, Option } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import { all, is } from "../../entities/Where.ts"
import type { OrganizationId } from "../../identity/Organization.ts"
import type { Invite, InviteId } from "./Invite.ts"

/** Storage of invitations. No two have the same value. */
export class InviteRepository extends Context.Service<InviteRepository, {
  readonly insert: (invite: Invite) => Effect.Effect<void>
  readonly find: (organization: OrganizationId, id: InviteId) => Effect.Effect<Option.Option<Invite>>
  /** The one look-up without an organisation: the value identifies the invitation. */
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<Invite>>
  /** By creation, oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Invite>>
  /** Replaces all fields of the invitation with this id, if its organisation has one. */
  readonly update: (invite: Invite) => Effect.Effect<void>
  readonly remove: (organization: OrganizationId, id: InviteId) => Effect.Effect<void>
}>()("@hedgerow/core/accounts/invites/InviteRepository") {}

/** The port of invitations over the repository of their entity. */
export const inviteRepository = (rows: EntityRepository<Invite>): InviteRepository["Service"] => {
  const find = (organization: OrganizationId, id: InviteId) =>
    rows.first("installation", { where: all([is("id", id), is("organization_id", organization)]) })
  const ifKnown = (organization: OrganizationId, id: InviteId, change: Effect.Effect<void>) =>
    Effect.flatMap(find(organization, id), (found) => Option.isSome(found) ? change : Effect.void)
  return {
    insert: rows.insert,
    find,
    findBySecureValue: (secureValue) => rows.first("installation", { where: is("secure_value", secureValue) }),
    list: (organization) =>
      rows.all("installation", {
        where: is("organization_id", organization),
        order: [{ field: "created_at", isDescending: false }]
      }),
    update: (invite) => ifKnown(invite.organization_id, invite.id, rows.update(invite)),
    remove: (organization, id) => ifKnown(organization, id, rows.remove("installation", id))
  }
}

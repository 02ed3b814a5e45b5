import { Context, Effect, Option } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import { is } from "../../entities/Where.ts"
import type { OrganizationId } from "../../identity/Organization.ts"
import type { InviteId, OrganizationInvite } from "./OrganizationInvite.ts"

/** Storage of invitations. One of another organisation is as one that does not exist. */
export class OrganizationInviteRepository extends Context.Service<OrganizationInviteRepository, {
  readonly insert: (invite: OrganizationInvite) => Effect.Effect<void>
  /** By creation, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<OrganizationInvite>>
  readonly find: (organization: OrganizationId, id: InviteId) => Effect.Effect<Option.Option<OrganizationInvite>>
  /** The one look-up without an organisation: the value identifies it. */
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<OrganizationInvite>>
  readonly remove: (organization: OrganizationId, id: InviteId) => Effect.Effect<void>
}>()("@hedgerow/core/accounts/invites/OrganizationInviteRepository") {
  /** The port over the repository of the entity. */
  static readonly over = (rows: EntityRepository<OrganizationInvite>): OrganizationInviteRepository["Service"] => {
    const find = (organization: OrganizationId, id: InviteId) =>
      Effect.map(
        rows.find("installation", id),
        Option.filter((invite) => invite.organization_id === organization)
      )
    return {
      insert: rows.insert,
      list: (organization) =>
        rows.all("installation", {
          where: is("organization_id", organization),
          order: [{ field: "created_at", isDescending: false }]
        }),
      find,
      findBySecureValue: (secureValue) => rows.first("installation", { where: is("secure_value", secureValue) }),
      remove: (organization, id) =>
        Effect.flatMap(
          find(organization, id),
          Option.match({
            onNone: () => Effect.void,
            onSome: () => rows.remove("installation", id)
          })
        )
    }
  }
}

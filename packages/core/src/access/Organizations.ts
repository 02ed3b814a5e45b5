import { Context, DateTime, Effect, Layer } from "effect"
import { Changes } from "../entities/Changes.ts"
import { Organization, type OrganizationId, slugOf } from "../identity/Organization.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { differs, type FieldTable, readChanges, readFields, text, withChanges } from "../shared/Fields.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { AccessDenied, OrganizationNotFound } from "./AccessErrors.ts"
import { OrganizationRepository, ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { makeCurrentProjectSelection } from "./CurrentProjectSelection.ts"
import { levelIn, Membership } from "./Membership.ts"
import { editingOrganization, organizationEntity } from "./OrganizationEntity.ts"
import type { PeoplePorts, RemovalPorts } from "./PeoplePorts.ts"
import { ProjectAccess } from "./ProjectAccess.ts"
import { makeProjectRemoval, queueLogRemoval } from "./ProjectRemoval.ts"

/** The fields of an organisation that is made or changed. */
export const organizationFields = {
  name: text({ maxLength: 64 }).describe("The name that people see.", "Acme")
} satisfies FieldTable

type Refused = AccessDenied | OrganizationNotFound

/** The organisations a caller belongs to. */
export class Organizations extends Context.Service<Organizations, {
  /**
   * Makes an organisation (`name`) that the caller owns, yet without projects. It becomes the current one of those who
   * have none; for others `@current` stays what it is, since all keys of the user go by it.
   */
  readonly create: (caller: Caller, input: unknown) => Effect.Effect<Organization, AccessDenied | InvalidInput>
  /** Oldest first. */
  readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Organization>>
  /** The organisation with this id, or the current one (`@current`). */
  readonly read: (caller: Caller, id: string) => Effect.Effect<Organization, Refused>
  /** Changes the name; for managers. */
  readonly patch: (caller: Caller, id: string, input: unknown) => Effect.Effect<Organization, Refused | InvalidInput>
  /** Removes the organisation with its projects, its members' membership and its log; for owners. */
  readonly remove: (caller: Caller, id: string) => Effect.Effect<void, Refused>
}>()("@hedgerow/core/access/Organizations") {
  static readonly layer: Layer.Layer<Organizations, never, PeoplePorts | RemovalPorts> = Layer.effect(
    Organizations,
    Effect.gen(function*() {
      const organizations = yield* OrganizationRepository
      const projects = yield* ProjectRepository
      const users = yield* UserRepository
      const jobs = yield* Jobs
      const removeProject = yield* makeProjectRemoval
      const access = yield* ProjectAccess
      const places = yield* makeCurrentProjectSelection
      const transaction = yield* Transaction
      const changes = yield* Changes

      const record = ({ user }: Caller, change: { readonly before?: Organization; readonly after: Organization }) =>
        changes.record(editingOrganization(user, change.after), organizationEntity, change)

      const removeWhole = Effect.fnUntraced(function*({ user }: Caller, id: OrganizationId) {
        const before = yield* Effect.flatMap(organizations.findForUpdate(id), Effect.fromOption).pipe(
          Effect.mapError(() => new OrganizationNotFound())
        )
        for (const project of yield* projects.listByOrganizations([id])) yield* removeProject(user, project)
        for (const member of yield* users.members(id)) {
          yield* users.removeMembership(id, member.user.id)
          yield* places.leave(member.user.id, id)
        }
        yield* organizations.remove(id)
        yield* changes.record(editingOrganization(user, before), organizationEntity, { before })
        yield* queueLogRemoval(jobs, id)
      }, transaction.run)

      const remove = Effect.fn("Organizations.remove")(function*(caller: Caller, text: string) {
        const { id } = yield* access.organization(caller, text, "organization:write")
        if (levelIn(caller.memberships, id) !== 15) {
          return yield* new AccessDenied({ reason: { _tag: "NotAnOwner" } })
        }
        yield* removeWhole(caller, id)
      })

      const insert = Effect.fnUntraced(function*(caller: Caller, organization: Organization) {
        const { id } = caller.user
        yield* organizations.insert(organization)
        yield* users.addMembership(new Membership({ organization_id: organization.id, user_id: id, level: 15 }))
        yield* places.join(id, organization.id)
        yield* record(caller, { after: organization })
      })

      const create = Effect.fn("Organizations.create")(function*(caller: Caller, input: unknown) {
        yield* access.requireUnbound(caller, "organization:write")
        const { name } = yield* readFields(organizationFields, input)
        const now = yield* DateTime.now
        const id = (yield* makeUuid7) as OrganizationId
        const organization = new Organization({ id, name, slug: slugOf(name), created_at: now, updated_at: now })
        yield* transaction.run(insert(caller, organization))
        return organization
      })

      const list = (caller: Caller) => access.organizations(caller)

      const read = (caller: Caller, id: string) => access.organization(caller, id, "organization:read")

      const patch = Effect.fn("Organizations.patch")(function*(caller: Caller, id: string, input: unknown) {
        const found = yield* access.managed(caller, id, "organization:write")
        const read = yield* readChanges(organizationFields, input)
        const updated_at = yield* DateTime.now
        return yield* transaction.run(Effect.gen(function*() {
          const before = yield* Effect.flatMap(organizations.findForUpdate(found.id), Effect.fromOption).pipe(
            Effect.mapError(() => new OrganizationNotFound())
          )
          if (!differs(before, read)) return before
          const after = new Organization(withChanges(before, { ...read, updated_at }))
          yield* organizations.update(after)
          yield* record(caller, { before, after })
          return after
        }))
      })

      return Organizations.of({ create, list, read, patch, remove })
    })
  )
}

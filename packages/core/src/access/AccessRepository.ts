import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { Organization, OrganizationId } from "../identity/Organization.ts"
import type { Project, ProjectId, ProjectToken } from "../identity/Project.ts"
import type { User, UserId } from "../identity/User.ts"
import type { EmailTaken } from "./AccessErrors.ts"
import type { Member } from "./Member.ts"
import type { Membership } from "./Membership.ts"

/** Storage of organisations. */
export class OrganizationRepository extends Context.Service<OrganizationRepository, {
  readonly insert: (organization: Organization) => Effect.Effect<void>
  readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own `findForUpdate` until it ends. */
  readonly findForUpdate: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>>
  /** Replaces all fields of the organisation with this id. */
  readonly update: (organization: Organization) => Effect.Effect<void>
  /** Removes it for good: it has no projects and no members. */
  readonly remove: (id: OrganizationId) => Effect.Effect<void>
  /** By creation, oldest first. */
  readonly listByIds: (ids: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<Organization>>
}>()("@hedgerow/core/access/AccessRepository/OrganizationRepository") {}

/** Storage of projects; ids are given by the storage, from 1. */
export class ProjectRepository extends Context.Service<ProjectRepository, {
  readonly insert: (project: Omit<Project, "id">) => Effect.Effect<Project>
  readonly find: (id: ProjectId) => Effect.Effect<Option.Option<Project>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own `findForUpdate` until it ends. */
  readonly findForUpdate: (id: ProjectId) => Effect.Effect<Option.Option<Project>>
  /** Replaces all fields of the project with this id. A token it had before no longer finds it. */
  readonly update: (project: Project) => Effect.Effect<void>
  /** Removes its row for good; its id is never given again. It is no user's current project. */
  readonly remove: (id: ProjectId) => Effect.Effect<void>
  readonly findByToken: (token: ProjectToken) => Effect.Effect<Option.Option<Project>>
  /** By id. */
  readonly listByOrganizations: (ids: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<Project>>
  /** Whether there is no project yet. Inside a `Transaction.run` the answer holds until it ends. */
  readonly isEmpty: Effect.Effect<boolean>
}>()("@hedgerow/core/access/AccessRepository/ProjectRepository") {}

/** Storage of users and their memberships; user ids are given by the storage, from 1. */
export class UserRepository extends Context.Service<UserRepository, {
  /** Emails are unique, in any letter case. */
  readonly insert: (user: Omit<User, "id">) => Effect.Effect<User, EmailTaken>
  readonly find: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** As `find`; inside a `Transaction.run` no other one gets past its own `findForUpdate` until it ends. */
  readonly findForUpdate: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** The user with this email, in any letter case. */
  readonly findByEmail: (email: string) => Effect.Effect<Option.Option<User>>
  /** By id. */
  readonly list: Effect.Effect<ReadonlyArray<User>>
  /** Changes the names, and whether the user is active: of one who is not, sessions and links are removed. */
  readonly update: (user: User) => Effect.Effect<void>
  /** Gives the user another email, which is unique in any letter case, and not verified. */
  readonly setEmail: (id: UserId, email: string) => Effect.Effect<void, EmailTaken>
  readonly setCurrent: (
    id: UserId,
    organization: OrganizationId | null,
    project: ProjectId | null
  ) => Effect.Effect<void>
  /** Makes the user a member as of now, or changes the level of one. */
  readonly addMembership: (membership: Membership) => Effect.Effect<void>
  readonly removeMembership: (organization: OrganizationId, user: UserId) => Effect.Effect<void>
  readonly memberships: (id: UserId) => Effect.Effect<ReadonlyArray<Membership>>
  /** The people of an organisation, by joining, the first one first. */
  readonly members: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Member>>
}>()("@hedgerow/core/access/AccessRepository/UserRepository") {}

import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { Membership } from "./Membership.ts"
import type { Organization, OrganizationId } from "./Organization.ts"
import type { PersonalApiKey, PersonalApiKeyId } from "./PersonalApiKey.ts"
import type { Project, ProjectId, ProjectToken } from "./Project.ts"
import type { User, UserId } from "./User.ts"

/** Storage of organisations. */
export class OrganizationRepository extends Context.Service<OrganizationRepository, {
  readonly insert: (organization: Organization) => Effect.Effect<void>
  readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>>
  /** By creation, oldest first. */
  readonly listByIds: (ids: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<Organization>>
}>()("@hedgerow/core/access/AccessRepository/OrganizationRepository") {}

/** Storage of projects; ids are given by the storage, from 1. */
export class ProjectRepository extends Context.Service<ProjectRepository, {
  readonly insert: (project: Omit<Project, "id">) => Effect.Effect<Project>
  readonly find: (id: ProjectId) => Effect.Effect<Option.Option<Project>>
  readonly findByToken: (token: ProjectToken) => Effect.Effect<Option.Option<Project>>
  /** By id. */
  readonly listByOrganizations: (ids: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlyArray<Project>>
  /** Whether there is no project yet. Inside a `Transaction.run` the answer holds until it ends. */
  readonly isEmpty: Effect.Effect<boolean>
}>()("@hedgerow/core/access/AccessRepository/ProjectRepository") {}

/** Storage of users and their memberships; user ids are given by the storage, from 1. */
export class UserRepository extends Context.Service<UserRepository, {
  readonly insert: (user: Omit<User, "id">) => Effect.Effect<User>
  readonly find: (id: UserId) => Effect.Effect<Option.Option<User>>
  readonly setCurrent: (id: UserId, organization: OrganizationId, project: ProjectId) => Effect.Effect<void>
  readonly addMembership: (membership: Membership) => Effect.Effect<void>
  readonly memberships: (id: UserId) => Effect.Effect<ReadonlyArray<Membership>>
}>()("@hedgerow/core/access/AccessRepository/UserRepository") {}

/** Storage of personal API keys. */
export class PersonalApiKeyRepository extends Context.Service<PersonalApiKeyRepository, {
  readonly insert: (key: PersonalApiKey) => Effect.Effect<void>
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<PersonalApiKey>>
  readonly markUsed: (id: PersonalApiKeyId, at: DateTime.Utc) => Effect.Effect<void>
}>()("@hedgerow/core/access/AccessRepository/PersonalApiKeyRepository") {}

import { assert, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import type { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import type { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import type { AccountLinkRepository } from "@hedgerow/core/accounts/AccountLinkRepository"
import type { InviteRepository } from "@hedgerow/core/accounts/invites/InviteRepository"
import type { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import type { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import type { LoginIdentityRepository } from "@hedgerow/core/accounts/providers/LoginIdentityRepository"
import type { LoginChallengeRepository } from "@hedgerow/core/accounts/second-factors/LoginChallengeRepository"
import type { SecondFactorRepository } from "@hedgerow/core/accounts/second-factors/SecondFactorRepository"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Equal } from "effect"

export type AccessPorts =
  | AccountLinkRepository
  | InviteRepository
  | LoginChallengeRepository
  | LoginIdentityRepository
  | LoginSessionRepository
  | OrganizationRepository
  | PasswordRepository
  | PersonalApiKeyRepository
  | ProjectRepository
  | ProjectSecretKeyRepository
  | SecondFactorRepository
  | UserRepository

export type AccessTests = Vitest.MethodsNonLive<AccessPorts>

export const unknownOrganization = "00000000-0000-7000-8000-000000000000" as OrganizationId

/** Models hold dates, which compare by value only with `Equal`. */
export const assertEqual = (actual: unknown, expected: unknown): void =>
  assert.isTrue(Equal.equals(actual, expected), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)

/** The fields of a new user that no other test shares. */
export const userFields = Effect.gen(function*() {
  const uuid = yield* makeUuid7
  return {
    uuid,
    distinct_id: uuid,
    first_name: "Róisín",
    last_name: "O'Hara",
    email: `${uuid}@example.com`,
    is_email_verified: true,
    is_active: true,
    role_at_organization: "",
    current_organization_id: null,
    current_project_id: null,
    created_at: yield* DateTime.now
  } satisfies Omit<User, "id">
})

/** A new key of the user, not stored. */
export const makeKey = Effect.fnUntraced(function*(user: UserId, overrides: Partial<PersonalApiKey> = {}) {
  const id = yield* makeUuid7
  return new PersonalApiKey({
    id: id as string as PersonalApiKeyId,
    user_id: user,
    label: "Gate key",
    secure_value: `sha256$${id}`,
    mask_value: "phx_...gate",
    scopes: ["feature_flag:read", "query:write"],
    scoped_teams: [],
    scoped_organizations: [],
    created_at: yield* DateTime.now,
    last_used_at: null,
    ...overrides
  })
})

/** A new user, stored. */
export const makeUser = Effect.gen(function*() {
  return yield* (yield* UserRepository).insert(yield* userFields)
})

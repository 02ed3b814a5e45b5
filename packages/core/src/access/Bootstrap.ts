import { DateTime, Effect, Option, Schema } from "effect"
import type { NewActivity } from "../activity/Activity.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { Organization, type OrganizationId, slugOf } from "../identity/Organization.ts"
import type { Project, ProjectToken } from "../identity/Project.ts"
import type { User } from "../identity/User.ts"
import { maskOf } from "../shared/SecretMask.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7 } from "../shared/Uuid.ts"
import { OrganizationRepository, ProjectRepository, UserRepository } from "./AccessRepository.ts"
import { makeToken, secureValueOf } from "./KeyTokens.ts"
import { idOfMember } from "./Member.ts"
import { Membership } from "./Membership.ts"
import { PersonalApiKey, type PersonalApiKeyId } from "./PersonalApiKey.ts"
import { PersonalApiKeyRepository } from "./PersonalApiKeyRepository.ts"

/** The address of the owner whom the first start makes: nobody's, until a person sets the account up. */
export const firstEmail = "owner@hedgerow.local"

/** The settings of the first start; the rest is generated. */
export interface BootstrapOptions {
  readonly projectName: string
  readonly personalApiKey: Option.Option<string>
  readonly projectToken: Option.Option<string>
}

/** The first project and the secrets made for it: the only time the key's value is known. */
export interface Bootstrapped {
  readonly project: Project
  readonly user: User
  readonly personalApiKey: string
}

/** The form of a personal API key that may be set by configuration: long enough not to be guessed. */
export const PersonalApiKeyValue = Schema.String.check(
  Schema.isPattern(/^phx_[A-Za-z0-9_-]{20,200}$/, {
    message: "must start with phx_ and hold at least 20 letters, digits, _ or -"
  })
)

/** The form of a project token that may be set by configuration. */
export const ProjectTokenValue = Schema.String.check(
  Schema.isPattern(/^phc_[A-Za-z0-9_-]{1,60}$/, { message: "must start with phc_ and hold letters, digits, _ or -" })
)

/**
 * Makes the first organisation, project, user (owner) and a key with all scopes, in one transaction, when no project
 * exists yet; otherwise changes nothing and returns none. The activity log names the system as their author.
 */
export const bootstrap = Effect.fn("Bootstrap.run")(function*(options: BootstrapOptions) {
  const transaction = yield* Transaction
  const projects = yield* ProjectRepository
  return yield* transaction.run(Effect.gen(function*() {
    if (!(yield* projects.isEmpty)) return Option.none<Bootstrapped>()
    return Option.some(yield* createFirst(options))
  }))
})

const createFirst = Effect.fnUntraced(function*(options: BootstrapOptions) {
  const organizations = yield* OrganizationRepository
  const projects = yield* ProjectRepository
  const users = yield* UserRepository
  const now = yield* DateTime.now
  const organization = new Organization({
    id: (yield* makeUuid7) as OrganizationId,
    name: options.projectName,
    slug: slugOf(options.projectName),
    created_at: now,
    updated_at: now
  })
  yield* organizations.insert(organization)
  const project = yield* projects.insert({
    uuid: yield* makeUuid7,
    organization_id: organization.id,
    name: options.projectName,
    api_token: (yield* tokenOr(options.projectToken, "phc_")) as ProjectToken,
    timezone: "UTC",
    week_start_day: 0,
    test_account_filters: [],
    events_retention_days: null,
    events_monthly_quota: null,
    events_sample_rate: 1,
    flag_approvals: null,
    created_at: now,
    updated_at: now
  })
  const user = yield* createOwner(organization.id, project, now)
  yield* users.addMembership(new Membership({ organization_id: organization.id, user_id: user.id, level: 15 }))
  const personalApiKey = yield* tokenOr(options.personalApiKey, "phx_")
  const key = yield* issueFullKey(user, personalApiKey, now)
  yield* recordFirst(organization, project, user, key)
  return { project, user, personalApiKey } satisfies Bootstrapped
})

const createOwner = Effect.fnUntraced(
  function*(organizationId: OrganizationId, project: Project, now: DateTime.Utc) {
    const users = yield* UserRepository
    const uuid = yield* makeUuid7
    return yield* users.insert({
      uuid,
      distinct_id: uuid,
      first_name: "Owner",
      last_name: "",
      email: firstEmail,
      is_email_verified: true,
      is_active: true,
      role_at_organization: "",
      current_organization_id: organizationId,
      current_project_id: project.id,
      created_at: now
    }).pipe(Effect.orDie)
  }
)

const issueFullKey = Effect.fnUntraced(function*(user: User, value: string, now: DateTime.Utc) {
  const keys = yield* PersonalApiKeyRepository
  const key = new PersonalApiKey({
    id: (yield* makeUuid7) as string as PersonalApiKeyId,
    user_id: user.id,
    label: "First key",
    secure_value: secureValueOf(value),
    mask_value: maskOf(value),
    scopes: ["*"],
    scoped_teams: [],
    scoped_organizations: [],
    created_at: now,
    last_used_at: null
  })
  yield* keys.insert(key)
  return key
})

const recordFirst = Effect.fnUntraced(
  function*(organization: Organization, project: Project, user: User, key: PersonalApiKey) {
    const activity = yield* ActivityLog
    const created = (scope: NewActivity["scope"], itemId: string | number, name: string, of: Project | null = null) =>
      activity.record({
        organization: organization.id,
        project: of === null ? null : of.id,
        actor: "system",
        scope,
        activity: "created",
        itemId: String(itemId),
        name
      })
    yield* created("Organization", organization.id, organization.name)
    yield* created("Project", project.id, project.name, project)
    yield* created("OrganizationMembership", idOfMember({ organization_id: organization.id, user }), user.email)
    yield* created("PersonalAPIKey", key.id, key.label)
  }
)

const tokenOr = (given: Option.Option<string>, prefix: "phx_" | "phc_"): Effect.Effect<string> =>
  Option.match(given, { onNone: () => makeToken(prefix), onSome: Effect.succeed })

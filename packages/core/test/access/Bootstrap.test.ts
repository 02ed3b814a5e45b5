import { assert, describe, it } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap, PersonalApiKeyValue, ProjectTokenValue } from "@hedgerow/core/access/Bootstrap"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { Effect, Option, Schema } from "effect"
import { layer } from "../flags/FlagWorld.ts"

const isValue = Schema.is(PersonalApiKeyValue)
const isToken = Schema.is(ProjectTokenValue)

describe("a personal API key that is set by configuration", () => {
  it("has 20 to 200 characters after its prefix", () => {
    assert.isTrue(isValue(`phx_${"a".repeat(20)}`))
    assert.isTrue(isValue(`phx_${"a".repeat(200)}`))
    assert.isFalse(isValue(`phx_${"a".repeat(19)}`))
    assert.isFalse(isValue(`phx_${"a".repeat(201)}`))
    assert.isFalse(isValue(`phc_${"a".repeat(20)}`))
    assert.isFalse(isValue(`phx_${"a".repeat(20)} `))
    assert.isFalse(isValue(` phx_${"a".repeat(20)}`))
  })
})

describe("a project token that is set by configuration", () => {
  it("has 1 to 60 characters after its prefix", () => {
    assert.isTrue(isToken("phc_a"))
    assert.isTrue(isToken(`phc_${"a".repeat(60)}`))
    assert.isFalse(isToken("phc_"))
    assert.isFalse(isToken(`phc_${"a".repeat(61)}`))
    assert.isFalse(isToken("phx_a"))
  })
})

const options = {
  projectName: "Acme Shop",
  personalApiKey: Option.some(`phx_${"k".repeat(20)}`),
  projectToken: Option.some("phc_token")
}

describe("the first start", () => {
  it.effect("makes the project, its organisation and its owner", () =>
    Effect.gen(function*() {
      const { personalApiKey, project, user } = Option.getOrThrow(yield* bootstrap(options))
      assert.strictEqual(personalApiKey, `phx_${"k".repeat(20)}`)
      assert.deepStrictEqual([Number(project.id), String(project.api_token)], [1, "phc_token"])
      const organization = yield* Effect.map(
        (yield* OrganizationRepository).find(project.organization_id),
        Option.getOrThrow
      )
      assert.deepInclude({ ...organization }, { name: "Acme Shop", slug: "acme-shop" })
      const stored = yield* Effect.map((yield* ProjectRepository).find(project.id), Option.getOrThrow)
      assert.deepInclude({ ...stored }, {
        name: "Acme Shop",
        api_token: project.api_token,
        timezone: "UTC",
        week_start_day: 0,
        test_account_filters: [],
        events_retention_days: null
      })
      const users = yield* UserRepository
      assert.deepInclude({ ...Option.getOrThrow(yield* users.find(user.id)) }, {
        distinct_id: user.uuid,
        first_name: "Owner",
        last_name: "",
        email: "owner@hedgerow.local",
        is_email_verified: true,
        is_active: true,
        role_at_organization: "",
        current_organization_id: organization.id,
        current_project_id: project.id
      })
      const memberships = yield* users.memberships(user.id)
      assert.deepStrictEqual(memberships.map(({ level, organization_id }) => [organization_id, level]), [
        [organization.id, 15]
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("makes a key of the owner with all scopes, which is stored hashed", () =>
    Effect.gen(function*() {
      const { personalApiKey, user } = Option.getOrThrow(yield* bootstrap(options))
      const secure = secureValueOf(personalApiKey)
      const key = yield* Effect.map(
        (yield* PersonalApiKeyRepository).findBySecureValue(secure),
        Option.getOrThrow
      )
      assert.deepInclude({ ...key }, {
        user_id: user.id,
        label: "First key",
        secure_value: secure,
        mask_value: "phx_...kk",
        scopes: ["*"],
        scoped_teams: [],
        scoped_organizations: [],
        last_used_at: null
      })
    }).pipe(Effect.provide(layer)))

  it.effect("makes the secrets that the configuration leaves out", () =>
    Effect.gen(function*() {
      const none = { projectName: "A", personalApiKey: Option.none(), projectToken: Option.none() }
      const { personalApiKey, project } = Option.getOrThrow(yield* bootstrap(none))
      assert.match(personalApiKey, /^phx_[A-Za-z0-9]{43}$/)
      assert.match(project.api_token, /^phc_[A-Za-z0-9]{43}$/)
    }).pipe(Effect.provide(layer)))

  it.effect("logs what it made, as the system's", () =>
    Effect.gen(function*() {
      const { project } = Option.getOrThrow(yield* bootstrap(options))
      const log = yield* ActivityLog
      const page = { limit: 10, offset: 0 }
      const ofOrganization = yield* log.list({ organization: project.organization_id }, page)
      const ofProject = yield* log.list({ project: project.id }, page)
      const entries = [...ofOrganization.items, ...ofProject.items].map((
        { activity, detail, scope, user }
      ) => [scope, activity, detail.name, user])
      assert.sameDeepMembers(entries, [
        ["Organization", "created", "Acme Shop", null],
        ["OrganizationMembership", "created", "owner@hedgerow.local", null],
        ["PersonalAPIKey", "created", "First key", null],
        ["Project", "created", "Acme Shop", null]
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("changes nothing where a project exists", () =>
    Effect.gen(function*() {
      yield* bootstrap(options)
      assert.isTrue(Option.isNone(yield* bootstrap({ ...options, projectName: "Second" })))
      assert.strictEqual((yield* (yield* UserRepository).list).length, 1)
    }).pipe(Effect.provide(layer)))
})

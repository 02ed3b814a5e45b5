import { assert, layer, type Vitest } from "@effect/vitest"
import {
  OrganizationRepository,
  PersonalApiKeyRepository,
  ProjectRepository,
  UserRepository
} from "@hedgerow/core/access/AccessRepository"
import { Membership } from "@hedgerow/core/access/Membership"
import type { OrganizationId } from "@hedgerow/core/access/Organization"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { ProjectId, type ProjectToken } from "@hedgerow/core/access/Project"
import { type User, UserId } from "@hedgerow/core/access/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Equal, Exit, type Layer, Option, Struct } from "effect"
import { makeOrganization, makeProject, projectFields } from "./fixtures.ts"

type Ports = OrganizationRepository | PersonalApiKeyRepository | ProjectRepository | UserRepository

const unknownProject = ProjectId.make(2_000_000_000)
const unknownUser = UserId.make(2_000_000_000)
const unknownOrganization = "00000000-0000-7000-8000-000000000000" as OrganizationId

/** Models hold dates, which compare by value only with `Equal`. */
const assertEqual = (actual: unknown, expected: unknown): void =>
  assert.isTrue(Equal.equals(actual, expected), `${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`)

const userFields = Effect.gen(function*() {
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

const makeKey = Effect.fnUntraced(function*(user: UserId, overrides: Partial<PersonalApiKey> = {}) {
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

/** What the repositories of organisations, projects, users and keys promise. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Access: ${name}`, (it) => {
    organizations(it)
    projects(it)
    users(it)
    keys(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const organizations = (it: It): void => {
  it.effect("an organisation is found as it was inserted, an unknown one is not", () =>
    Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      const organization = yield* makeOrganization({ name: "Höhe \"& Söhne'\\" })
      assertEqual(yield* repository.find(organization.id), Option.some(organization))
      assert.isTrue(Option.isNone(yield* repository.find(unknownOrganization)))
    }))

  it.effect("organisations are listed by the ids asked for, oldest first", () =>
    Effect.gen(function*() {
      const repository = yield* OrganizationRepository
      const at = (iso: string) => makeOrganization({ created_at: DateTime.makeUnsafe(iso) })
      const young = yield* at("2024-03-01T00:00:00.500Z")
      const old = yield* at("2021-03-01T00:00:00Z")
      const middle = yield* at("2024-03-01T00:00:00.499Z")
      yield* at("2022-03-01T00:00:00Z")
      const listed = yield* repository.listByIds([young.id, middle.id, old.id, unknownOrganization, old.id])
      assertEqual(listed, [old, middle, young])
      assertEqual(yield* repository.listByIds([]), [])
    }))
}

const projects = (it: It): void => {
  it.effect("projects get growing ids from the storage and are found by id and by token", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const organization = yield* makeOrganization()
      const fields = yield* projectFields(organization.id)
      const first = yield* repository.insert({ ...fields, timezone: "Pacific/Apia", week_start_day: 1 })
      const second = yield* repository.insert(yield* projectFields(organization.id))
      assert.isAtLeast(first.id, 1)
      assert.isAbove(second.id, first.id)
      assert.deepStrictEqual([first.timezone, first.week_start_day, first.uuid], ["Pacific/Apia", 1, fields.uuid])
      assertEqual(yield* repository.find(first.id), Option.some(first))
      assertEqual(yield* repository.findByToken(first.api_token), Option.some(first))
      assertEqual(yield* repository.findByToken(second.api_token), Option.some(second))
      assert.isTrue(Option.isNone(yield* repository.find(unknownProject)))
      assert.isTrue(Option.isNone(yield* repository.findByToken("phc_unknown" as ProjectToken)))
      assert.isFalse(yield* repository.isEmpty)
    }))

  it.effect("a token belongs to one project: a second insert dies and changes nothing", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const first = yield* makeProject
      const fields = yield* projectFields(first.organization_id)
      const exit = yield* repository.insert({ ...fields, api_token: first.api_token }).pipe(Effect.exit)
      assert.isTrue(Exit.hasDies(exit))
      assertEqual(yield* repository.findByToken(first.api_token), Option.some(first))
      assertEqual(yield* repository.listByOrganizations([first.organization_id]), [first])
    }))

  it.effect("projects are listed by organisation, by id", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const first = yield* makeProject
      const other = yield* makeProject
      yield* makeProject
      const second = yield* repository.insert(yield* projectFields(first.organization_id))
      assertEqual(yield* repository.listByOrganizations([first.organization_id]), [first, second])
      const both = yield* repository.listByOrganizations([other.organization_id, first.organization_id])
      assertEqual(both, [first, other, second])
      assertEqual(yield* repository.listByOrganizations([unknownOrganization]), [])
      assertEqual(yield* repository.listByOrganizations([]), [])
    }))
}

const users = (it: It): void => {
  it.effect("users get growing ids from the storage and are found as inserted", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const fields = yield* userFields
      const first = yield* repository.insert(fields)
      const second = yield* repository.insert(yield* userFields)
      assert.isAtLeast(first.id, 1)
      assert.isAbove(second.id, first.id)
      assert.deepStrictEqual([first.email, first.last_name], [fields.email, "O'Hara"])
      assertEqual(yield* repository.find(first.id), Option.some(first))
      assert.isTrue(Option.isNone(yield* repository.find(unknownUser)))
    }))

  it.effect("the current organisation and project change for that user alone", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const project = yield* makeProject
      const user = yield* repository.insert(yield* userFields)
      const bystander = yield* repository.insert(yield* userFields)
      yield* repository.setCurrent(user.id, project.organization_id, project.id)
      const changed = Option.getOrThrow(yield* repository.find(user.id))
      assert.deepStrictEqual(
        [changed.current_organization_id, changed.current_project_id, changed.email],
        [project.organization_id, project.id, user.email]
      )
      assertEqual(yield* repository.find(bystander.id), Option.some(bystander))
    }))

  it.effect("memberships are the user's own", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const [one, two] = yield* Effect.all([makeOrganization(), makeOrganization()])
      const user = yield* repository.insert(yield* userFields)
      const other = yield* repository.insert(yield* userFields)
      assertEqual(yield* repository.memberships(user.id), [])
      const member = new Membership({ organization_id: one.id, user_id: user.id, level: 1 })
      const owner = new Membership({ organization_id: two.id, user_id: user.id, level: 15 })
      yield* repository.addMembership(member)
      yield* repository.addMembership(owner)
      yield* repository.addMembership(new Membership({ organization_id: one.id, user_id: other.id, level: 8 }))
      const found = (yield* repository.memberships(user.id)).toSorted((a, b) => a.level - b.level)
      assertEqual(found, [member, owner])
    }))
}

const keys = (it: It): void => {
  it.effect("a key is found by its secure value with scopes and restrictions, an unknown one is not", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const project = yield* makeProject
      const user = yield* (yield* UserRepository).insert(yield* userFields)
      const plain = yield* makeKey(user.id)
      const restricted = yield* makeKey(user.id, {
        scopes: [],
        scoped_teams: [project.id],
        scoped_organizations: [project.organization_id],
        last_used_at: DateTime.makeUnsafe("2024-02-29T23:59:59.999Z")
      })
      yield* repository.insert(plain)
      yield* repository.insert(restricted)
      assertEqual(yield* repository.findBySecureValue(plain.secure_value), Option.some(plain))
      assertEqual(yield* repository.findBySecureValue(restricted.secure_value), Option.some(restricted))
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue("sha256$unknown")))
    }))

  it.effect("marking a key as used keeps the time to the millisecond and touches no other key", () =>
    Effect.gen(function*() {
      const repository = yield* PersonalApiKeyRepository
      const user = yield* (yield* UserRepository).insert(yield* userFields)
      const used = yield* makeKey(user.id)
      const idle = yield* makeKey(user.id)
      yield* repository.insert(used)
      yield* repository.insert(idle)
      const at = DateTime.makeUnsafe("2024-02-29T12:00:00.123Z")
      yield* repository.markUsed(used.id, at)
      const expected = new PersonalApiKey(Struct.assign(used, { last_used_at: at }))
      assertEqual(yield* repository.findBySecureValue(used.secure_value), Option.some(expected))
      assertEqual(yield* repository.findBySecureValue(idle.secure_value), Option.some(idle))
    }))
}

import { assert, layer } from "@effect/vitest"
import { ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { Members } from "@hedgerow/core/access/Members"
import { Membership } from "@hedgerow/core/access/Membership"
import { maxKeysPerUser, PersonalApiKeys } from "@hedgerow/core/access/PersonalApiKeys"
import { Projects } from "@hedgerow/core/access/Projects"
import { maxSecretsPerProject, ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { Users } from "@hedgerow/core/access/Users"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import * as Domain from "@hedgerow/core/Domain"
import type { User } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Effect, Exit, Layer, Option } from "effect"
import { makeUser } from "./access/AccessWorld.ts"
import { makeOrganization, projectFields } from "./fixtures.ts"

const all = { limit: 1000, offset: 0 }

/** An owner of a new organisation, as a caller without a key. */
const makeOwner = Effect.fnUntraced(function*(organization: Membership["organization_id"]) {
  const user = yield* makeUser
  yield* (yield* UserRepository).addMembership(
    new Membership({ organization_id: organization, user_id: user.id, level: 15 })
  )
  return yield* (yield* Users).callerOf(user.id)
})

/** The contract of the services of keys and people under concurrent calls: limits hold, and logs match the changes. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const domain = Layer.mergeAll(Domain.layer, ApiKeyCallers.layer).pipe(Layer.provideMerge(storage))
  layer(domain, { excludeTestServices: true })(`Keys and people: ${name}`, (it) => {
    it.effect("of many keys made at once no more are issued than a user may have", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const caller = yield* makeOwner(organization.id)
        const keys = yield* PersonalApiKeys
        const create = keys.create(caller, { label: "Many", scopes: ["*"] })
        const exits = yield* Effect.all(Array.from({ length: 25 }, () => Effect.exit(create)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, maxKeysPerUser)
        assert.strictEqual((yield* keys.list(caller)).length, maxKeysPerUser)
        const listed = yield* (yield* ActivityLog).list({ organization: organization.id }, all)
        assert.strictEqual(listed.count, maxKeysPerUser)
        const refused = yield* create.pipe(Effect.flip)
        assert.strictEqual(
          refused.message,
          "You can only have 10 personal API keys. Remove an existing key before creating a new one."
        )
      }))

    it.effect("of many secrets made at once no more are issued than a project may have", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const caller = yield* makeOwner(organization.id)
        const project = yield* (yield* ProjectRepository).insert(yield* projectFields(organization.id))
        const secrets = yield* ProjectSecretKeys
        const at = { caller, project }
        const create = secrets.create(at, { label: "Many", scopes: ["feature_flag:read"] })
        const exits = yield* Effect.all(Array.from({ length: maxSecretsPerProject + 10 }, () => Effect.exit(create)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, maxSecretsPerProject)
        assert.strictEqual((yield* secrets.list(at)).length, maxSecretsPerProject)
        const listed = yield* (yield* ActivityLog).list({ project: project.id }, all)
        assert.strictEqual(listed.count, maxSecretsPerProject)
      }))

    it.effect("owners who remove each other at once leave one behind", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const [one, two] = yield* Effect.all([makeOwner(organization.id), makeOwner(organization.id)])
        const members = yield* Members
        const exits = yield* Effect.all([
          Effect.exit(members.changeLevel(one, organization.id, two.user.uuid, { level: 1 })),
          Effect.exit(members.changeLevel(two, organization.id, one.user.uuid, { level: 1 }))
        ], { concurrency: "unbounded" })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        const levels = (yield* members.list(one, organization.id)).map(({ level }) => level)
        assert.deepStrictEqual(levels.toSorted((a, b) => a - b), [1, 15])
        const listed = yield* (yield* ActivityLog).list({ organization: organization.id }, all)
        assert.strictEqual(listed.count, 1)
      }))

    it.effect("owners who are deactivated at once leave one active", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const [one, two] = yield* Effect.all([makeOwner(organization.id), makeOwner(organization.id)])
        const users = yield* Users
        const exits = yield* Effect.forEach([one, two], ({ user }) => Effect.exit(users.setActive(user.id, false)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        const left = yield* (yield* UserRepository).members(organization.id)
        assert.deepStrictEqual(left.filter(({ user }) => user.is_active).map(({ level }) => level), [15])
        const refused = yield* Effect.flip(Effect.forEach([one, two], ({ user }) => users.setActive(user.id, false)))
        assert.include(refused.message, `last active owner of the organization "${organization.name}"`)
      }))

    it.effect("an owner who is demoted while the other one is deactivated: one stays", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const [one, two] = yield* Effect.all([makeOwner(organization.id), makeOwner(organization.id)])
        const done = yield* Effect.all([
          Effect.isSuccess((yield* Members).changeLevel(two, organization.id, one.user.uuid, { level: 1 })),
          Effect.isSuccess((yield* Users).setActive(two.user.id, false))
        ], { concurrency: "unbounded" })
        assert.strictEqual(done.filter((success) => success).length, 1)
      }))

    it.effect("members who join while projects are made all have the first one as their current project", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const owner = yield* makeOwner(organization.id)
        const [members, projects, repository] = [yield* Members, yield* Projects, yield* UserRepository]
        yield* repository.setCurrent(owner.user.id, organization.id, null)
        const joining = yield* Effect.all(Array.from({ length: 6 }, () => makeUser))
        const join = (user: User) => members.add(owner, organization.id, { email: user.email })
        const make = Effect.forEach(["A", "B"], (name) => projects.create(owner, organization.id, { name }))
        const [[first]] = yield* Effect.all([make, Effect.forEach(joining, join, { concurrency: "unbounded" })], {
          concurrency: "unbounded"
        })
        for (const { user } of yield* repository.members(organization.id)) {
          assert.deepStrictEqual([user.current_organization_id, user.current_project_id], [organization.id, first?.id])
        }
        yield* members.remove(owner, organization.id, joining[0]?.uuid ?? "")
        const left = Option.getOrUndefined(yield* repository.find(joining[0]?.id ?? owner.user.id))
        assert.deepStrictEqual([left?.current_organization_id, left?.current_project_id], [null, null])
      }))

    it.effect("a key works until it is rolled or revoked, and not a moment longer", () =>
      Effect.gen(function*() {
        const organization = yield* makeOrganization()
        const caller = yield* makeOwner(organization.id)
        const keys = yield* PersonalApiKeys
        const resolver = yield* CallerResolver
        const works = (value: string) =>
          resolver.resolve({
            bearer: value,
            headers: {},
            query: () => undefined,
            body: Effect.undefined
          }).pipe(Effect.isSuccess)
        const issued = yield* keys.create(caller, { label: "Short", scopes: ["*"] })
        assert.isTrue(yield* works(issued.value))
        const rolled = yield* keys.roll(caller, issued.key.id)
        assert.deepStrictEqual([yield* works(issued.value), yield* works(rolled.value)], [false, true])
        yield* keys.revoke(caller, issued.key.id)
        assert.isFalse(yield* works(rolled.value))
      }))

    it.effect("of users made at once with one email, in any case, one is made", () =>
      Effect.gen(function*() {
        const users = yield* Users
        const name = yield* makeUuid7
        const emails = Array.from({ length: 6 }, (_, n) => n % 2 === 0 ? `${name}@example.com` : `${name}@EXAMPLE.com`)
        const exits = yield* Effect.forEach(emails, (email) => Effect.exit(users.create({ email })), {
          concurrency: "unbounded"
        })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        const refused = yield* users.create({ email: `${name}@Example.Com` }).pipe(Effect.flip)
        const message = "There is already a user with this email address."
        assert.deepStrictEqual(refused.issues, [{ path: ["email"], code: "unique", message }])
        const wrong = yield* users.create({ email: "no address", first_name: null }).pipe(Effect.flip)
        assert.deepStrictEqual(wrong.issues.map(({ code, path }) => [path[0], code]), [
          ["email", "invalid_input"],
          ["first_name", "null"]
        ])
      }))
  })
}

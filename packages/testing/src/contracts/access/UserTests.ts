import { assert } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import type { Organization } from "@hedgerow/core/identity/Organization"
import { User, UserId } from "@hedgerow/core/identity/User"
import { Effect, Exit, Option } from "effect"
import { makeOrganization, makeProject } from "../fixtures.ts"
import { type AccessTests, assertEqual, makeUser, unknownOrganization, userFields } from "./AccessWorld.ts"

const unknownUser = UserId.make(2_000_000_000)

/** Users, their organisations, and their current ones. */
export const userTests = (it: AccessTests): void => {
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

  it.effect("an email belongs to one user, whatever the case of its ASCII letters", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const fields = yield* userFields
      const user = yield* repository.insert({ ...fields, email: `Zoë.${fields.uuid}@Example.com` })
      const found = yield* repository.findByEmail(`zoë.${fields.uuid}@eXAMPLE.COM`)
      assertEqual(found, Option.some(user))
      assert.isTrue(Option.isNone(yield* repository.findByEmail(`zoË.${fields.uuid}@example.com`)))
      assert.isTrue(Option.isNone(yield* repository.findByEmail("no\0body@example.com")))
      const second = { ...yield* userFields, email: `ZOë.${fields.uuid}@example.com` }
      assert.strictEqual((yield* repository.insert(second).pipe(Effect.flip))._tag, "EmailTaken")
      assertEqual((yield* repository.list).filter((one) => one.uuid === second.uuid), [])
    }))

  it.effect("of concurrent users with one email exactly one is kept", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const { email } = yield* userFields
      const insert = Effect.gen(function*() {
        return yield* repository.insert({ ...yield* userFields, email })
      })
      const exits = yield* Effect.all(Array.from({ length: 8 }, () => Effect.exit(insert)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
    }))

  it.effect("an update changes names and activity, and neither what is current nor another user", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const project = yield* makeProject
      const user = yield* makeUser
      const bystander = yield* makeUser
      yield* repository.setCurrent(user.id, project.organization_id, project.id)
      yield* repository.update(new User({ ...user, first_name: "Ada", last_name: "Byron", is_active: false }))
      const changed = Option.getOrThrow(yield* repository.findForUpdate(user.id))
      assert.deepStrictEqual(
        [changed.first_name, changed.last_name, changed.is_active, changed.current_project_id, changed.email],
        ["Ada", "Byron", false, project.id, user.email]
      )
      assertEqual(yield* repository.find(bystander.id), Option.some(bystander))
      yield* repository.setCurrent(user.id, null, null)
      const cleared = Option.getOrThrow(yield* repository.find(user.id))
      assert.deepStrictEqual([cleared.current_organization_id, cleared.current_project_id], [null, null])
      assertEqual((yield* repository.list).find(({ id }) => id === user.id), cleared)
      assert.isTrue(Option.isNone(yield* repository.findForUpdate(unknownUser)))
    }))

  it.effect("an organisation's members are its own; a level changes without a new joining", () =>
    Effect.gen(function*() {
      const repository = yield* UserRepository
      const [one, two] = yield* Effect.all([makeOrganization(), makeOrganization()])
      const [first, second] = yield* Effect.all([makeUser, makeUser])
      const join = (organization: Organization, user: User, level: MembershipLevel) =>
        repository.addMembership(new Membership({ organization_id: organization.id, user_id: user.id, level }))
      yield* join(one, first, 15)
      yield* join(one, second, 1)
      yield* join(two, second, 15)
      const before = yield* repository.members(one.id)
      assertEqual(before.map(({ level, organization_id, user }) => [organization_id, user, level]), [
        [one.id, first, 15],
        [one.id, second, 1]
      ])
      yield* join(one, second, 8)
      const after = yield* repository.members(one.id)
      assertEqual(after.map(({ joined_at, level }) => [joined_at, level]), [
        [before[0]?.joined_at, 15],
        [before[1]?.joined_at, 8]
      ])
      yield* repository.removeMembership(one.id, second.id)
      assertEqual((yield* repository.members(one.id)).map(({ user }) => user.id), [first.id])
      assertEqual((yield* repository.members(two.id)).map(({ user }) => user.id), [second.id])
      assertEqual((yield* repository.memberships(second.id)).map(({ level }) => level), [15])
      assertEqual(yield* repository.members(unknownOrganization), [])
    }))
}

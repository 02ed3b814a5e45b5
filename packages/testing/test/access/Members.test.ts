import { assert, describe, it } from "@effect/vitest"
import { Members } from "@hedgerow/core/access/Members"
import { Users } from "@hedgerow/core/access/Users"
import type { User } from "@hedgerow/core/identity/User"
import { Effect } from "effect"
import { errorOf, HostedApi } from "./HostedApi.ts"

const path = "/api/organizations/@current/members/"
const noAdmin = [403, "permission_denied", null, "You do not have admin access to this resource."]
const noOwner = [
  403,
  "permission_denied",
  null,
  "Only an owner of the organization can make someone an owner, or change or remove one."
]
const lastOwner = "The last owner of an organization cannot be removed or demoted."

/** The people of the owner's organisation, by what they are called. */
const people = Effect.gen(function*() {
  const api = yield* HostedApi
  const base = `/api/organizations/${api.project.organization_id}/members/`
  const at = (user: User) => `${base}${user.uuid}/`
  const levels = Effect.map(
    api.call({ key: api.key }, "GET", base),
    ({ json }) =>
      (json["results"] as ReadonlyArray<{ readonly level: number; readonly user: { readonly first_name: string } }>)
        .map(({ level, user }) => [user.first_name, level])
  )
  return { ...api, base, at, levels, as: (user: User) => ({ login: user.email }) }
})

describe("members", () => {
  it.effect("are listed to every member by joining, with the record clients know", () =>
    Effect.gen(function*() {
      const { addUser, as, base, call, owner } = yield* people
      const member = yield* addUser("Mia", 1)
      const stranger = yield* addUser("Sam")
      const listed = yield* call(as(member), "GET", base)
      assert.strictEqual(listed.status, 200)
      assert.deepStrictEqual([listed.json["count"], listed.json["next"], listed.json["previous"]], [2, null, null])
      const [first, second] = listed.json["results"] as ReadonlyArray<{ id: string; user: { uuid: string } }>
      assert.strictEqual(first?.user.uuid, owner.uuid)
      const { id, ...record } = second ?? { id: "" }
      assert.match(id, /^[0-9a-f-]{36}$/)
      assert.deepStrictEqual(record, {
        user: {
          id: member.id,
          uuid: member.uuid,
          distinct_id: member.distinct_id,
          first_name: "Mia",
          last_name: "",
          email: "Mia@example.com",
          is_email_verified: false,
          mascot_config: {},
          role_at_organization: ""
        },
        level: 1,
        joined_at: "1970-01-01T00:00:00Z",
        updated_at: "1970-01-01T00:00:00Z"
      })
      assert.strictEqual((yield* call(as(stranger), "GET", base)).status, 404)
      const paged = yield* call(as(member), "GET", `${base}?limit=1&offset=1`)
      assert.deepStrictEqual((paged.json["results"] as ReadonlyArray<unknown>).length, 1)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("ask for organization_member scopes", () =>
    Effect.gen(function*() {
      const { at, call, owner } = yield* people
      const issue = (scope: string) =>
        Effect.map(
          call({ login: owner.email }, "POST", "/api/personal_api_keys/", { label: scope, scopes: [scope] }),
          ({ json }) => ({ key: String(json["value"]) })
        )
      const reader = yield* issue("organization_member:read")
      const other = yield* issue("organization:write")
      assert.strictEqual((yield* call(reader, "GET", path)).status, 200)
      assert.strictEqual((yield* call(other, "GET", path)).status, 403)
      const writes = [["POST", path], ["PATCH", at(owner)], ["DELETE", at(owner)]] as const
      for (const [method, where] of writes) {
        const refused = yield* call(reader, method, where, method === "DELETE" ? undefined : {})
        assert.strictEqual(errorOf(refused)[3], "API key missing required scope 'organization_member:write'")
      }
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("managers add users by email, in any letter case", () =>
    Effect.gen(function*() {
      const { addUser, as, base, call, levels, owner, activityOf } = yield* people
      const admin = yield* addUser("Ada", 8)
      const user = yield* addUser("Una")
      const added = yield* call(as(admin), "POST", base, { email: "UNA@Example.com" })
      assert.deepStrictEqual([added.status, added.json["level"]], [201, 1])
      assert.deepStrictEqual(yield* levels, [["Owner", 15], ["Ada", 8], ["Una", 1]])
      const [entry] = yield* activityOf()
      assert.deepInclude(entry, {
        activity: "created",
        scope: "OrganizationMembership",
        item_id: added.json["id"],
        by: admin.email,
        name: user.email
      })
      assert.deepStrictEqual(errorOf(yield* call(as(user), "POST", base, { email: owner.email })), noAdmin)
      const later = yield* addUser("Lou")
      assert.deepStrictEqual(errorOf(yield* call(as(admin), "POST", base, { email: later.email, level: 15 })), noOwner)
      const cases: ReadonlyArray<readonly [unknown, string, string, string]> = [
        [{}, "required", "email", "This field is required."],
        [{ email: "nobody@example.com" }, "does_not_exist", "email", "No user has this email address."],
        [{ email: user.email }, "unique", "email", "This user is a member of the organization already."],
        [{ email: later.email, level: 7 }, "invalid_choice", "level", "\"7\" is not a valid choice."]
      ]
      for (const [body, code, attr, detail] of cases) {
        assert.deepStrictEqual(errorOf(yield* call(as(admin), "POST", base, body)), [400, code, attr, detail])
      }
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a new member starts in the organisation, unless they are somewhere already", () =>
    Effect.gen(function*() {
      const { addUser, as, base, call, owner, project } = yield* people
      const user = yield* addUser("Una")
      const current = (who: User) =>
        Effect.map(call(as(who), "GET", "/api/users/@me/"), ({ json }) => [
          (json["organization"] as { id: string } | null)?.id,
          (json["team"] as { id: number } | null)?.id
        ])
      assert.deepStrictEqual(yield* current(user), [undefined, undefined])
      assert.strictEqual((yield* call(as(owner), "POST", base, { email: user.email })).status, 201)
      assert.deepStrictEqual(yield* current(user), [project.organization_id, project.id])
      assert.strictEqual((yield* call(as(user), "GET", "/api/projects/@current/")).status, 200)
      assert.strictEqual((yield* call(as(user), "GET", "/api/organizations/@current/")).status, 200)

      const own = (yield* call(as(owner), "POST", "/api/organizations/", { name: "Own" })).json["id"]
      const added = yield* call(as(owner), "POST", `/api/organizations/${String(own)}/members/`, { email: user.email })
      assert.strictEqual(added.status, 201)
      assert.deepStrictEqual(yield* current(user), [project.organization_id, project.id])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("managers find no users of other organisations, and no inactive ones", () =>
    Effect.gen(function*() {
      const { addUser, as, base, call, levels, owner, project } = yield* people
      const stranger = yield* addUser("Sam")
      yield* call(as(stranger), "POST", "/api/organizations/", { name: "Else" })
      const gone = yield* addUser("Guy")
      yield* (yield* Users).setActive(gone.id, false)
      const unknown = [400, "does_not_exist", "email", "No user has this email address."]
      for (const { email } of [stranger, gone, { email: "nobody@example.com" }]) {
        assert.deepStrictEqual(errorOf(yield* call(as(owner), "POST", base, { email })), unknown)
      }
      assert.deepStrictEqual(yield* levels, [["Owner", 15]])

      const members = yield* Members
      const caller = yield* (yield* Users).callerOf(owner.id)
      const enrol = (email: string) => members.enrol(caller, project.organization_id, { email })
      assert.strictEqual((yield* Effect.flip(enrol(gone.email)))._tag, "InvalidInput")
      assert.strictEqual((yield* enrol(stranger.email)).user.id, stranger.id)

      const own = (yield* call(as(owner), "POST", "/api/organizations/", { name: "Own" })).json["id"]
      const ownMembers = `/api/organizations/${String(own)}/members/`
      const issued = yield* call(as(owner), "POST", "/api/personal_api_keys/", {
        label: "Own alone",
        scopes: ["organization_member:write"],
        scoped_organizations: [own]
      })
      const bound = { key: String(issued.json["value"]) }
      assert.deepStrictEqual(errorOf(yield* call(bound, "POST", ownMembers, { email: stranger.email })), unknown)
      assert.strictEqual((yield* call(as(owner), "POST", ownMembers, { email: stranger.email })).status, 201)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("an organisation keeps an owner who is active", () =>
    Effect.gen(function*() {
      const { addUser, as, at, call, owner, project } = yield* people
      const users = yield* Users
      const admin = yield* addUser("Ada", 8)
      const second = yield* addUser("Sue", 15)
      yield* users.setActive(second.id, false)
      const refused = yield* Effect.flip(users.setActive(owner.id, false))
      assert.strictEqual(
        refused.message,
        "This user is the last active owner of the organization \"Meadow\". Make another member an owner first."
      )
      assert.strictEqual((yield* call(as(owner), "GET", `/api/projects/${project.id}/`)).status, 200)
      assert.deepStrictEqual(errorOf(yield* call(as(owner), "PATCH", at(owner), { level: 8 })).slice(2), [
        "level",
        lastOwner
      ])
      assert.deepStrictEqual(errorOf(yield* call(as(owner), "DELETE", at(owner))).slice(2), [null, lastOwner])
      assert.strictEqual((yield* call(as(owner), "PATCH", at(admin), { level: 1 })).status, 200)
      assert.strictEqual((yield* call(as(owner), "DELETE", at(second))).status, 204)
      yield* call(as(owner), "PATCH", at(admin), { level: 15 })
      assert.isFalse((yield* users.setActive(owner.id, false)).is_active)
      assert.strictEqual((yield* Effect.flip(users.setActive(admin.id, false)))._tag, "InvalidInput")
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("levels are changed by managers, those of owners by owners, and one owner stays", () =>
    Effect.gen(function*() {
      const { addUser, as, at, call, levels, owner, activityOf } = yield* people
      const admin = yield* addUser("Ada", 8)
      const member = yield* addUser("Mia", 1)
      const raised = yield* call(as(admin), "PATCH", at(member), { level: 8 })
      assert.deepStrictEqual([raised.status, raised.json["level"]], [200, 8])
      assert.deepStrictEqual((yield* activityOf())[0]?.["changes"], [["changed", "level", 1, 8]])
      assert.strictEqual((yield* call(as(admin), "PATCH", at(member), { level: 1 })).status, 200)
      assert.deepStrictEqual(errorOf(yield* call(as(admin), "PATCH", at(member), { level: 15 })), noOwner)
      assert.deepStrictEqual(errorOf(yield* call(as(admin), "PATCH", at(owner), { level: 1 })), noOwner)
      assert.deepStrictEqual(errorOf(yield* call(as(admin), "PATCH", at(admin), { level: 15 })), noOwner)
      assert.deepStrictEqual(errorOf(yield* call(as(member), "PATCH", at(member), { level: 8 })), noAdmin)
      assert.deepStrictEqual(errorOf(yield* call(as(owner), "PATCH", at(owner), { level: 8 })), [
        400,
        "invalid_input",
        "level",
        lastOwner
      ])
      assert.deepStrictEqual(yield* levels, [["Owner", 15], ["Ada", 8], ["Mia", 1]])
      assert.strictEqual((yield* call(as(owner), "PATCH", at(admin), { level: 15 })).status, 200)
      assert.strictEqual((yield* call(as(admin), "PATCH", at(owner), { level: 1 })).status, 200)
      assert.deepStrictEqual(yield* levels, [["Owner", 1], ["Ada", 15], ["Mia", 1]])
      const required = yield* call(as(admin), "PATCH", at(member), {})
      assert.deepStrictEqual(errorOf(required).slice(0, 3), [400, "required", "level"])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("are removed by managers, leave by themselves, and lose their access at once", () =>
    Effect.gen(function*() {
      const { addUser, as, at, base, call, levels, owner, project, activityOf } = yield* people
      const admin = yield* addUser("Ada", 8)
      const member = yield* addUser("Mia", 1)
      const stranger = yield* addUser("Sam")
      assert.deepStrictEqual(errorOf(yield* call(as(member), "DELETE", at(admin))), noAdmin)
      assert.deepStrictEqual(errorOf(yield* call(as(admin), "DELETE", at(owner))), noOwner)
      assert.deepStrictEqual(errorOf(yield* call(as(owner), "DELETE", at(owner))), [
        400,
        "invalid_input",
        null,
        lastOwner
      ])
      assert.strictEqual((yield* call(as(admin), "DELETE", at(stranger))).status, 404)
      assert.strictEqual((yield* call(as(stranger), "DELETE", at(member))).status, 404)

      const key =
        (yield* call(as(member), "POST", "/api/personal_api_keys/", { label: "K", scopes: ["*"] })).json["value"]
      const read = call({ key: String(key) }, "GET", `/api/projects/${project.id}/`)
      assert.strictEqual((yield* read).status, 200)
      assert.strictEqual((yield* call(as(admin), "DELETE", at(member))).status, 204)
      assert.strictEqual((yield* read).status, 403)
      assert.strictEqual((yield* call(as(admin), "DELETE", at(admin))).status, 204)
      assert.deepStrictEqual(yield* levels, [["Owner", 15]])
      const [left] = yield* activityOf()
      assert.deepInclude(left, {
        activity: "deleted",
        scope: "OrganizationMembership",
        by: admin.email,
        name: admin.email
      })
      assert.strictEqual((yield* call(as(owner), "PATCH", `${base}no-uuid/`, { level: 1 })).status, 404)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a user who leaves goes on in another one of their organisations", () =>
    Effect.gen(function*() {
      const { addUser, as, at, call, owner, project } = yield* people
      const member = yield* addUser("Mia", 1)
      const own = (yield* call(as(member), "POST", "/api/organizations/", { name: "Own" })).json["id"]
      const ownProject = (yield* call(as(member), "POST", "/api/projects/", {})).json["id"]
      const current = Effect.map(call(as(member), "GET", "/api/users/@me/"), ({ json }) => [
        (json["organization"] as { id: string } | null)?.id,
        (json["team"] as { id: number } | null)?.id
      ])
      yield* call(as(member), "PATCH", "/api/users/@me/", { set_current_team: project.id })
      assert.deepStrictEqual(yield* current, [project.organization_id, project.id])
      yield* call(as(owner), "DELETE", at(member))
      assert.deepStrictEqual(yield* current, [own, ownProject])
    }).pipe(Effect.provide(HostedApi.layer)))
})

describe("the user's own record", () => {
  it.effect("takes names and the current ones; everything else stays", () =>
    Effect.gen(function*() {
      const { call, key, owner, project } = yield* people
      const me = "/api/users/@me/"
      const changed = yield* call({ key }, "PATCH", me, { first_name: "Ann", last_name: "", email: "x@y.zz", id: 9 })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(["first_name", "last_name", "email", "id"].map((name) => changed.json[name]), [
        "Ann",
        "",
        owner.email,
        owner.id
      ])
      const second = (yield* call({ key }, "POST", "/api/projects/", { name: "Second" })).json["id"]
      const moved = yield* call({ key }, "PATCH", me, { set_current_team: second })
      assert.strictEqual((moved.json["team"] as { id: number }).id, second)
      assert.strictEqual((yield* call({ key }, "GET", "/api/projects/@current/")).json["id"], second)
      const back = yield* call({ key }, "PATCH", me, { set_current_organization: project.organization_id })
      assert.strictEqual((back.json["team"] as { id: number }).id, project.id)
      assert.deepStrictEqual((yield* call({ key }, "GET", me)).json, back.json)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("is logged for the user's organisations with author and differences; a change of nothing is not", () =>
    Effect.gen(function*() {
      const { addUser, call, key, owner, activityOf } = yield* people
      const me = "/api/users/@me/"
      const before = (yield* activityOf()).length
      yield* call({ key }, "PATCH", me, { first_name: owner.first_name })
      assert.strictEqual((yield* activityOf()).length, before)
      yield* call({ key }, "PATCH", me, { first_name: "Ann" })
      const [renamed] = yield* activityOf()
      assert.deepInclude(renamed, { activity: "updated", scope: "User", item_id: owner.uuid, by: owner.email })
      assert.deepStrictEqual(renamed?.["changes"], [["changed", "first_name", owner.first_name, "Ann"]])
      const member = yield* addUser("Mia", 1)
      yield* (yield* Users).setActive(member.id, false)
      const [deactivated] = yield* activityOf()
      assert.deepInclude(deactivated, { activity: "updated", scope: "User", item_id: member.uuid })
      assert.deepStrictEqual(deactivated?.["changes"], [["changed", "is_active", true, false]])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("takes nothing the user does not reach, and asks for user:write", () =>
    Effect.gen(function*() {
      const { addUser, as, call, key, owner } = yield* people
      const me = "/api/users/@me/"
      const stranger = yield* addUser("Sam")
      const foreign = (yield* call(as(stranger), "POST", "/api/organizations/", { name: "Else" })).json["id"]
      const project = (yield* call(as(stranger), "POST", "/api/projects/", {})).json["id"]
      const cases = [
        [
          { set_current_organization: foreign },
          "set_current_organization",
          `Object with id ${String(foreign)} does not exist.`
        ],
        [{ set_current_team: project }, "set_current_team", `Object with id ${String(project)} does not exist.`]
      ] as const
      for (const [body, attr, detail] of cases) {
        assert.deepStrictEqual(errorOf(yield* call({ key }, "PATCH", me, body)), [400, "does_not_exist", attr, detail])
      }
      const wrong = yield* call({ key }, "PATCH", me, { first_name: "x".repeat(151), set_current_team: "x" })
      assert.deepStrictEqual(
        (wrong.json["errors"] as ReadonlyArray<{ attr: string; code: string }>).map((one) => [one.attr, one.code]),
        [["first_name", "max_length"], ["set_current_team", "invalid_input"]]
      )
      const reader =
        (yield* call(as(owner), "POST", "/api/personal_api_keys/", { label: "R", scopes: ["user:read"] })).json
      assert.strictEqual((yield* call({ key: String(reader["value"]) }, "PATCH", me, {})).status, 403)
    }).pipe(Effect.provide(HostedApi.layer)))
})

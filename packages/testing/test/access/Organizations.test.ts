import { assert, describe, it } from "@effect/vitest"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Asker, errorOf, HostedApi } from "./HostedApi.ts"

const noAdmin = [403, "permission_denied", null, "You do not have admin access to this resource."]

const scoped = (scopes: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const { call, owner } = yield* HostedApi
    const created = yield* call({ login: owner.email }, "POST", "/api/personal_api_keys/", { label: "Scoped", scopes })
    return { key: String(created.json["value"]) }
  })

describe("organisations", () => {
  it.effect("the author of an organisation owns it; a user with a current one keeps it", () =>
    Effect.gen(function*() {
      const { call, key, owner, project, activityOf } = yield* HostedApi
      const created = yield* call({ key }, "POST", "/api/organizations/", { name: "Hill & Dale", slug: "mine" })
      assert.strictEqual(created.status, 201)
      const { id, ...rest } = created.json
      assert.deepStrictEqual(rest, {
        name: "Hill & Dale",
        slug: "hill-dale",
        membership_level: 15,
        projects: [],
        teams: [],
        created_at: "1970-01-01T00:00:00Z",
        updated_at: "1970-01-01T00:00:00Z"
      })
      const current = yield* call({ key }, "GET", "/api/organizations/@current/")
      assert.strictEqual(current.json["id"], project.organization_id)
      assert.strictEqual((yield* call({ key }, "GET", "/api/projects/@current/")).json["id"], project.id)
      assert.strictEqual((yield* call({ key }, "GET", `/api/organizations/${String(id)}/`)).status, 200)
      const [entry, ...others] = yield* activityOf({ organization: id as OrganizationId })
      assert.deepStrictEqual(others, [])
      assert.deepInclude(entry, { activity: "created", scope: "Organization", item_id: id, by: owner.email })
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("the first organisation of a user is current, and so is its first project", () =>
    Effect.gen(function*() {
      const { addUser, call } = yield* HostedApi
      const as = { login: (yield* addUser("Neu")).email }
      const { id } = (yield* call(as, "POST", "/api/organizations/", { name: "Hill" })).json
      assert.strictEqual((yield* call(as, "GET", "/api/organizations/@current/")).json["id"], id)
      assert.strictEqual((yield* call(as, "GET", "/api/projects/@current/")).status, 404)
      const first = (yield* call(as, "POST", "/api/projects/", { name: "First" })).json
      yield* call(as, "POST", "/api/projects/", { name: "Second" })
      assert.strictEqual((yield* call(as, "GET", "/api/projects/@current/")).json["id"], first["id"])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a key that is bound to organisations makes none and moves to none beyond its bound", () =>
    Effect.gen(function*() {
      const { call, owner, project } = yield* HostedApi
      const login = { login: owner.email }
      const other = (yield* call(login, "POST", "/api/organizations/", { name: "Other" })).json["id"]
      const otherProject = (yield* call(login, "POST", `/api/organizations/${String(other)}/projects/`, {})).json["id"]
      const issued = yield* call(login, "POST", "/api/personal_api_keys/", {
        label: "Bound",
        scopes: ["*"],
        scoped_organizations: [project.organization_id.toUpperCase()]
      })
      assert.deepStrictEqual(issued.json["scoped_organizations"], [project.organization_id])
      const bound = { key: String(issued.json["value"]) }
      assert.deepStrictEqual(errorOf(yield* call(bound, "POST", "/api/organizations/", { name: "No" })), [
        403,
        "permission_denied",
        null,
        "API keys with scoped organizations cannot create organizations."
      ])
      for (const [field, id] of [["set_current_organization", other], ["set_current_team", otherProject]] as const) {
        const refused = yield* call(bound, "PATCH", "/api/users/@me/", { [field]: id })
        assert.deepStrictEqual(errorOf(refused).slice(0, 3), [400, "does_not_exist", field])
      }
      const own = yield* call(bound, "PATCH", "/api/users/@me/", {
        set_current_organization: project.organization_id.toUpperCase()
      })
      assert.strictEqual(own.status, 200)
      assert.strictEqual((yield* call(bound, "GET", `/api/organizations/${String(other)}/`)).status, 403)
      const upper = `/api/organizations/${project.organization_id.toUpperCase()}/`
      assert.strictEqual((yield* call(bound, "GET", upper)).json["id"], project.organization_id)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("managers change the name; others and strangers do not", () =>
    Effect.gen(function*() {
      const { addUser, call, key, project, activityOf } = yield* HostedApi
      const path = `/api/organizations/${project.organization_id}/`
      const [member, admin, stranger] = [
        yield* addUser("member", 1),
        yield* addUser("admin", 8),
        yield* addUser("stranger")
      ]
      yield* TestClock.adjust("1 minute")
      const renamed = yield* call({ login: admin.email }, "PATCH", path, { name: "Lea", id: "x", created_at: null })
      assert.strictEqual(renamed.status, 200)
      assert.deepStrictEqual(
        [renamed.json["name"], renamed.json["slug"], renamed.json["updated_at"], renamed.json["membership_level"]],
        ["Lea", "meadow", "1970-01-01T00:01:00Z", 8]
      )
      assert.strictEqual((yield* call({ key }, "GET", path)).json["name"], "Lea")
      assert.deepStrictEqual(errorOf(yield* call({ login: member.email }, "PATCH", path, { name: "No" })), noAdmin)
      assert.strictEqual((yield* call({ login: stranger.email }, "PATCH", path, { name: "No" })).status, 404)
      assert.strictEqual((yield* call({ login: admin.email }, "PATCH", path, { name: "Lea" })).status, 200)
      const [entry, ...others] = (yield* activityOf()).filter(({ scope }) => scope === "Organization")
      assert.deepStrictEqual([entry?.["changes"], others], [[["changed", "name", "Meadow", "Lea"]], []])
      const wrong = yield* call({ key }, "PATCH", path, { name: "x".repeat(65) })
      assert.deepStrictEqual(errorOf(wrong).slice(0, 3), [400, "max_length", "name"])
      assert.deepStrictEqual(errorOf(yield* call({ key }, "POST", "/api/organizations/", {})).slice(0, 3), [
        400,
        "required",
        "name"
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("asks for organization:write", () =>
    Effect.gen(function*() {
      const { call, project } = yield* HostedApi
      const reader = yield* scoped(["organization:read", "project:write"])
      const writer = yield* scoped(["organization:write"])
      const path = `/api/organizations/${project.organization_id}/`
      for (const [method, at] of [["POST", "/api/organizations/"], ["PATCH", path]] as const) {
        assert.deepStrictEqual(errorOf(yield* call(reader, method, at, { name: "No" })), [
          403,
          "permission_denied",
          null,
          "API key missing required scope 'organization:write'"
        ])
      }
      assert.strictEqual((yield* call(writer, "PATCH", path, { name: "Yes" })).status, 200)
    }).pipe(Effect.provide(HostedApi.layer)))
})

describe("projects", () => {
  it.effect("managers make projects, in a named or the current organisation, each with a token of its own", () =>
    Effect.gen(function*() {
      const { addUser, call, key, owner, project, activityOf } = yield* HostedApi
      const fields = { name: "Orchard", timezone: "Pacific/Apia", week_start_day: 1, api_token: "phc_chosen", id: 99 }
      const path = `/api/organizations/${project.organization_id}/projects/`
      const created = yield* call({ key }, "POST", path, fields)
      assert.strictEqual(created.status, 201)
      const { api_token, id, uuid: _uuid, ...rest } = created.json
      assert.match(String(api_token), /^phc_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(rest, {
        organization: project.organization_id,
        project_id: id,
        name: "Orchard",
        timezone: "Pacific/Apia",
        week_start_day: 1,
        test_account_filters: [],
        events_retention_days: null,
        events_monthly_quota: null,
        events_sample_rate: 1,
        flag_approvals: null,
        effective_membership_level: 15,
        created_at: "1970-01-01T00:00:00Z",
        updated_at: "1970-01-01T00:00:00Z"
      })
      const plain = yield* call({ key }, "POST", "/api/projects/", {})
      assert.deepStrictEqual(
        [plain.status, plain.json["name"], plain.json["timezone"], plain.json["week_start_day"]],
        [201, "Default project", "UTC", 0]
      )
      assert.strictEqual((yield* call({ key }, "GET", "/api/projects/@current/")).json["id"], project.id)
      const ids = (yield* call({ key }, "GET", path)).json["results"] as ReadonlyArray<{ readonly id: number }>
      assert.deepStrictEqual(ids.map((one) => one.id), [project.id, id, plain.json["id"]])
      const member = yield* addUser("member", 1)
      for (const at of [path, "/api/organizations/@current/projects/"]) {
        const refused = yield* call({ login: member.email }, "POST", at, {})
        assert.include([403, 404], refused.status)
      }
      assert.deepStrictEqual(errorOf(yield* call({ login: member.email }, "POST", path, {})), noAdmin)
      assert.deepStrictEqual(yield* activityOf({ project: id as ProjectId }), [
        { activity: "created", scope: "Project", item_id: String(id), by: owner.email, name: "Orchard", changes: [] }
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("the first project of an organisation becomes current for its people who are there and have none", () =>
    Effect.gen(function*() {
      const { addUser, call, key, project } = yield* HostedApi
      const { id } = (yield* call({ key }, "POST", "/api/organizations/", { name: "Hill" })).json
      const base = `/api/organizations/${String(id)}/`
      const there = yield* addUser("There")
      assert.strictEqual((yield* call({ key }, "POST", `${base}members/`, { email: there.email })).status, 201)
      const current = (asker: Asker) =>
        Effect.map(
          call(asker, "GET", "/api/projects/@current/"),
          ({ json, status }) => status === 200 ? json["id"] : 404
        )
      assert.strictEqual(yield* current({ login: there.email }), 404)
      const first = (yield* call({ key }, "POST", `${base}projects/`, { name: "First" })).json["id"]
      yield* call({ key }, "POST", `${base}projects/`, { name: "Second" })
      assert.strictEqual(yield* current({ login: there.email }), first)
      assert.strictEqual(yield* current({ key }), project.id, "who is elsewhere stays there")
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("any member changes a project's settings; no stranger does", () =>
    Effect.gen(function*() {
      const { addUser, call, project, activityOf } = yield* HostedApi
      const staff = [{ type: "person", key: "email", operator: "not_icontains", value: "@example.com" }]
      const member = yield* addUser("member", 1)
      const stranger = yield* addUser("stranger")
      const path = `/api/projects/${project.id}/`
      const changed = yield* call({ login: member.email }, "PATCH", path, {
        name: "Lower field",
        timezone: "Europe/Dublin",
        week_start_day: "1",
        test_account_filters: staff,
        api_token: "phc_mine"
      })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(changed.json["api_token"], project.api_token)
      assert.deepStrictEqual((yield* call({ login: member.email }, "GET", path)).json, changed.json)
      const [entry] = yield* activityOf({ project: project.id })
      assert.deepStrictEqual(entry?.["changes"], [
        ["changed", "name", "Meadow", "Lower field"],
        ["changed", "timezone", "UTC", "Europe/Dublin"],
        ["changed", "week_start_day", 0, 1],
        ["created", "test_account_filters", [], staff]
      ])
      assert.strictEqual((yield* call({ login: stranger.email }, "PATCH", path, { name: "No" })).status, 403)
      assert.strictEqual((yield* call({ login: member.email }, "PATCH", "/api/projects/999/", {})).status, 404)
      const reader = yield* scoped(["project:read"])
      assert.strictEqual((yield* call(reader, "PATCH", path, { name: "No" })).status, 403)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("reports the faults of a project", () =>
    Effect.gen(function*() {
      const { call, key, project } = yield* HostedApi
      const cases: ReadonlyArray<readonly [body: unknown, code: string, detail: string, attr?: string]> = [
        [{ name: "x".repeat(201) }, "max_length", "Ensure this field has no more than 200 characters."],
        [{ name: "" }, "blank", "This field may not be blank."],
        [{ timezone: "Mars/Olympus" }, "invalid_choice", "\"Mars/Olympus\" is not a valid choice."],
        [{ timezone: "europe/dublin" }, "invalid_choice", "\"europe/dublin\" is not a valid choice."],
        [{ timezone: "+05:30" }, "invalid_choice", "\"+05:30\" is not a valid choice."],
        [{ timezone: null }, "null", "This field may not be null."],
        [{ week_start_day: 2 }, "invalid_choice", "\"2\" is not a valid choice."],
        [{ test_account_filters: {} }, "not_a_list", "Expected a list of items but got type \"dict\"."],
        [
          { test_account_filters: [{ key: "\ud800", type: "person", operator: "exact" }] },
          "surrogate_characters_not_allowed",
          "Surrogate characters are not allowed.",
          "test_account_filters__0__key"
        ]
      ]
      for (const [body, code, detail, attr = Object.keys(body as object)[0]] of cases) {
        for (const [method, path] of [["POST", "/api/projects/"], ["PATCH", `/api/projects/${project.id}/`]] as const) {
          assert.deepStrictEqual(errorOf(yield* call({ key }, method, path, body)), [400, code, attr, detail])
        }
      }
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a reset token replaces the old one, for managers alone, and the log masks both", () =>
    Effect.gen(function*() {
      const { addUser, call, key, project, activityOf } = yield* HostedApi
      const path = `/api/projects/${project.id}/reset_token/`
      const member = yield* addUser("member", 1)
      assert.deepStrictEqual(errorOf(yield* call({ login: member.email }, "PATCH", path)), noAdmin)
      /** The number of the project's events after this token was used; unknown tokens are dropped silently. */
      const countAfter = Effect.fnUntraced(function*(token: unknown) {
        const event = { event: "gate opened", distinct_id: String(token) }
        yield* call({ key: "none" }, "POST", "/batch/", { api_key: token, batch: [event] })
        const query = { kind: "ServiceSqlQuery", query: "SELECT count() FROM events" }
        const answer = yield* call({ key }, "POST", `/api/projects/${project.id}/query/`, {
          query,
          refresh: "force_blocking"
        })
        return answer.json["results"]
      })
      assert.deepStrictEqual(yield* countAfter(project.api_token), [[1]])
      const reset = yield* call({ key }, "PATCH", path)
      assert.strictEqual(reset.status, 200)
      assert.notStrictEqual(reset.json["api_token"], project.api_token)
      assert.deepStrictEqual(yield* countAfter(project.api_token), [[1]])
      assert.deepStrictEqual(yield* countAfter(reset.json["api_token"]), [[2]])
      const [entry] = yield* activityOf({ project: project.id })
      assert.deepStrictEqual(entry?.["changes"], [["changed", "api_token", "masked", "masked"]])
    }).pipe(Effect.provide(HostedApi.layer)))
})

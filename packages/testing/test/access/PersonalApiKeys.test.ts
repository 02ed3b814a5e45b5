import { assert, describe, it } from "@effect/vitest"
import { Users } from "@hedgerow/core/access/Users"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { errorOf, HostedApi } from "./HostedApi.ts"

const path = "/api/personal_api_keys/"
const noKeyAccess = [403, "permission_denied", null, "This action does not support personal API key access"]
const body = { label: "Reader", scopes: ["survey:read"] }

describe("personal API keys", () => {
  it.effect("a login issues a key whose value is answered once and works as its scopes say", () =>
    Effect.gen(function*() {
      const { call, owner, project, activityOf } = yield* HostedApi
      const login = { login: owner.email }
      const created = yield* call(login, "POST", path, { ...body, scopes: ["project:read"], unknown: 1, id: "mine" })
      assert.strictEqual(created.status, 201)
      const { id, value, ...rest } = created.json
      assert.match(String(value), /^phx_[0-9A-Za-z]{43}$/)
      assert.deepStrictEqual(rest, {
        label: "Reader",
        mask_value: `phx_...${String(value).slice(-4)}`,
        user_id: owner.id,
        scopes: ["project:read"],
        scoped_teams: [],
        scoped_organizations: [],
        created_at: "1970-01-01T00:00:00Z",
        last_used_at: null,
        last_rolled_at: null
      })
      assert.notStrictEqual(id, "mine")
      const key = { key: String(value) }
      assert.strictEqual((yield* call(key, "GET", `/api/projects/${project.id}/`)).status, 200)
      assert.strictEqual((yield* call(key, "GET", "/api/organizations/")).status, 403)
      for (const [asker, at] of [[login, `${path}${String(id)}/`], [key, `${path}@current`], [login, path]] as const) {
        const seen = yield* call(asker, "GET", at)
        assert.strictEqual(seen.status, 200)
        assert.notInclude(seen.text, String(value))
        assert.notInclude(seen.text, "sha256")
        assert.include(seen.text, "\"value\":null")
      }
      assert.deepStrictEqual(yield* activityOf(), [
        { activity: "created", scope: "PersonalAPIKey", item_id: id, by: owner.email, name: "Reader", changes: [] }
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("the list is the user's own keys as a bare array, by creation", () =>
    Effect.gen(function*() {
      const { addUser, call, owner } = yield* HostedApi
      const other = yield* addUser("other", 15)
      yield* TestClock.adjust("1 second")
      yield* call({ login: owner.email }, "POST", path, body)
      const foreign = yield* call({ login: other.email }, "POST", path, { ...body, label: "Foreign" })
      const labels = (yield* call({ login: owner.email }, "GET", path)).list.map(({ label }) => label)
      assert.deepStrictEqual(labels, ["First key", "Reader"])
      const foreignPath = `${path}${String(foreign.json["id"])}/`
      for (const [method, at] of [["GET", ""], ["PATCH", ""], ["DELETE", ""], ["POST", "roll/"]] as const) {
        const answer = yield* call(
          { login: owner.email },
          method,
          foreignPath + at,
          method === "PATCH" ? {} : undefined
        )
        assert.deepStrictEqual(errorOf(answer), [404, "not_found", null, "Not found."])
      }
      assert.strictEqual((yield* call({ login: other.email }, "GET", foreignPath)).status, 200)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a key sees itself, by id or @current, and does nothing else with keys", () =>
    Effect.gen(function*() {
      const { call, key, owner } = yield* HostedApi
      const { id } = (yield* call({ key }, "GET", `${path}@current`)).json
      const own = `${path}${String(id)}/`
      const second = yield* call({ login: owner.email }, "POST", path, body)
      assert.strictEqual((yield* call({ key }, "GET", own)).json["label"], "First key")
      const refused = [
        yield* call({ key }, "GET", path),
        yield* call({ key }, "POST", path, body),
        yield* call({ key }, "GET", `${path}${String(second.json["id"])}/`),
        yield* call({ key }, "PATCH", own, { label: "x" }),
        yield* call({ key }, "DELETE", own),
        yield* call({ key }, "POST", `${own}roll/`)
      ]
      for (const answer of refused) assert.deepStrictEqual(errorOf(answer), noKeyAccess)
      assert.strictEqual((yield* call({ login: owner.email }, "GET", own)).status, 200)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a change logs its differences, and a key's rights change at once", () =>
    Effect.gen(function*() {
      const { call, owner, project, activityOf } = yield* HostedApi
      const login = { login: owner.email }
      const { id, value } = (yield* call(login, "POST", path, { ...body, scopes: ["project:read"] })).json
      const at = `${path}${String(id)}/`
      const read = call({ key: String(value) }, "GET", `/api/projects/${project.id}/`)
      assert.strictEqual((yield* read).status, 200)
      const changed = yield* call(login, "PATCH", at, {
        label: " Writer ",
        scopes: ["survey:write"],
        scoped_teams: [project.id],
        value: "phx_chosen",
        last_rolled_at: "2020-01-01T00:00:00Z"
      })
      assert.strictEqual(changed.status, 200)
      assert.deepStrictEqual(
        ["label", "scopes", "scoped_teams", "value", "last_rolled_at"].map((name) => changed.json[name]),
        ["Writer", ["survey:write"], [project.id], null, null]
      )
      assert.strictEqual((yield* read).status, 403)
      assert.strictEqual((yield* call(login, "PATCH", at, {})).json["label"], "Writer")
      assert.deepStrictEqual((yield* activityOf()).map(({ activity }) => activity), ["updated", "created"])
      assert.deepStrictEqual((yield* activityOf())[0]?.["changes"], [
        ["changed", "label", "Reader", "Writer"],
        ["changed", "scopes", ["project:read"], ["survey:write"]],
        ["created", "scoped_teams", [], [project.id]]
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a rolled key has a new value at once, and the log masks both", () =>
    Effect.gen(function*() {
      const { call, owner, activityOf } = yield* HostedApi
      const login = { login: owner.email }
      const { id, value } = (yield* call(login, "POST", path, body)).json
      const current = (asked: unknown) => call({ key: String(asked) }, "GET", `${path}@current`)
      assert.strictEqual((yield* current(value)).status, 200)
      yield* TestClock.adjust("1 minute")
      const rolled = yield* call(login, "POST", `${path}${String(id)}/roll/`)
      assert.strictEqual(rolled.status, 200)
      assert.match(String(rolled.json["value"]), /^phx_/)
      assert.notStrictEqual(rolled.json["value"], value)
      assert.deepStrictEqual([rolled.json["id"], rolled.json["last_rolled_at"]], [id, "1970-01-01T00:01:00Z"])
      assert.strictEqual((yield* current(value)).status, 401)
      assert.strictEqual((yield* current(rolled.json["value"])).status, 200)
      const [entry] = yield* activityOf()
      assert.deepStrictEqual(entry?.["changes"], [
        ["changed", "mask_value", "masked", "masked"],
        ["created", "last_rolled_at", null, "1970-01-01T00:01:00Z"]
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("a revoked key is refused at once, as are the keys of a user who is not active", () =>
    Effect.gen(function*() {
      const { addUser, call, owner, activityOf } = yield* HostedApi
      const { id, value } = (yield* call({ login: owner.email }, "POST", path, body)).json
      const current = call({ key: String(value) }, "GET", `${path}@current`)
      assert.strictEqual((yield* current).status, 200)
      const revoked = yield* call({ login: owner.email }, "DELETE", `${path}${String(id)}/`)
      assert.deepStrictEqual([revoked.status, revoked.text], [204, ""])
      assert.deepStrictEqual(errorOf(yield* current).slice(0, 2), [401, "authentication_failed"])
      assert.deepStrictEqual((yield* activityOf()).map(({ activity }) => activity), ["deleted", "created"])

      const leaver = yield* addUser("leaver", 1)
      const held = (yield* call({ login: leaver.email }, "POST", path, body)).json["value"]
      const seen = call({ key: String(held) }, "GET", `${path}@current`)
      assert.strictEqual((yield* seen).status, 200)
      yield* (yield* Users).setActive(leaver.id, false)
      assert.strictEqual((yield* seen).status, 401)
      assert.strictEqual((yield* call({ login: leaver.email }, "GET", path)).status, 401)
      yield* (yield* Users).setActive(leaver.id, true)
      assert.strictEqual((yield* seen).status, 200)
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("lists hold each item once, and not too many", () =>
    Effect.gen(function*() {
      const { call, owner, project } = yield* HostedApi
      const login = { login: owner.email }
      const made = yield* call(login, "POST", path, {
        label: "Twice",
        scopes: ["query:read", "hog_function:write", "query:read"],
        scoped_teams: [project.id, String(project.id)],
        scoped_organizations: [project.organization_id, project.organization_id.toUpperCase()]
      })
      assert.strictEqual(made.status, 201)
      assert.deepStrictEqual(["scopes", "scoped_teams", "scoped_organizations"].map((name) => made.json[name]), [
        ["query:read", "hog_function:write"],
        [project.id],
        [project.organization_id]
      ])
      const many = [["scopes", "*", 100], ["scoped_teams", project.id, 1000], [
        "scoped_organizations",
        project.organization_id,
        1000
      ]] as const
      for (const [field, item, most] of many) {
        const send = (length: number) =>
          call(login, "PATCH", `${path}${String(made.json["id"])}/`, { [field]: Array.from({ length }, () => item) })
        assert.strictEqual((yield* send(most)).status, 200)
        assert.deepStrictEqual(errorOf(yield* send(most + 1)), [
          400,
          "max_length",
          field,
          `Ensure this field has no more than ${most} elements.`
        ])
      }
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("each organisation logs a key that leaves it or reaches it, and sees its own ids alone", () =>
    Effect.gen(function*() {
      const { call, owner, project, activityOf } = yield* HostedApi
      const login = { login: owner.email }
      const here = project.organization_id
      const there = String((yield* call(login, "POST", "/api/organizations/", { name: "There" })).json["id"])
      const team = (yield* call(login, "POST", `/api/organizations/${there}/projects/`, {})).json["id"]
      const keyEntries = (organization: string) =>
        Effect.map(
          activityOf({ organization: organization as OrganizationId }),
          (entries) => entries.filter(({ scope }) => scope === "PersonalAPIKey").map((one) => one["changes"])
        )
      const { id } = (yield* call(login, "POST", path, { ...body, scoped_organizations: [here] })).json
      assert.deepStrictEqual([yield* keyEntries(here), yield* keyEntries(there)], [[[]], []])

      yield* call(login, "PATCH", `${path}${String(id)}/`, { scoped_organizations: [there], scoped_teams: [team] })
      assert.deepStrictEqual((yield* keyEntries(here))[0], [
        ["deleted", "scoped_organizations", [here], []],
        ["changed", "gives_access", true, false]
      ])
      assert.deepStrictEqual(yield* keyEntries(there), [[
        ["created", "scoped_teams", [], [team]],
        ["created", "scoped_organizations", [], [there]],
        ["changed", "gives_access", false, true]
      ]])

      yield* call(login, "PATCH", `${path}${String(id)}/`, { scoped_organizations: [], scoped_teams: [project.id] })
      assert.deepStrictEqual((yield* keyEntries(here))[0], [
        ["created", "scoped_teams", [], [project.id]],
        ["changed", "gives_access", false, true]
      ])
      const count = (yield* keyEntries(there)).length
      yield* call(login, "DELETE", `${path}${String(id)}/`)
      assert.strictEqual((yield* keyEntries(there)).length, count, "nothing is shown that gives no access to it")
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("an eleventh key is refused", () =>
    Effect.gen(function*() {
      const { addUser, call } = yield* HostedApi
      const user = yield* addUser("many", 1)
      const create = call({ login: user.email }, "POST", path, body)
      for (let made = 0; made < 10; made++) assert.strictEqual((yield* create).status, 201)
      assert.deepStrictEqual(errorOf(yield* create), [
        400,
        "invalid_input",
        null,
        "You can only have 10 personal API keys. Remove an existing key before creating a new one."
      ])
    }).pipe(Effect.provide(HostedApi.layer)))

  it.effect("the faults of a key are reported by field, the first one as the headline", () =>
    Effect.gen(function*() {
      const { addUser, call, owner, project } = yield* HostedApi
      const stranger = yield* addUser("stranger")
      const foreign =
        (yield* call({ login: stranger.email }, "POST", "/api/organizations/", { name: "Else" })).json["id"]
      const foreignProject = (yield* call({ login: stranger.email }, "POST", "/api/projects/", {})).json["id"]
      const cases: ReadonlyArray<readonly [unknown, string, string | null, string]> = [
        [{}, "required", "label", "This field is required."],
        [{ ...body, label: null }, "null", "label", "This field may not be null."],
        [{ ...body, label: "  " }, "blank", "label", "This field may not be blank."],
        [{ ...body, label: ["x"] }, "invalid_input", "label", "Not a valid string."],
        [
          { ...body, label: "x".repeat(41) },
          "max_length",
          "label",
          "Ensure this field has no more than 40 characters."
        ],
        [{ ...body, label: "a\0b" }, "null_characters_not_allowed", "label", "Null characters are not allowed."],
        [
          "{\"label\":\"\\ud800\",\"scopes\":[\"*\"]}",
          "surrogate_characters_not_allowed",
          "label",
          "Surrogate characters are not allowed."
        ],
        [{ label: "x" }, "required", "scopes", "This field is required."],
        [{ ...body, scopes: [] }, "empty", "scopes", "This list may not be empty."],
        [{ ...body, scopes: "*" }, "not_a_list", "scopes", "Expected a list of items but got type \"str\"."],
        [{ ...body, scopes: [null] }, "null", "scopes__0", "This field may not be null."],
        [{ ...body, scopes: ["insight:invalid"] }, "invalid_input", "scopes", "Invalid scope: insight:invalid"],
        [{ ...body, scoped_teams: ["one"] }, "invalid_input", "scoped_teams__0", "A valid integer is required."],
        [
          { ...body, scoped_teams: [project.id, foreignProject] },
          "invalid_input",
          "scoped_teams",
          "You must be a member of all teams that you are scoping the key to."
        ],
        [
          { ...body, scoped_organizations: [foreign] },
          "invalid_input",
          "scoped_organizations",
          "You must be a member of all organizations that you are scoping the key to."
        ],
        [[], "invalid_input", null, "Invalid data. Expected a dictionary, but got list."]
      ]
      for (const [sent, code, attr, detail] of cases) {
        assert.deepStrictEqual(errorOf(yield* call({ login: owner.email }, "POST", path, sent)), [
          400,
          code,
          attr,
          detail
        ])
      }
      const both = yield* call({ login: owner.email }, "POST", path, { label: "", scopes: 3 })
      assert.deepStrictEqual((both.json["errors"] as ReadonlyArray<{ attr: string }>).map(({ attr }) => attr), [
        "label",
        "scopes"
      ])
      const malformed = yield* call({ login: owner.email }, "POST", path, "{\"label\":")
      assert.deepStrictEqual(errorOf(malformed).slice(0, 3), [400, "parse_error", null])
      assert.strictEqual((yield* call({ login: owner.email }, "GET", path)).list.length, 1)
      const keyPath = `${path}${String((yield* call({ login: owner.email }, "GET", path)).list[0]?.["id"])}/`
      const patched = yield* call({ login: owner.email }, "PATCH", keyPath, { scopes: ["nothing:read"] })
      assert.deepStrictEqual(errorOf(patched), [400, "invalid_input", "scopes", "Invalid scope: nothing:read"])
      const unbound = yield* call({ login: owner.email }, "PATCH", keyPath, { scoped_teams: null })
      assert.deepStrictEqual(unbound.json["scoped_teams"], [])
    }).pipe(Effect.provide(HostedApi.layer)))
})

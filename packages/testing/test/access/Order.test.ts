import { assert, describe, it } from "@effect/vitest"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Asker, errorOf, HostedApi } from "./HostedApi.ts"

const malformed = "{\"name\":"
const noAdmin = [403, "permission_denied", null, "You do not have admin access to this resource."]
const noOwner = "Only an owner of the organization can make someone an owner, or change or remove one."

describe("missing rights and unknown records are reported before any fault of the body", () => {
  it.effect("members, by the levels of the caller and of the member", () =>
    Effect.gen(function*() {
      const { addUser, call, owner, project } = yield* HostedApi
      const member = { login: (yield* addUser("Mia", 1)).email }
      const admin = { login: (yield* addUser("Ada", 8)).email }
      const base = `/api/organizations/${project.organization_id}/`
      const refusals: ReadonlyArray<readonly [Asker, string, string, ReadonlyArray<unknown>]> = [
        [member, "POST", `${base}members/`, noAdmin],
        [member, "PATCH", `${base}members/${owner.uuid}/`, noAdmin],
        [member, "PATCH", base, noAdmin],
        [member, "POST", `${base}projects/`, noAdmin],
        [admin, "PATCH", `${base}members/nobody/`, [404, "not_found", null, "Not found."]],
        [admin, "PATCH", `${base}members/${owner.uuid}/`, [403, "permission_denied", null, noOwner]],
        [admin, "PATCH", "/api/personal_api_keys/none/", [404, "not_found", null, "Not found."]],
        [admin, "POST", "/api/projects/", [404, "not_found", null, "Organization not found."]]
      ]
      for (const [asker, method, path, expected] of refusals) {
        assert.deepStrictEqual(errorOf(yield* call(asker, method, path, malformed)), expected, `${method} ${path}`)
      }
      const mayAll = { login: owner.email }
      for (const [, method, path] of refusals.slice(0, 4)) {
        assert.deepStrictEqual(errorOf(yield* call(mayAll, method, path, malformed)).slice(0, 2), [400, "parse_error"])
      }
    }).pipe(Effect.provide(HostedApi.layer)))
})

describe("a change that changes nothing", () => {
  it.effect("is answered, and neither written, logged nor announced to other servers", () =>
    Effect.gen(function*() {
      const { addUser, call, owner, project, activityOf } = yield* HostedApi
      const as = { login: owner.email }
      const mia = yield* addUser("Mia", 1)
      const keys = "/api/personal_api_keys/"
      const key = (yield* call(as, "POST", keys, { label: "K", scopes: ["query:read"], scoped_teams: [1] })).json
      const organization = `/api/organizations/${project.organization_id}/`
      const changes: ReadonlyArray<readonly [string, object, object]> = [
        ["/api/users/@me/", { first_name: "Owner", set_current_team: project.id }, { first_name: "Ann" }],
        [`${keys}${String(key["id"])}/`, { label: "K", scopes: ["query:read"], scoped_teams: [1] }, { label: "L" }],
        [organization, { name: "Meadow" }, { name: "Lea" }],
        [`${organization}members/${mia.uuid}/`, { level: 1 }, { level: 8 }],
        [`/api/projects/${project.id}/`, { name: "Meadow", timezone: "UTC" }, { name: "Lea" }]
      ]
      const versions = yield* DefinitionsVersions
      const state = Effect.all([
        versions.current("installation"),
        versions.current(project.id),
        Effect.map(activityOf(), (entries) => entries.length),
        Effect.map(activityOf({ project: project.id }), (entries) => entries.length),
        Effect.map(call(as, "GET", organization), ({ text }) => text),
        Effect.map(call(as, "GET", `${organization}members/`), ({ text }) => text)
      ])
      for (const [path, same, other] of changes) {
        yield* TestClock.adjust("1 minute")
        const before = yield* state
        const sent = path.includes("members") ? [same] : [same, {}]
        for (const body of sent) assert.strictEqual((yield* call(as, "PATCH", path, body)).status, 200)
        assert.deepStrictEqual(yield* state, before, path)
        assert.strictEqual((yield* call(as, "PATCH", path, other)).status, 200)
        assert.isAbove((yield* state)[0], before[0], path)
      }
    }).pipe(Effect.provide(HostedApi.layer)))
})

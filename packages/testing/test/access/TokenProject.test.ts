import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { errorOf, HostedApi } from "./HostedApi.ts"

it.effect("beside @current a project's token names the project, for reads and writes", () =>
  Effect.gen(function*() {
    const { addUser, call, owner, project } = yield* HostedApi
    const login = { login: owner.email }
    const other = (yield* call(login, "POST", "/api/organizations/@current/projects/", { name: "Other" })).json
    const token = String(other["api_token"])
    const made = yield* call(login, "POST", `/api/projects/@current/feature_flags/?token=${token}`, { key: "here" })
    assert.strictEqual(made.status, 201, made.text)
    const flagsAt = (path: string) =>
      Effect.map(
        call(login, "GET", path),
        ({ json }) => (json["results"] as ReadonlyArray<JsonRecord>).map(({ key }) => key)
      )
    assert.deepStrictEqual(yield* flagsAt(`/api/projects/${String(other["id"])}/feature_flags/`), ["here"])
    assert.deepStrictEqual(yield* flagsAt(`/api/environments/@current/feature_flags/?token=${token}`), ["here"])
    assert.deepStrictEqual(yield* flagsAt("/api/projects/@current/feature_flags/?token="), [])
    assert.deepStrictEqual(yield* flagsAt(`/api/projects/${project.id}/feature_flags/?token=${token}`), [])
    for (const unknown of ["phc_unknown", "%00", "x".repeat(300)]) {
      const refused = yield* call(login, "GET", `/api/projects/@current/feature_flags/?token=${unknown}`)
      assert.deepStrictEqual(errorOf(refused), [
        401,
        "authentication_failed",
        null,
        "Project token found in request query string is invalid."
      ])
    }
    const stranger = { login: (yield* addUser("stranger", undefined)).email }
    assert.strictEqual(
      (yield* call(stranger, "GET", `/api/projects/@current/feature_flags/?token=${token}`)).status,
      403
    )
  }).pipe(Effect.provide(HostedApi.layer)))

import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { HostedApi } from "./HostedApi.ts"

const keys = "/api/personal_api_keys/"
const body = JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "SELECT count() FROM events" } })

it.effect("an answer that is kept, and its request remembered, is for callers who may ask for it now, in its project", () =>
  Effect.gen(function*() {
    const { call, key, owner, project } = yield* HostedApi
    const login = { login: owner.email }
    const { id, value } = (yield* call(login, "POST", keys, { label: "Reader", scopes: ["query:read"] })).json
    const reader = { key: String(value) }
    const ask = (asked: unknown) => call(reader, "POST", `/api/projects/${String(asked)}/query/`, body)
    const change = (fields: object) => call(login, "PATCH", `${keys}${String(id)}/`, fields)
    const seen = (
      { json, status }: Effect.Success<ReturnType<typeof ask>>
    ) => [status, json["is_cached"] ?? json["code"]]

    assert.deepStrictEqual(seen(yield* ask(project.id)), [200, false])
    const kept = yield* ask(project.id)
    assert.deepStrictEqual(seen(kept), [200, true])

    const second = (yield* call({ key }, "POST", "/api/projects/", { name: "Second" })).json["id"]
    const other = yield* ask(second)
    assert.deepStrictEqual(seen(other), [200, false])
    assert.notStrictEqual(other.json["cache_key"], kept.json["cache_key"])

    yield* change({ scopes: ["survey:read"] })
    assert.deepStrictEqual(seen(yield* ask(project.id)), [403, "permission_denied"])
    yield* change({ scopes: ["query:read"], scoped_teams: [second] })
    assert.deepStrictEqual(seen(yield* ask(project.id)), [403, "permission_denied"])
    assert.deepStrictEqual(seen(yield* ask(second)), [200, true])
    yield* change({ scoped_teams: [] })
    assert.deepStrictEqual(seen(yield* ask(project.id)), [200, true])
    yield* call(login, "DELETE", `${keys}${String(id)}/`)
    assert.strictEqual((yield* ask(project.id)).status, 401)
  }).pipe(Effect.provide(HostedApi.layer)))

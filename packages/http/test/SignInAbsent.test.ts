import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { as, post, webApi } from "./support/WebApi.ts"

const paths = [
  "/api/login/",
  "/api/login/complete/",
  "/api/logout/",
  "/api/setup/",
  "/api/reset/",
  "/api/reset/complete/",
  "/api/invites/read/",
  "/api/invites/accept/",
  "/api/oidc/start/",
  "/api/oidc/complete/"
]

it.effect("without sessions, as in an application with a login of its own, the endpoints of signing in are not found", () =>
  Effect.gen(function*() {
    const call = yield* webApi()
    assert.strictEqual((yield* call("/api/session/")).status, 404)
    for (const path of paths) {
      const answer = yield* call(path, post({ email: "ada@example.com", password: "correct horse battery" }))
      assert.strictEqual(answer.status, 404, path)
    }
  }))

it.effect("without sessions no cookie is read: whoever has a key is who it says, and nobody else is anybody", () =>
  Effect.gen(function*() {
    const call = yield* webApi()
    const cookie = `hedgerow_session=hgs_${"a".repeat(43)}`
    const me = "/api/users/@me/"
    assert.strictEqual((yield* call(me, { headers: { cookie } })).status, 401)
    assert.strictEqual(
      (yield* call(me, as("phx_all", { headers: { cookie, "sec-fetch-site": "cross-site" } }))).status,
      200
    )
  }))

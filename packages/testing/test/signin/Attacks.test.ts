import { assert, it } from "@effect/vitest"
import { PasswordDerivation } from "@hedgerow/core/accounts/passwords/PasswordDerivation"
import { PasswordHashing } from "@hedgerow/core/accounts/passwords/PasswordHashing"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { loginLimits } from "@hedgerow/http/signin/LoginThrottle"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ada, errorOf, SignInWorld, userWith } from "./SignInWorld.ts"

const change = ["PATCH", "/api/users/@me/", { first_name: "Changed" }] as const

/** The headers of pages and tools that may not act for who is signed in. */
const foreign: ReadonlyArray<readonly [string, Readonly<Record<string, string | undefined>>]> = [
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["another host of the same site", { "sec-fetch-site": "same-site" }],
  ["the address bar", { "sec-fetch-site": "none" }],
  ["neither site nor origin", { "sec-fetch-site": undefined }],
  ["another origin", { "sec-fetch-site": undefined, origin: "https://evil.example" }],
  ["another port", { "sec-fetch-site": undefined, origin: "http://hedgerow.test:81" }],
  ["an opaque origin", { "sec-fetch-site": undefined, origin: "null" }],
  ["no token", { "x-csrf-token": undefined }],
  ["another token", { "x-csrf-token": "0".repeat(64) }],
  ["a form", { "content-type": "text/plain" }],
  ["another form", { "content-type": "application/x-www-form-urlencoded" }],
  ["a body without a type", { "content-type": undefined, "content-length": "24" }]
]

it.effect("a request that changes something is refused from every other page, and changes nothing", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    for (const [name, headers] of foreign) {
      assert.deepStrictEqual(errorOf(yield* one.call(...change, headers)), [403, "csrf_failed", null], name)
    }
    assert.strictEqual((yield* userWith(ada.email)).first_name, "Ada")
    const older = yield* one.call(...change, { "sec-fetch-site": undefined, origin: "http://hedgerow.test" })
    assert.deepStrictEqual([older.status, older.json["first_name"]], [200, "Changed"])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("other sites cannot read with the cookie, but a link from anywhere opens", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    const read = (headers: Readonly<Record<string, string | undefined>>) =>
      Effect.map(one.call("GET", "/api/users/@me/", undefined, headers), ({ status }) => status)
    assert.strictEqual(yield* read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }), 403)
    assert.strictEqual(yield* read({ "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }), 403)
    assert.strictEqual(yield* read({ "sec-fetch-site": undefined, origin: "https://evil.example" }), 403)
    assert.strictEqual(yield* read({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }), 200)
    const session = yield* one.call("GET", "/api/session/", undefined, { "sec-fetch-site": "same-site" })
    assert.deepStrictEqual(errorOf(session), [403, "csrf_failed", null])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("other sites cannot log a visitor in or out", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    for (
      const headers of [{ "sec-fetch-site": "cross-site" }, {
        "sec-fetch-site": undefined,
        origin: "https://evil.example"
      }]
    ) {
      const login = yield* browser().call("POST", "/api/login/", ada, headers)
      assert.deepStrictEqual(errorOf(login), [403, "csrf_failed", null])
      const logout = yield* one.call("POST", "/api/logout/", {}, headers)
      assert.deepStrictEqual(errorOf(logout), [403, "csrf_failed", null])
    }
    const withoutToken = yield* one.call("POST", "/api/logout/", {}, { "x-csrf-token": undefined })
    assert.deepStrictEqual(errorOf(withoutToken), [403, "csrf_failed", null])
    assert.strictEqual((yield* one.call("GET", "/api/users/@me/")).status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a request with a key ignores the cookie, wherever the key stands", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { key } = yield* TestApi
    const one = yield* owner
    const site = { "sec-fetch-site": "cross-site", "x-csrf-token": undefined }
    const signed = yield* one.call(...change, { ...site, authorization: `Bearer ${key}` })
    assert.strictEqual(signed.status, 200)
    const [method, path, body] = change
    const inBody = yield* one.call(method, path, { ...body, personal_api_key: key }, site)
    assert.strictEqual(inBody.status, 200)
    const inQuery = yield* one.call("GET", `${path}?personal_api_key=phx_unknown`)
    assert.deepStrictEqual(errorOf(inQuery), [401, "authentication_failed", null])
    const unknown = yield* one.call("GET", "/api/users/@me/", undefined, { authorization: "Bearer phx_unknown" })
    assert.deepStrictEqual(errorOf(unknown), [401, "authentication_failed", null])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("guesses are slowed down: ten at one account from one address, also at once, and time heals", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const guess = (email: string, password = "a wrong guess") =>
      browser().call("POST", "/api/login/", { email, password })
    const guesses = yield* Effect.forEach(
      Array.from({ length: loginLimits.accountAndAddress + 5 }, (_, index) => index),
      () => guess("Ada@example.com"),
      { concurrency: "unbounded" }
    )
    const statuses = guesses.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepStrictEqual(statuses, [
      ...Array.from({ length: 10 }, () => 400),
      ...Array.from({ length: 5 }, () => 429)
    ])
    const kept = yield* guess(ada.email, ada.password)
    assert.deepStrictEqual(errorOf(kept), [429, "throttled", null])
    assert.isAbove(Number(kept.headers.get("retry-after")), 0)
    assert.strictEqual((yield* guess("grace@example.com")).status, 400)
    yield* TestClock.adjust("16 minutes")
    assert.strictEqual((yield* guess(ada.email, ada.password)).status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect(
  "guesses at many accounts from one address are slowed down; log-ins that succeed are not counted",
  () =>
    Effect.gen(function*() {
      const { browser, owner } = yield* SignInWorld
      yield* owner
      for (let i = 0; i < 30; i++) assert.strictEqual((yield* browser().call("POST", "/api/login/", ada)).status, 200)
      for (let i = 0; i < loginLimits.address; i++) {
        const guess = { email: `user${i}@example.com`, password: "a wrong guess" }
        assert.strictEqual((yield* browser().call("POST", "/api/login/", guess)).status, 400)
      }
      assert.strictEqual((yield* browser().call("POST", "/api/login/", ada)).status, 429)
    }).pipe(Effect.provide(SignInWorld.layer)),
  60_000
)

it.effect("an email that nobody has costs the same work as a wrong password", () =>
  Effect.gen(function*() {
    const work: Array<string> = []
    const { derive, ...rest } = yield* PasswordDerivation
    const counting = Layer.succeed(PasswordDerivation, {
      ...rest,
      preferred: { name: "scrypt", logCost: 1, blockSize: 1, lanes: 1 } as const,
      derive: (derivation, password, salt) => {
        work.push(`${derivation.name} ${password.length} ${salt.length}`)
        return derive(derivation, password, salt)
      }
    })
    const checks = Effect.gen(function*() {
      const hashing = yield* PasswordHashing
      const hash = yield* hashing.hash("a right password")
      work.length = 0
      const wrong = yield* hashing.check("a wrong password", hash)
      const nobody = yield* hashing.check("a wrong password", undefined)
      return [wrong.isRight, nobody.isRight]
    }).pipe(Effect.provide(PasswordHashing.layer.pipe(Layer.provide(counting))))
    assert.deepStrictEqual(yield* checks, [false, false])
    assert.deepStrictEqual(work, ["scrypt 16 16", "scrypt 16 16"])
  }))

it.effect("the answers do not tell who has an account", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const wrong = yield* browser().call("POST", "/api/login/", { ...ada, password: "a wrong guess" })
    const nobody = yield* browser().call("POST", "/api/login/", { email: "no@example.com", password: "a wrong guess" })
    assert.deepStrictEqual(wrong.json, nobody.json)
    const resets = yield* Effect.forEach([ada.email, "no@example.com"], (email) =>
      browser().call("POST", "/api/reset/", { email }))
    assert.deepStrictEqual(resets.map(({ json, status }) => [status, json]), [[200, { success: true }], [200, {
      success: true
    }]])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a stranger's body is short: more is refused before it is read", () =>
  Effect.gen(function*() {
    const { browser } = yield* SignInWorld
    for (const path of ["login", "logout", "setup", "reset", "reset/complete"]) {
      const answer = yield* browser().call("POST", `/api/${path}/`, { email: "x".repeat(64 * 1024) })
      assert.deepStrictEqual(errorOf(answer), [413, "request_too_large", null], path)
    }
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("the activity log says who signed in, and who changed what with a session", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { project } = yield* TestApi
    const one = yield* owner
    yield* one.call("POST", "/api/projects/1/feature_flags/", { key: "gate" })
    yield* one.call("POST", "/api/logout/", {})
    const log = yield* ActivityLog
    const all = { limit: 100, offset: 0 }
    const own = yield* log.list({ organization: project.organization_id, scope: "User" }, all)
    assert.deepStrictEqual(own.items.map(({ activity, user }) => [activity, user?.email]), [
      ["logged_out", ada.email],
      ["logged_in", ada.email],
      ["password_set", ada.email],
      ["updated", ada.email]
    ])
    const flags = yield* log.list({ project: project.id, scope: "FeatureFlag" }, all)
    assert.deepStrictEqual(flags.items.map(({ activity, user }) => [activity, user?.email]), [["created", ada.email]])
  }).pipe(Effect.provide(SignInWorld.layer)))

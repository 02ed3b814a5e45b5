import { assert, it } from "@effect/vitest"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinkRepository } from "@hedgerow/core/accounts/AccountLinkRepository"
import { AccountLinks, maxLinksPerPurpose } from "@hedgerow/core/accounts/AccountLinks"
import { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import { LoginSessions, longestIdle, longestSession, maxSessionsPerUser } from "@hedgerow/core/accounts/LoginSessions"
import { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import { RateLimiter } from "@hedgerow/http/limits/RateLimiter"
import { TestApi } from "@hedgerow/testing"
import { Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { ada, type Browser, errorOf, SignInWorld, userWith } from "./SignInWorld.ts"

const me = "/api/users/@me/"

it.effect("the first person sets an account up by the link, once, and is signed in", () =>
  Effect.gen(function*() {
    const { browser } = yield* SignInWorld
    const links = yield* AccountLinks
    const [token, other] = [Option.getOrThrow(yield* links.issueSetup), Option.getOrThrow(yield* links.issueSetup)]
    const one = browser()
    const before = yield* one.call("GET", "/api/session/")
    assert.deepStrictEqual([before.json["user"], before.json["setup_required"]], [null, true])
    const wrong = yield* one.call("POST", "/api/setup/", { ...ada, token: "hgl_wrong" })
    assert.deepStrictEqual(errorOf(wrong), [400, "invalid_token", "token"])
    const done = yield* one.call("POST", "/api/setup/", { ...ada, token, first_name: "Ada" })
    assert.deepStrictEqual([done.status, done.json["success"]], [200, true])
    const user = yield* one.call("GET", me)
    assert.deepStrictEqual([user.status, user.json["email"], user.json["first_name"]], [200, ada.email, "Ada"])
    for (const used of [token, other]) {
      const again = yield* browser().call("POST", "/api/setup/", { ...ada, email: "eve@example.com", token: used })
      assert.deepStrictEqual(errorOf(again), [400, "invalid_token", "token"])
    }
    assert.isTrue(Option.isNone(yield* links.issueSetup))
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a log-in gives a new session with a hardened cookie, and a log-out ends it", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const one = browser()
    const answer = yield* one.call("POST", "/api/login/", { ...ada, email: "ADA@example.com" })
    assert.deepStrictEqual([answer.status, answer.json["success"]], [200, true])
    const line = answer.headers.getSetCookie().find((text) => text.startsWith("hedgerow_session="))
    assert.match(line ?? "", /^hedgerow_session=hgs_\w{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.strictEqual(answer.headers.get("cache-control"), "no-store")
    const session = yield* one.call("GET", "/api/session/")
    assert.deepStrictEqual([session.json["csrf_token"], session.json["setup_required"]], [one.csrf, false])
    const held = [...one.cookies]
    assert.strictEqual((yield* one.call("POST", "/api/logout/", {})).status, 200)
    assert.strictEqual(one.cookies.size, 0)
    for (const [name, value] of held) one.cookies.set(name, value)
    assert.deepStrictEqual(errorOf(yield* one.call("GET", me)), [401, "not_authenticated", null])
    assert.strictEqual((yield* browser().call("POST", "/api/logout/", {})).status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("behind TLS the cookie has the prefix that only this host can set, and Secure", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const { fetch } = yield* TestApi
    yield* owner
    const response = yield* Effect.promise(() =>
      fetch("https://hedgerow.test/api/login/", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(ada)
      })
    )
    assert.strictEqual(response.status, 200)
    assert.isTrue(
      response.headers.getSetCookie().some((line) =>
        /^__Host-hedgerow_session=hgs_\w+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/.test(line)
      ),
      response.headers.getSetCookie().join("\n")
    )
    const one = browser()
    one.cookies.set("__Host-hedgerow_session", "hgs_anything")
    assert.deepStrictEqual((yield* one.call("GET", me)).status, 401)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a session that somebody put into the browser before the log-in signs nobody in (fixation)", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const mallory = browser()
    yield* mallory.call("POST", "/api/login/", ada)
    const planted = mallory.cookies.get("hedgerow_session") ?? ""
    const victim = browser()
    victim.cookies.set("hedgerow_session", planted)
    yield* victim.call("POST", "/api/login/", ada)
    assert.notStrictEqual(victim.cookies.get("hedgerow_session"), planted)
    assert.deepStrictEqual(errorOf(yield* mallory.call("GET", me)), [401, "not_authenticated", null])
    const invented = browser()
    invented.cookies.set("hedgerow_session", `hgs_${"a".repeat(43)}`)
    yield* invented.call("POST", "/api/login/", ada)
    assert.notStrictEqual(invented.cookies.get("hedgerow_session"), `hgs_${"a".repeat(43)}`)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a session ends when it is not used, and in the end although it is used", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const [idle, busy] = [yield* owner, browser()]
    yield* busy.call("POST", "/api/login/", ada)
    const step = Duration.days(13)
    for (let days = 13; days < Duration.toDays(longestSession); days += 13) {
      yield* TestClock.adjust(step)
      assert.strictEqual((yield* busy.call("GET", me)).status, 200)
      if (days > Duration.toDays(longestIdle)) assert.strictEqual((yield* idle.call("GET", me)).status, 401)
    }
    yield* TestClock.adjust(step)
    assert.strictEqual((yield* busy.call("GET", me)).status, 401)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a change of the password ends every other session: a stolen cookie opens nothing from then on", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const [one, thief] = [yield* owner, browser()]
    for (const [name, value] of one.cookies) thief.cookies.set(name, value)
    assert.strictEqual((yield* thief.call("GET", me)).status, 200)
    const path = "/api/users/@me/password/"
    const wrong = yield* one.call("POST", path, { current_password: "not this one", password: "wrong zebra charger" })
    assert.deepStrictEqual(errorOf(wrong), [400, "invalid_credentials", "current_password"])
    const short = yield* one.call("POST", path, { current_password: ada.password, password: "1234567" })
    assert.deepStrictEqual(errorOf(short), [400, "min_length", "password"])
    const email = yield* one.call("POST", path, { current_password: ada.password, password: "ADA@example.com" })
    assert.deepStrictEqual(errorOf(email), [400, "invalid_value", "password"])
    const done = yield* one.call("POST", path, { current_password: ada.password, password: "wrong zebra charger" })
    assert.strictEqual(done.status, 200)
    assert.strictEqual((yield* one.call("GET", me)).status, 200)
    assert.strictEqual((yield* thief.call("GET", me)).status, 401)
    assert.deepStrictEqual(errorOf(yield* thief.call("POST", "/api/login/", ada)), [400, "invalid_credentials", null])
    const key = yield* one.call("POST", path, {}, { authorization: `Bearer ${(yield* TestApi).key}` })
    assert.deepStrictEqual(errorOf(key), [403, "permission_denied", null])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a link resets the password once, until a day is over, and ends every session", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const links = yield* AccountLinks
    const one = yield* owner
    const user = yield* userWith(ada.email)
    const complete = "/api/reset/complete/"
    const late = yield* links.issueReset(user)
    yield* TestClock.adjust("24 hours")
    const body = { token: late, password: "wrong zebra charger" }
    assert.deepStrictEqual(errorOf(yield* browser().call("POST", complete, body)), [400, "invalid_token", "token"])
    const [token, other] = [yield* links.issueReset(user), yield* links.issueReset(user)]
    assert.strictEqual((yield* browser().call("POST", complete, { ...body, token })).status, 200)
    assert.strictEqual((yield* one.call("GET", me)).status, 401)
    for (const used of [token, other]) {
      const again = yield* browser().call("POST", complete, { ...body, token: used })
      assert.deepStrictEqual(errorOf(again), [400, "invalid_token", "token"])
    }
    const login = yield* browser().call("POST", "/api/login/", { email: ada.email, password: body.password })
    assert.strictEqual(login.status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a user who is deactivated is signed out, cannot sign in, and finds no session or link when active again", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const users = yield* Users
    const links = yield* AccountLinks
    const grace = yield* users.create({ email: "grace@example.com" })
    const body = { token: yield* links.issueReset(grace), password: "wrong zebra charger" }
    yield* browser().call("POST", "/api/reset/complete/", body)
    const one = browser()
    yield* one.call("POST", "/api/login/", { email: grace.email, password: body.password })
    assert.strictEqual((yield* one.call("GET", me)).status, 200)
    const token = yield* links.issueReset(grace)
    yield* users.setActive(grace.id, false)
    assert.strictEqual((yield* one.call("GET", me)).status, 401)
    const again = yield* browser().call("POST", "/api/login/", { email: grace.email, password: body.password })
    assert.deepStrictEqual(errorOf(again), [400, "invalid_credentials", null])
    yield* users.setActive(grace.id, true)
    assert.strictEqual((yield* one.call("GET", me)).status, 401)
    const reset = yield* browser().call("POST", "/api/reset/complete/", { ...body, token })
    assert.deepStrictEqual(errorOf(reset), [400, "invalid_token", "token"])
    const login = yield* browser().call("POST", "/api/login/", { email: grace.email, password: body.password })
    assert.strictEqual(login.status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("signing out everywhere ends every session of the user, and nobody else's", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const [one, two, three] = [yield* owner, browser(), browser()]
    const grace = yield* (yield* Users).create({ email: "grace@example.com" })
    const password = "wrong zebra charger"
    const token = yield* (yield* AccountLinks).issueReset(grace)
    yield* browser().call("POST", "/api/reset/complete/", { token, password })
    yield* two.call("POST", "/api/login/", ada)
    yield* three.call("POST", "/api/login/", { email: grace.email, password })
    assert.strictEqual((yield* one.call("POST", "/api/logout/", { everywhere: true })).status, 200)
    const statuses = yield* Effect.forEach([one, two, three], (each) => each.call("GET", me))
    assert.deepStrictEqual(statuses.map(({ status }) => status), [401, 401, 200])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a user has a bounded number of sessions: the one that was unused for longest ends", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    const sessions = yield* LoginSessions
    const user = yield* userWith(ada.email)
    for (let i = 1; i < maxSessionsPerUser; i++) yield* sessions.open(user.id)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* one.call("GET", me)).status, 200)
    yield* Effect.forEach([1, 2], () => sessions.open(user.id))
    assert.strictEqual((yield* (yield* LoginSessionRepository).all(user.id)).length, maxSessionsPerUser)
    assert.strictEqual((yield* one.call("GET", me)).status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a user has a bounded number of links of each purpose, none of them too old", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    yield* owner
    const links = yield* AccountLinks
    const rows = yield* AccountLinkRepository
    const user = yield* userWith(ada.email)
    const first = yield* links.issueReset(user)
    for (let i = 0; i < maxLinksPerPurpose; i++) {
      yield* TestClock.adjust("1 second")
      yield* links.issueReset(user)
    }
    assert.strictEqual((yield* rows.all(user.id)).length, maxLinksPerPurpose)
    assert.isTrue(Option.isNone(yield* rows.findBySecureValue(secureValueOf(first))))
    yield* TestClock.adjust("24 hours")
    yield* links.issueReset(user)
    assert.strictEqual((yield* rows.all(user.id)).length, 1)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("neither the cookie nor the password nor a link's token is stored", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    const user = yield* userWith(ada.email)
    const token = yield* (yield* AccountLinks).issueReset(user)
    const cookie = one.cookies.get("hedgerow_session") ?? ""
    const stored = [
      ...yield* (yield* PasswordRepository).all(user.id),
      ...yield* (yield* LoginSessionRepository).all(user.id),
      ...yield* (yield* AccountLinkRepository).all(user.id)
    ]
    assert.strictEqual(stored.length, 3)
    const text = JSON.stringify(stored)
    for (const secret of [ada.password, cookie, token, one.csrf ?? ""]) {
      assert.isAbove(secret.length, 10)
      assert.notInclude(text, secret)
    }
    assert.match(text, /"hash":"\$scrypt\$ln=1,r=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}"/)
    for (const secret of [cookie, token]) assert.include(text, `"secure_value":"${secureValueOf(secret)}"`)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a session counts in the rates of requests, each by itself", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const [one, two] = [yield* owner, browser()]
    yield* two.call("POST", "/api/login/", ada)
    const statuses = (each: Browser) =>
      Effect.forEach([1, 2, 3], () => Effect.map(each.call("GET", me), ({ status }) => status))
    assert.deepStrictEqual(yield* statuses(one), [200, 200, 429])
    assert.deepStrictEqual(yield* statuses(two), [200, 200, 429])
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        SignInWorld.layer,
        RateLimiter.layer({ rates: { default: [{ limit: 2, windowSeconds: 60 }] } })
      )
    )
  ))

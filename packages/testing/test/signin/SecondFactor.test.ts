import { assert, it } from "@effect/vitest"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { maxFailures } from "@hedgerow/core/accounts/second-factors/CodeCheck"
import { LoginChallengeRepository } from "@hedgerow/core/accounts/second-factors/LoginChallengeRepository"
import { SecondFactorRepository } from "@hedgerow/core/accounts/second-factors/SecondFactorRepository"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { Clock, Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { ada, type Browser, errorOf, SignInWorld, userWith } from "./SignInWorld.ts"

const keysOf = (text: string) => Layer.succeed(SecretKeys, Result.getOrThrow(parseSecretKeys(text)))
const world = SignInWorld.layer.pipe(Layer.provideMerge(keysOf("a".repeat(64))))

const at = "/api/users/@me/second_factor/"
const current_password = ada.password

/** The code that an app shows at the clock's time, or some steps later. */
const codeOf = Effect.fnUntraced(function*(secret: string, steps = 0) {
  const timestamp = (yield* Clock.currentTimeMillis) + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
})

/** A code that the app does not show around now. */
const wrongCode = Effect.fnUntraced(function*(secret: string) {
  const near = yield* Effect.forEach([-1, 0, 1], (steps) => codeOf(secret, steps))
  return ["000000", "111111", "222222", "333333"].find((code) => !near.includes(code)) ?? ""
})

/** Turns the second factor on; the codes that did so are used up. */
const turnOn = Effect.fnUntraced(function*(one: Browser) {
  const begun = yield* one.call("POST", at, { current_password })
  const secret = String(begun.json["secret"])
  const confirmed = yield* one.call("POST", `${at}confirm/`, { code: yield* codeOf(secret) })
  if (confirmed.status !== 200) return yield* Effect.die(confirmed.json)
  yield* TestClock.adjust("2 minutes")
  return { secret, backup: confirmed.json["backup_codes"] as ReadonlyArray<string>, uri: String(begun.json["uri"]) }
})

/** The first step, in a browser of its own. */
const firstStep = Effect.fnUntraced(function*() {
  const { browser } = yield* SignInWorld
  const one = browser()
  const answer = yield* one.call("POST", "/api/login/", ada)
  return { one, answer, token: String(answer.json["second_factor_token"]) }
})

const secondStep = (one: Browser, token: string, code: string) =>
  one.call("POST", "/api/login/complete/", { token, code })

interface OwnSession {
  readonly id: string
  readonly user_agent: string | null
  readonly is_current: boolean
}

const refusedCode = [400, "invalid_code", "code"]
const refusedToken = [400, "invalid_token", "token"]

it.effect("a code is asked for once the app has shown one, and until then nobody is signed in", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    assert.deepStrictEqual((yield* one.call("GET", at)).json, {
      is_on: false,
      confirmed_at: null,
      backup_codes_left: 0
    })
    yield* one.call("POST", at, { current_password })
    assert.strictEqual((yield* firstStep()).answer.json["success"], true)
    const { backup, secret, uri } = yield* turnOn(one)
    assert.match(
      uri,
      /^otpauth:\/\/totp\/Hedgerow:ada%40example\.com\?issuer=Hedgerow&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/
    )
    assert.strictEqual(new Set(backup).size, 10)
    assert.deepInclude((yield* one.call("GET", at)).json, { is_on: true, backup_codes_left: 10 })
    // The session that was there goes on.
    assert.strictEqual((yield* one.call("GET", "/api/users/@me/")).status, 200)

    const step = yield* firstStep()
    assert.deepInclude(step.answer.json, { success: false })
    assert.strictEqual(step.answer.headers.getSetCookie().length, 0)
    assert.strictEqual(step.one.cookies.size, 0)
    assert.strictEqual((yield* step.one.call("GET", "/api/users/@me/")).status, 401)
    // The token is none of a session, nor of a link.
    step.one.cookies.set("hedgerow_session", step.token)
    assert.strictEqual((yield* step.one.call("GET", "/api/users/@me/")).status, 401)
    step.one.cookies.clear()
    for (const path of ["/api/reset/complete/", "/api/invites/accept/"]) {
      const misused = yield* step.one.call("POST", path, { token: step.token, password: "wrong zebra charger" })
      assert.deepStrictEqual(errorOf(misused), refusedToken, path)
    }
    const done = yield* secondStep(step.one, step.token, yield* codeOf(secret))
    assert.deepStrictEqual([done.status, done.json["success"]], [200, true])
    assert.strictEqual((yield* step.one.call("GET", "/api/users/@me/")).status, 200)
    const again = yield* secondStep(step.one, step.token, yield* codeOf(secret, 1))
    assert.deepStrictEqual(errorOf(again), refusedToken)
  }).pipe(Effect.provide(world)))

it.effect("each code works once, one step early or late, and none before the last", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { secret } = yield* turnOn(yield* owner)
    const tries = Effect.fnUntraced(function*(steps: number) {
      const { one, token } = yield* firstStep()
      return (yield* secondStep(one, token, yield* codeOf(secret, steps))).status
    })
    assert.strictEqual(yield* tries(2), 400)
    assert.strictEqual(yield* tries(-2), 400)
    assert.strictEqual(yield* tries(-1), 200)
    assert.strictEqual(yield* tries(-1), 400)
    assert.strictEqual(yield* tries(1), 200)
    assert.strictEqual(yield* tries(0), 400)
    yield* TestClock.adjust("90 seconds")
    assert.strictEqual(yield* tries(0), 200)
  }).pipe(Effect.provide(world)))

it.effect("of two that use one code at once, one gets in", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { secret } = yield* turnOn(yield* owner)
    const code = yield* codeOf(secret)
    const steps = yield* Effect.forEach(Array.from({ length: 4 }), () => firstStep())
    const answers = yield* Effect.forEach(steps, ({ one, token }) => secondStep(one, token, code), {
      concurrency: "unbounded"
    })
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted((a, b) => a - b), [200, 400, 400, 400])
  }).pipe(Effect.provide(world)))

it.effect("a backup code works once, however it is typed, and only its hash is stored", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    const { backup, secret } = yield* turnOn(one)
    const [code = ""] = backup
    assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const repository = yield* SecondFactorRepository
    const [stored] = yield* repository.all((yield* userWith(ada.email)).id)
    assert.notInclude(JSON.stringify(stored), code)
    assert.notInclude(JSON.stringify(stored), secret)
    assert.match(stored?.sealed_secret ?? "", /^hs1\./)
    const first = yield* firstStep()
    assert.strictEqual(
      (yield* secondStep(first.one, first.token, ` ${code.toUpperCase().replaceAll("-", " ")}`)).status,
      200
    )
    const second = yield* firstStep()
    assert.deepStrictEqual(errorOf(yield* secondStep(second.one, second.token, code)), refusedCode)
    assert.strictEqual((yield* one.call("GET", at)).json["backup_codes_left"], 9)
    const renewed = yield* one.call("POST", `${at}backup_codes/`, { current_password, code: yield* codeOf(secret) })
    assert.strictEqual((renewed.json["backup_codes"] as ReadonlyArray<string>).length, 10)
    assert.deepStrictEqual(errorOf(yield* secondStep(second.one, second.token, backup[1] ?? "")), refusedCode)
  }).pipe(Effect.provide(world)))

it.effect("the second step follows within 5 minutes, and not after the password changed", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const links = yield* AccountLinks
    const { secret } = yield* turnOn(yield* owner)
    const late = yield* firstStep()
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual(errorOf(yield* secondStep(late.one, late.token, yield* codeOf(secret))), refusedToken)
    const overtaken = yield* firstStep()
    const user = yield* userWith(ada.email)
    yield* links.reset({ token: yield* links.issueReset(user), password: "wrong zebra charger" })
    assert.deepStrictEqual(
      errorOf(yield* secondStep(overtaken.one, overtaken.token, yield* codeOf(secret))),
      refusedToken
    )
    // A reset of the password does not turn the second factor off.
    const { browser } = yield* SignInWorld
    const answer = yield* browser().call("POST", "/api/login/", { ...ada, password: "wrong zebra charger" })
    assert.strictEqual(answer.json["success"], false)
    for (let i = 0; i < 15; i++) {
      yield* browser().call("POST", "/api/login/", { ...ada, password: "wrong zebra charger" })
    }
    assert.strictEqual((yield* (yield* LoginChallengeRepository).all(user.id)).length, 10)
  }).pipe(Effect.provide(world)))

it.effect("after ten wrong codes in a row none is compared for 15 minutes, wherever they come from", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    const { secret } = yield* turnOn(one)
    const user = yield* userWith(ada.email)
    const factors = yield* SecondFactors
    const wrong = yield* wrongCode(secret)
    for (let i = 0; i < maxFailures; i++) yield* factors.use(user, wrong)
    const { one: other, token } = yield* firstStep()
    const paused = yield* secondStep(other, token, yield* codeOf(secret))
    assert.deepStrictEqual([paused.status, paused.headers.get("retry-after")], [429, "900"])
    const off = yield* one.call("POST", `${at}turn_off/`, { current_password, code: yield* codeOf(secret) })
    assert.strictEqual(off.status, 429)
    yield* TestClock.adjust("15 minutes")
    const again = yield* firstStep()
    assert.strictEqual((yield* secondStep(again.one, again.token, yield* codeOf(secret))).status, 200)
  }).pipe(Effect.provide(world)))

it.effect("wrong codes at one address are slowed down like wrong passwords", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { secret } = yield* turnOn(yield* owner)
    const { one, token } = yield* firstStep()
    const statuses = yield* Effect.forEach(Array.from({ length: 11 }), () =>
      Effect.flatMap(wrongCode(secret), (code) => Effect.map(secondStep(one, token, code), ({ status }) => status)))
    assert.deepStrictEqual(statuses, [
      ...Array.from({ length: 10 }, () =>
        400),
      429
    ])
    for (const bad of ["", "12345", "1234567", "abcdef", "１２３４５６", null, 123_456, { $ne: "" }]) {
      const answer = yield* one.call("POST", "/api/login/complete/", { token, code: bad })
      assert.include([400, 429], answer.status)
    }
  }).pipe(Effect.provide(world)))

it.effect("turning it off asks for the password and a code, and the operator's command for neither", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    assert.deepStrictEqual(errorOf(yield* one.call("POST", at, { current_password: "not this" })), [
      400,
      "invalid_credentials",
      "current_password"
    ])
    assert.strictEqual((yield* one.call("POST", at, {})).status, 400)
    assert.strictEqual((yield* one.call("POST", `${at}confirm/`, { code: "123456" })).status, 409)
    assert.strictEqual((yield* one.call("POST", `${at}turn_off/`, { current_password, code: "123456" })).status, 409)
    const { secret } = yield* turnOn(one)
    assert.strictEqual((yield* one.call("POST", at, { current_password })).status, 409)
    const off = (body: object, headers = {}) => one.call("POST", `${at}turn_off/`, body, headers)
    const code = yield* codeOf(secret)
    assert.deepStrictEqual(errorOf(yield* off({ code })), [400, "invalid_credentials", "current_password"])
    assert.deepStrictEqual(errorOf(yield* off({ current_password })), [400, "required", "code"])
    assert.deepStrictEqual(errorOf(yield* off({ current_password, code: yield* wrongCode(secret) })), refusedCode)
    assert.deepStrictEqual(errorOf(yield* off({ current_password, code }, { "x-csrf-token": "no" })), [
      403,
      "csrf_failed",
      null
    ])
    assert.strictEqual((yield* off({ current_password, code })).status, 200)
    assert.strictEqual((yield* browser().call("POST", "/api/login/", ada)).json["success"], true)
    yield* TestClock.adjust("2 minutes")
    yield* turnOn(one)
    const factors = yield* SecondFactors
    assert.isTrue(yield* factors.reset(yield* userWith(ada.email)))
    assert.isFalse(yield* factors.reset(yield* userWith(ada.email)))
    assert.strictEqual((yield* browser().call("POST", "/api/login/", ada)).json["success"], true)
    const log = yield* one.call("GET", "/api/organizations/@current/activity_log/?scope=User")
    const noted = (log.json["results"] as ReadonlyArray<{ activity: string }>).map(({ activity }) => activity)
    assert.includeMembers(noted, ["second_factor_enabled", "second_factor_disabled", "second_factor_reset"])
    assert.notInclude(JSON.stringify(log.json), secret)
  }).pipe(Effect.provide(world)))

it.effect("who lost the server's key gets in by a backup code; without any key none is set up", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { backup, secret } = yield* turnOn(yield* owner)
    const user = yield* userWith(ada.email)
    const factors = yield* SecondFactors
    const lost = yield* codeOf(secret).pipe(
      Effect.flatMap((code) => factors.use(user, code)),
      Effect.provide(Layer.merge(keysOf("b".repeat(64)), Logger.layer([])))
    )
    assert.strictEqual(lost._tag, "Some")
    const saved = yield* factors.use(user, backup[0] ?? "").pipe(
      Effect.provide(Layer.merge(keysOf("b".repeat(64)), Logger.layer([])))
    )
    assert.strictEqual(saved._tag, "None")
  }).pipe(Effect.provide(world)))

it.effect("without a secret key of the installation no second factor is set up", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const refused = yield* (yield* owner).call("POST", at, { current_password })
    assert.deepStrictEqual(errorOf(refused), [400, "invalid_input", null])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("a user sees and ends their own sessions alone, known by their browsers", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const other = browser()
    yield* TestClock.adjust("1 hour")
    yield* other.call("POST", "/api/login/", ada, { "user-agent": "Netscape/4" })
    const path = "/api/users/@me/sessions/"
    const list = Effect.map(one.call("GET", path), ({ text }) => JSON.parse(text) as ReadonlyArray<OwnSession>)
    const [theirs, own] = yield* list
    assert.deepInclude(theirs ?? {}, { user_agent: "Netscape/4", is_current: false })
    assert.deepInclude(own ?? {}, { is_current: true })
    assert.strictEqual((yield* browser().call("DELETE", `${path}${theirs?.id}/`)).status, 401)
    const users = yield* Users
    const links = yield* AccountLinks
    const eve = yield* users.create({ email: "eve@example.com" })
    yield* links.reset({ token: yield* links.issueReset(eve), password: ada.password })
    const hers = browser()
    yield* hers.call("POST", "/api/login/", { ...ada, email: eve.email })
    assert.strictEqual((yield* hers.call("DELETE", `${path}${theirs?.id}/`)).status, 404)
    assert.strictEqual((yield* one.call("DELETE", `${path}${theirs?.id}/`)).status, 204)
    assert.strictEqual((yield* one.call("DELETE", `${path}${theirs?.id}/`)).status, 404)
    assert.strictEqual((yield* one.call("DELETE", `${path}no-uuid/`)).status, 404)
    assert.strictEqual((yield* other.call("GET", "/api/users/@me/")).status, 401)
    assert.strictEqual((yield* list).length, 1)
  }).pipe(Effect.provide(world)))

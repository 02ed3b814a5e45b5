import { assert, it } from "@effect/vitest"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { IdentityProvider } from "@hedgerow/core/accounts/providers/IdentityProvider"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as OpenIdConnect from "@hedgerow/server/signin/OpenIdConnect"
import { TestApi } from "@hedgerow/testing"
import { Clock, Context, Effect, Layer, Logger, Option, Redacted, Result } from "effect"
import { Secret, TOTP } from "otpauth"
import { client, logInAt, startProvider, type TestProvider } from "./TestProvider.ts"

const accounts = {
  ada: { email: "ada@example.com", email_verified: true },
  grace: { email: "Grace@example.com", email_verified: true, given_name: "Grace" },
  mailed: { email: "mailed@elsewhere.example", email_verified: true },
  unverified: { email: "una@example.com", email_verified: false },
  nameless: {},
  stranger: { email: "sam@elsewhere.example", email_verified: true },
  other: { email: "other@example.com.evil.example", email_verified: true }
}

/** The provider at which the API of a test lets people log in. */
class ProviderOfTest extends Context.Service<ProviderOfTest, TestProvider>()(
  "@hedgerow/server/test/signin/OpenIdConnect.test/ProviderOfTest"
) {
  static readonly layer = Layer.effect(
    ProviderOfTest,
    Effect.acquireRelease(
      Effect.promise(async () => {
        const provider = await startProvider(accounts)
        provider.open("http://hedgerow.test/oidc")
        return provider
      }),
      (provider) => Effect.promise(() => provider.stop())
    )
  )
}

const settingsOf = (issuer: string) => ({
  issuer: new URL(issuer),
  clientId: client.id,
  clientSecret: Option.some(Redacted.make(client.secret)),
  name: "Meadow ID",
  domains: ["example.com"],
  organization: Option.none()
})

/** The provider, whose people of example.com join the test's organisation. */
const connected = Layer.unwrap(Effect.gen(function*() {
  const { issuer } = yield* ProviderOfTest
  const known = yield* IdentityProvider.pipe(Effect.provide(OpenIdConnect.layer(settingsOf(issuer))))
  return Layer.succeed(IdentityProvider, known)
}))

const keys = Layer.succeed(SecretKeys, Result.getOrThrow(parseSecretKeys("a".repeat(64))))

const world = TestApi.layer.pipe(
  Layer.provideMerge(connected),
  Layer.provideMerge(Layer.mergeAll(ProviderOfTest.layer, keys, Logger.layer([])))
)

interface Answer {
  readonly status: number
  readonly json: JsonRecord
  readonly lines: ReadonlyArray<string>
}

/** A browser on the server's own pages. */
const makeBrowser = Effect.gen(function*() {
  const { request } = yield* TestApi
  const cookies = new Map<string, string>()
  let csrf = ""
  const call = Effect.fnUntraced(
    function*(method: string, path: string, body?: object, more: Record<string, string> = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = yield* request(path, {
        method,
        headers: {
          "sec-fetch-site": "same-origin",
          "content-type": "application/json",
          "x-csrf-token": csrf,
          cookie,
          ...more
        },
        ...(body === undefined ? undefined : { body: JSON.stringify(body) })
      })
      const lines = response.headers.getSetCookie()
      for (const line of lines) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
        if (value === "") cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = yield* Effect.promise(() => response.text())
      const json =
        (text.startsWith("{") ? JSON.parse(text) : { list: text === "" ? [] : JSON.parse(text) }) as JsonRecord
      if (typeof json["csrf_token"] === "string") csrf = json["csrf_token"]
      return { status: response.status, json, lines } satisfies Answer
    }
  )
  return { call, cookies }
})

type Browser = Effect.Success<typeof makeBrowser>

/** Goes to the provider, and comes back with what it answered. */
const goAndReturn = Effect.fnUntraced(function*(one: Browser, name: string, next = "/project/1") {
  const { json } = yield* one.call("POST", "/api/oidc/start/", { next })
  const url = String(json["url"])
  const back = yield* Effect.promise(() => logInAt(url, name))
  return { url: new URL(url), back, search: back.search }
})

const complete = (one: Browser, search: string) => one.call("POST", "/api/oidc/complete/", { search })

const logIn = Effect.fnUntraced(function*(name: string, next?: string) {
  const one = yield* makeBrowser
  const { search } = yield* goAndReturn(one, name, next)
  return { one, answer: yield* complete(one, search) }
})

const reasonOf = (
  { json, status }: Answer
) => [status, json["code"], (json["extra"] as JsonRecord | undefined)?.["reason"]]
const refused = (reason: string) => [400, "provider_refused", reason]

const password = "correct horse battery"

/** The owner, with an address that nobody has verified. */
const makeOwner = Effect.gen(function*() {
  const one = yield* makeBrowser
  const token = Option.getOrThrow(yield* (yield* AccountLinks).issueSetup)
  const { status } = yield* one.call("POST", "/api/setup/", { token, email: "ada@example.com", password })
  assert.strictEqual(status, 200)
  return one
})

/** People of example.com join this test's organisation. */
const joining = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { project } = yield* TestApi
    const provider = Option.getOrThrow(yield* IdentityProvider)
    Object.assign(provider, { organization: Option.some(project.organization_id) })
    return yield* work
  })

it.effect("a person of a domain that joins gets an account as a member, and is the same person when they come again", () =>
  joining(Effect.gen(function*() {
    const { one, answer } = yield* logIn("grace", "/project/1/sql?q=x")
    assert.deepStrictEqual(
      [answer.status, answer.json["next"]],
      [200, "/project/1/sql?q=x"],
      JSON.stringify(answer.json)
    )
    const me = yield* one.call("GET", "/api/users/@me/")
    assert.deepInclude(me.json, { email: "Grace@example.com", first_name: "Grace", is_email_verified: true })
    assert.deepInclude(me.json["organization"], { membership_level: 1 })
    assert.strictEqual(one.cookies.has("hedgerow_oidc"), false)
    const again = yield* logIn("grace")
    assert.strictEqual((yield* again.one.call("GET", "/api/users/@me/")).json["id"], me.json["id"])
    const [identity] = (yield* one.call("GET", "/api/users/@me/identities/")).json["list"] as ReadonlyArray<JsonRecord>
    // Who has no password keeps the only way in.
    const last = yield* one.call("DELETE", `/api/users/@me/identities/${String(identity?.["id"])}/`)
    assert.deepStrictEqual(reasonOf(last), refused("only_way"))
    assert.strictEqual((yield* one.call("GET", "/api/session/")).json["provider"], "Meadow ID")
  })).pipe(Effect.provide(world)))

it.effect("nobody else gets an account: other domains, domains that only end alike, unverified and missing addresses", () =>
  joining(Effect.gen(function*() {
    const reasons = yield* Effect.forEach(
      ["stranger", "other", "unverified", "nameless"],
      (name) => Effect.map(logIn(name), ({ answer, one }) => [...reasonOf(answer), one.cookies.size === 1])
    )
    assert.deepStrictEqual(reasons, [
      [...refused("no_account"), true],
      [...refused("no_account"), true],
      [...refused("email"), true],
      [...refused("email"), true]
    ])
    assert.strictEqual((yield* (yield* Users).list).length, 1)
  })).pipe(Effect.provide(world)))

it.effect("an account whose address was never verified is connected by its own user alone", () =>
  joining(Effect.gen(function*() {
    const ada = yield* makeOwner
    assert.deepStrictEqual(reasonOf((yield* logIn("ada")).answer), refused("not_connected"))
    const begun = yield* ada.call("POST", "/api/users/@me/identities/")
    const back = yield* Effect.promise(() => logInAt(String(begun.json["url"]), "ada"))
    // Another browser has not the cookie, and one that signed in anew is not the session that asked.
    assert.deepStrictEqual(reasonOf(yield* complete(yield* makeBrowser, back.search)), refused("answer"))
    const done = yield* complete(ada, back.search)
    assert.deepStrictEqual([done.status, done.json["next"]], [200, "/account"])
    const { one } = yield* logIn("ada")
    assert.strictEqual((yield* one.call("GET", "/api/users/@me/")).json["email"], "ada@example.com")
    // The person is Ada's: nobody else connects them.
    const { one: grace } = yield* logIn("grace")
    const theirs = yield* grace.call("POST", "/api/users/@me/identities/")
    const asAda = yield* Effect.promise(() => logInAt(String(theirs.json["url"]), "ada"))
    assert.deepStrictEqual(reasonOf(yield* complete(grace, asAda.search)), refused("taken"))
    const foreign = (yield* ada.call("GET", "/api/users/@me/identities/")).json["list"] as ReadonlyArray<JsonRecord>
    const path = `/api/users/@me/identities/${String(foreign[0]?.["id"])}/`
    assert.strictEqual((yield* grace.call("DELETE", path)).status, 404)
    assert.strictEqual((yield* ada.call("DELETE", path)).status, 204)
    assert.deepStrictEqual(reasonOf((yield* logIn("ada")).answer), refused("not_connected"))
  })).pipe(Effect.provide(world)))

it.effect("a connection that began in a session that is over connects nobody", () =>
  Effect.gen(function*() {
    const ada = yield* makeOwner
    const begun = yield* ada.call("POST", "/api/users/@me/identities/")
    const back = yield* Effect.promise(() => logInAt(String(begun.json["url"]), "ada"))
    yield* ada.call("POST", "/api/login/", { email: "ada@example.com", password })
    assert.deepStrictEqual(reasonOf(yield* complete(ada, back.search)), refused("session"))
    const forged = yield* ada.call("POST", "/api/users/@me/identities/", undefined, { "x-csrf-token": "no" })
    assert.deepStrictEqual([forged.status, forged.json["code"]], [403, "csrf_failed"])
    const cross = yield* ada.call("POST", "/api/oidc/start/", {}, { "sec-fetch-site": "cross-site" })
    assert.deepStrictEqual([cross.status, cross.json["code"]], [403, "csrf_failed"])
  }).pipe(Effect.provide(world)))

it.effect("a verified account is connected by the same verified address; one that is not active stays out", () =>
  Effect.gen(function*() {
    const users = yield* Users
    const mailed = yield* users.create({ email: "MAILED@elsewhere.example", is_email_verified: true })
    const { one } = yield* logIn("mailed")
    assert.strictEqual((yield* one.call("GET", "/api/users/@me/")).json["id"], mailed.id)
    yield* users.setActive(mailed.id, false)
    assert.deepStrictEqual(reasonOf((yield* logIn("mailed")).answer), refused("inactive"))
    yield* Effect.flatMap(
      users.create({ email: "sam@elsewhere.example", is_email_verified: true }),
      ({ id }) => users.setActive(id, false)
    )
    assert.deepStrictEqual(reasonOf((yield* logIn("stranger")).answer), refused("inactive"))
  }).pipe(Effect.provide(world)))

it.effect("who has a second factor is asked for it after the provider, too", () =>
  joining(Effect.gen(function*() {
    const { one } = yield* logIn("grace")
    const at = "/api/users/@me/second_factor/"
    const secret = String((yield* one.call("POST", at, {})).json["secret"])
    const timestamp = yield* Clock.currentTimeMillis
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    const on = yield* one.call("POST", `${at}confirm/`, { code })
    const [backup] = on.json["backup_codes"] as ReadonlyArray<string>
    const { answer, one: again } = yield* logIn("grace")
    assert.deepInclude(answer.json, { success: false, next: "/project/1" })
    assert.strictEqual(again.cookies.has("hedgerow_session"), false)
    const done = yield* again.call("POST", "/api/login/complete/", {
      token: answer.json["second_factor_token"],
      code: backup
    })
    assert.strictEqual(done.status, 200)
    assert.isDefined(yield* SecondFactors)
  })).pipe(Effect.provide(world)))

const cookieOf = (one: Browser): JsonRecord =>
  JSON.parse(Buffer.from(one.cookies.get("hedgerow_oidc") ?? "", "base64url").toString()) as JsonRecord

const withCookie = (one: Browser, value: object): void =>
  void one.cookies.set("hedgerow_oidc", Buffer.from(JSON.stringify(value)).toString("base64url"))

it.effect("the log-in asks with PKCE, state and nonce, and the cookie is the browser's alone", () =>
  Effect.gen(function*() {
    const one = yield* makeBrowser
    const answer = yield* one.call("POST", "/api/oidc/start/", {})
    const asked = new URL(String(answer.json["url"])).searchParams
    assert.deepInclude(Object.fromEntries(asked), {
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: "http://hedgerow.test/oidc",
      scope: "openid email profile"
    })
    const kept = cookieOf(one)
    assert.strictEqual(asked.get("state"), kept["state"])
    assert.strictEqual(asked.get("nonce"), kept["nonce"])
    assert.notInclude(String(answer.json["url"]), String(kept["verifier"]))
    assert.match(answer.lines[0] ?? "", /^hedgerow_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
  }).pipe(Effect.provide(world)))

it.effect("attacks: a code of another log-in, state, nonce, verifier or issuer, replayed, or with an error", () =>
  joining(Effect.gen(function*() {
    const attempt = Effect.fnUntraced(function*(
      change: (own: {
        readonly one: Browser
        readonly search: URLSearchParams
        readonly cookie: JsonRecord
      }) => void
    ) {
      const one = yield* makeBrowser
      const { search } = yield* goAndReturn(one, "grace")
      const parameters = new URLSearchParams(search)
      change({ one, search: parameters, cookie: cookieOf(one) })
      return reasonOf(yield* complete(one, `?${parameters.toString()}`))
    })
    const answer = refused("answer")
    assert.deepStrictEqual(yield* attempt(({ search }) => search.set("state", "another")), answer)
    assert.deepStrictEqual(yield* attempt(({ search }) => search.delete("state")), answer)
    assert.deepStrictEqual(
      yield* attempt(({ one, cookie }) => withCookie(one, { ...cookie, state: "another" })),
      answer
    )
    assert.deepStrictEqual(
      yield* attempt(({ one, cookie }) => withCookie(one, { ...cookie, nonce: "another" })),
      answer
    )
    assert.deepStrictEqual(
      yield* attempt(({ one, cookie }) => withCookie(one, { ...cookie, verifier: "v".repeat(43) })),
      answer
    )
    assert.deepStrictEqual(yield* attempt(({ search }) => search.set("iss", "https://id.evil.example")), answer)
    assert.deepStrictEqual(yield* attempt(({ search }) => search.delete("iss")), answer)
    assert.deepStrictEqual(yield* attempt(({ search }) => search.set("code", "guessed")), answer)
    assert.deepStrictEqual(yield* attempt(({ one }) => void one.cookies.delete("hedgerow_oidc")), answer)
    assert.deepStrictEqual(yield* attempt(({ one }) => void one.cookies.set("hedgerow_oidc", "garbage")), answer)
    assert.deepStrictEqual(
      yield* attempt(({ search }) => {
        search.delete("code")
        search.set("error", "access_denied")
      }),
      answer
    )
    // A code of Mallory's own log-in, put into the victim's browser.
    const [mallory, victim] = [yield* makeBrowser, yield* makeBrowser]
    const planted = yield* goAndReturn(mallory, "grace")
    yield* victim.call("POST", "/api/oidc/start/", {})
    assert.deepStrictEqual(reasonOf(yield* complete(victim, planted.search)), answer)
    assert.strictEqual((yield* (yield* Users).list).length, 1)
    // A code is used once, even by who has the cookie still.
    const one = yield* makeBrowser
    const { search } = yield* goAndReturn(one, "grace")
    const kept = cookieOf(one)
    assert.strictEqual((yield* complete(one, search)).status, 200)
    withCookie(one, kept)
    assert.deepStrictEqual(reasonOf(yield* complete(one, search)), answer)
  })).pipe(Effect.provide(world)))

it.effect("an address of another server to come back to is the start", () =>
  joining(Effect.gen(function*() {
    for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "x"]) {
      const { answer } = yield* logIn("grace", next)
      assert.strictEqual(answer.json["next"], "/", next)
    }
    const one = yield* makeBrowser
    const { search } = yield* goAndReturn(one, "grace")
    withCookie(one, { ...cookieOf(one), next: "//evil.example" })
    assert.strictEqual((yield* complete(one, search)).json["next"], "/")
  })).pipe(Effect.provide(world)))

it.effect("a provider that is away is 503, and used again once it is back; without one there is nothing", () =>
  Effect.gen(function*() {
    const provider = yield* ProviderOfTest
    const one = yield* makeBrowser
    provider.close()
    const away = yield* one.call("POST", "/api/oidc/start/", {})
    assert.strictEqual(away.status, 503)
    assert.include(String(away.json["detail"]), "does not answer")
    provider.open("http://hedgerow.test/oidc")
    const { search } = yield* goAndReturn(one, "stranger")
    provider.close()
    assert.strictEqual((yield* complete(one, search)).status, 503)
  }).pipe(Effect.provide(world)))

it.effect("without a provider the endpoints are not found", () =>
  Effect.gen(function*() {
    const one = yield* makeBrowser
    for (const path of ["start", "complete"]) {
      assert.strictEqual((yield* one.call("POST", `/api/oidc/${path}/`, { search: "?code=x" })).status, 404)
    }
  }).pipe(Effect.provide(TestApi.layer)))

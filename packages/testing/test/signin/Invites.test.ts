import { assert, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { maxInvites } from "@hedgerow/core/accounts/invites/Invites"
import { type Mail, MailFailed, OutgoingMail } from "@hedgerow/core/mail/OutgoingMail"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { InviteLimit, loginLimits } from "@hedgerow/http/signin/LoginThrottle"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import { ada, type Browser, errorOf, SignInWorld, userWith } from "./SignInWorld.ts"

const path = "/api/organizations/@current/invites/"
const grace = { target_email: "grace@example.com", level: 8 }
const account = { password: "wrong zebra charger", first_name: "Grace" }

const tokenIn = (link: unknown): string => /#(hgl_\w{43})$/.exec(String(link))?.[1] ?? ""

/** The owner's invitation of Grace, with its token. */
const invited = Effect.fnUntraced(function*(owner: Browser, body: object = grace) {
  const { json, status } = yield* owner.call("POST", path, body)
  if (status !== 201) return yield* Effect.die(json)
  return { id: String(json["id"]), token: tokenIn(json["link"]), json }
})

/** Somebody with a password and, with a level, a place in the owner's organisation. */
const person = Effect.fnUntraced(function*(email: string, level?: MembershipLevel) {
  const { browser } = yield* SignInWorld
  const { project } = yield* TestApi
  const links = yield* AccountLinks
  const user = yield* Effect.flatMap(Users, (users) => users.create({ email }))
  if (level !== undefined) {
    const users = yield* UserRepository
    yield* users.addMembership(new Membership({ organization_id: project.organization_id, user_id: user.id, level }))
    yield* users.setCurrent(user.id, project.organization_id, project.id)
  }
  yield* links.reset({ token: yield* links.issueReset(user), password: ada.password })
  const one = browser()
  yield* one.call("POST", "/api/login/", { email, password: ada.password })
  return { user, one }
})

const levels = Effect.fnUntraced(function*(owner: Browser) {
  const { json } = yield* owner.call("GET", "/api/organizations/@current/members/")
  return (json["results"] as ReadonlyArray<{ level: number; user: { email: string } }>).map(({ level, user }) => [
    user.email,
    level
  ])
})

const refusedLink = [400, "invalid_token", "token"]

it.effect("an invited person makes an account by the link, once, with the level that the invitation names", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const sent = yield* invited(one)
    assert.match(String(sent.json["link"]), /^http:\/\/hedgerow\.test\/invite#hgl_/)
    assert.deepInclude(sent.json, { ...grace, is_mailed: false, is_expired: false })
    const listed = yield* one.call("GET", path)
    assert.strictEqual(listed.json["count"], 1)
    assert.notInclude(JSON.stringify(listed.json), "hgl_")
    const stranger = browser()
    const opened = yield* stranger.call("POST", "/api/invites/read/", { token: sent.token })
    assert.deepStrictEqual(opened.json, {
      target_email: grace.target_email,
      level: 8,
      organization_name: "Test",
      has_account: false
    })
    // Nothing of the body but the token says who joins, and as what.
    const widened = {
      ...account,
      token: sent.token,
      level: 15,
      email: "eve@example.com",
      target_email: "eve@example.com"
    }
    const done = yield* stranger.call("POST", "/api/invites/accept/", widened)
    assert.deepStrictEqual([done.status, done.json["success"]], [200, true])
    const me = yield* stranger.call("GET", "/api/users/@me/")
    assert.deepInclude(me.json, { email: grace.target_email, first_name: "Grace", is_email_verified: false })
    assert.deepStrictEqual(yield* levels(one), [[ada.email, 15], [grace.target_email, 8]])
    assert.strictEqual((yield* one.call("GET", path)).json["count"], 0)
    const again = yield* browser().call("POST", "/api/invites/accept/", { ...account, token: sent.token })
    assert.deepStrictEqual(errorOf(again), refusedLink)
    const login = { email: grace.target_email, password: account.password }
    assert.strictEqual((yield* browser().call("POST", "/api/login/", login)).status, 200)
    const log = yield* one.call("GET", "/api/organizations/@current/activity_log/?scope=OrganizationInvite")
    const entries = log.json["results"] as ReadonlyArray<{ activity: string }>
    assert.deepStrictEqual(entries.map(({ activity }) => activity), ["accepted", "created"])
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("links that are guessed, too old, replaced or revoked let nobody in", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const tries = (token: unknown) =>
      Effect.forEach(["read", "accept"], (step) =>
        Effect.map(browser().call("POST", `/api/invites/${step}/`, { ...account, token }), errorOf))
    const refused = [refusedLink, refusedLink]
    const links = yield* AccountLinks
    const first = yield* invited(one)
    for (const token of ["hgl_guess", first.token.slice(0, -1), yield* links.issueReset(yield* userWith(ada.email))]) {
      assert.deepStrictEqual(yield* tries(token), refused)
    }
    const again = yield* one.call("POST", `${path}${first.id}/resend/`)
    assert.strictEqual(again.status, 200)
    assert.deepStrictEqual(yield* tries(first.token), refused)
    const second = tokenIn(again.json["link"])
    yield* TestClock.adjust("7 days")
    assert.deepStrictEqual(yield* tries(second), refused)
    yield* one.call("POST", "/api/login/", ada)
    const [expired] = (yield* one.call("GET", path)).json["results"] as ReadonlyArray<object>
    assert.deepInclude(expired, { is_expired: true })
    const third = tokenIn((yield* one.call("POST", `${path}${first.id}/resend/`)).json["link"])
    assert.strictEqual((yield* browser().call("POST", "/api/invites/read/", { token: third })).status, 200)
    assert.strictEqual((yield* one.call("DELETE", `${path}${first.id}/`)).status, 204)
    assert.deepStrictEqual(yield* tries(third), refused)
    assert.strictEqual((yield* one.call("DELETE", `${path}${first.id}/`)).status, 404)
    // A reset link is none of an invitation, and the other way around.
    const { token } = yield* invited(one)
    const asReset = yield* browser().call("POST", "/api/reset/complete/", { ...account, token })
    assert.deepStrictEqual(errorOf(asReset), refusedLink)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("an invitation ends with the rights of who sent it", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const boss = yield* owner
    const { one: admin, user } = yield* person("mallory@example.com", 8)
    const { token } = yield* invited(admin)
    const read = Effect.map(browser().call("POST", "/api/invites/read/", { token }), ({ status }) => status)
    assert.strictEqual(yield* read, 200)
    yield* boss.call("PATCH", `/api/organizations/@current/members/${user.uuid}/`, { level: 1 })
    assert.strictEqual(yield* read, 400)
    const [listed] = (yield* boss.call("GET", path)).json["results"] as ReadonlyArray<object>
    assert.deepInclude(listed, { is_expired: true })
    yield* boss.call("PATCH", `/api/organizations/@current/members/${user.uuid}/`, { level: 8 })
    assert.strictEqual(yield* read, 200)
    yield* boss.call("DELETE", `/api/organizations/@current/members/${user.uuid}/`)
    assert.strictEqual(yield* read, 400)
    // Another manager makes it work again.
    const [{ id }] = (yield* boss.call("GET", path)).json["results"] as readonly [{ id: string }]
    const again = tokenIn((yield* boss.call("POST", `${path}${id}/resend/`)).json["link"])
    assert.strictEqual((yield* browser().call("POST", "/api/invites/read/", { token: again })).status, 200)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("who has an account joins while signed in with the address, and nobody else does", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const { token } = yield* invited(one, { target_email: "GRACE@example.com" })
    const { one: hers } = yield* person(grace.target_email)
    const { one: others } = yield* person("eve@example.com")
    const opened = yield* browser().call("POST", "/api/invites/read/", { token })
    assert.strictEqual(opened.json["has_account"], true)
    const asNew = yield* browser().call("POST", "/api/invites/accept/", { ...account, token })
    assert.deepStrictEqual(errorOf(asNew), [400, "login_required", null])
    const join = "/api/users/@me/join/"
    assert.deepStrictEqual(errorOf(yield* others.call("POST", join, { token })), [403, "permission_denied", null])
    assert.deepStrictEqual(errorOf(yield* browser().call("POST", join, { token })), [401, "not_authenticated", null])
    const byKey = yield* hers.call("POST", join, { token }, { authorization: `Bearer ${(yield* TestApi).key}` })
    assert.strictEqual(byKey.status, 403)
    const forged = yield* hers.call("POST", join, { token }, { "x-csrf-token": "no" })
    assert.deepStrictEqual(errorOf(forged), [403, "csrf_failed", null])
    const done = yield* hers.call("POST", join, { token })
    assert.deepStrictEqual([done.status, done.json["success"]], [200, true])
    assert.deepStrictEqual(yield* levels(one), [[ada.email, 15], [grace.target_email, 1]])
    assert.strictEqual((yield* hers.call("GET", "/api/projects/@current/")).status, 200)
    assert.deepStrictEqual(errorOf(yield* hers.call("POST", join, { token })), refusedLink)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("members invite nobody, nobody makes an owner, and each organisation has invitations of its own", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const boss = yield* owner
    const { one: member } = yield* person("mia@example.com", 1)
    const sent = yield* invited(boss)
    const ways = [["GET", path], ["POST", path], ["POST", `${path}${sent.id}/resend/`], [
      "DELETE",
      `${path}${sent.id}/`
    ]]
    for (const [method = "", at = ""] of ways) {
      const refused = yield* member.call(method, at, method === "POST" ? grace : undefined)
      assert.deepStrictEqual(errorOf(refused), [403, "permission_denied", null], `${method} ${at}`)
    }
    const asOwner = yield* boss.call("POST", path, { ...grace, level: 15 })
    assert.deepStrictEqual([asOwner.status, asOwner.json["attr"]], [400, "level"])
    const { one: stranger } = yield* person("sam@example.com")
    yield* stranger.call("POST", "/api/organizations/", { name: "Elsewhere" })
    assert.strictEqual((yield* stranger.call("GET", path)).json["count"], 0)
    for (const [method = "", at = ""] of ways.slice(2)) {
      assert.strictEqual((yield* stranger.call(method, at)).status, 404, `${method} ${at}`)
    }
    const { project } = yield* TestApi
    const foreign = `/api/organizations/${project.organization_id}/invites/`
    assert.strictEqual((yield* stranger.call("GET", foreign)).status, 404)
    assert.strictEqual((yield* stranger.call("POST", foreign, grace)).status, 404)
    assert.strictEqual((yield* boss.call("GET", path)).json["count"], 1)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("who is there or invited is not invited, in any letter case", () =>
  Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const one = yield* owner
    yield* invited(one)
    for (const target_email of ["ADA@example.com", "Grace@EXAMPLE.com"]) {
      const refused = yield* one.call("POST", path, { target_email })
      assert.deepStrictEqual(errorOf(refused), [400, "unique", "target_email"])
    }
    for (
      const target_email of [
        "grace",
        "a b@example.com",
        "eve@example.com\nBcc: x@example.com",
        `${"x".repeat(250)}@e.com`,
        null,
        3
      ]
    ) {
      assert.strictEqual((yield* one.call("POST", path, { target_email })).status, 400, String(target_email))
    }
    assert.strictEqual((yield* one.call("GET", path)).json["count"], 1)
    const inviteLimit = yield* InviteLimit
    assert.isAbove(maxInvites, inviteLimit)
  }).pipe(Effect.provide(SignInWorld.layer)))

it.effect("invitations and guesses at links are slowed down", () =>
  Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const inviteLimit = yield* InviteLimit
    for (let i = 0; i < inviteLimit; i++) yield* invited(one, { target_email: `p${i}@example.com` })
    const late = yield* one.call("POST", path, grace)
    assert.deepStrictEqual([late.status, late.headers.get("retry-after")], [429, "900"])
    const guess = (token: string) => browser().call("POST", "/api/invites/read/", { token })
    for (let i = 0; i < loginLimits.address; i++) yield* guess(`hgl_${i}`)
    assert.strictEqual((yield* guess("hgl_more")).status, 429)
  }).pipe(Effect.provide(SignInWorld.layer)))

/** The mails that left, and the world in which they do. */
const mailing = (failure?: MailFailed) => {
  const mails: Array<Mail> = []
  const mail = Layer.succeed(OutgoingMail, {
    isConfigured: true,
    send: (one) => failure === undefined ? Effect.sync(() => void mails.push(one)) : Effect.fail(failure)
  })
  const url = Layer.succeed(PublicUrl, Option.some(new URL("https://data.example/analytics/")))
  return { mails, layer: SignInWorld.layer.pipe(Layer.provideMerge(Layer.merge(mail, url))) }
}

it.effect("with a mail server the link is in the mail alone, and who opens it has shown whose address it is", () => {
  const { layer, mails } = mailing()
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    const one = yield* owner
    const { json } = yield* one.call("POST", path, grace, { host: "evil.example" })
    assert.deepInclude(json, { is_mailed: true, link: null })
    const [mail] = mails
    assert.deepStrictEqual([mail?.to, mail?.subject], [grace.target_email, "An invitation to Test on Hedgerow"])
    assert.notInclude(JSON.stringify(mails), "evil")
    const [, token] = /https:\/\/data\.example\/analytics\/invite#(hgl_\w{43})\n/.exec(mail?.text ?? "") ?? []
    const person = browser()
    assert.strictEqual((yield* person.call("POST", "/api/invites/accept/", { ...account, token })).status, 200)
    assert.strictEqual((yield* person.call("GET", "/api/users/@me/")).json["is_email_verified"], true)
  }).pipe(Effect.provide(layer))
})

it.effect("where the mail server does not take the mail, the link is in the answer", () => {
  const { layer } = mailing(new MailFailed({ reason: "away", isFinal: false }))
  return Effect.gen(function*() {
    const { owner } = yield* SignInWorld
    const { json } = yield* (yield* owner).call("POST", path, grace)
    assert.deepInclude(json, { is_mailed: false })
    assert.match(String(json["link"]), /^https:\/\/data\.example\/analytics\/invite#hgl_/)
  }).pipe(Effect.provide(Layer.merge(layer, Logger.layer([]))))
})

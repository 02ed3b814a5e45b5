import { assert, it } from "@effect/vitest"
import { Users } from "@hedgerow/core/access/Users"
import { type Mail, MailFailed, OutgoingMail } from "@hedgerow/core/mail/OutgoingMail"
import { PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { mailLimits } from "@hedgerow/http/signin/LoginThrottle"
import { Effect, Layer, Logger, Option } from "effect"
import { ada, errorOf, SignInWorld } from "./SignInWorld.ts"

/** The mails that left, and the world in which they do, at this address. */
const mailing = (address: string | undefined, failure?: MailFailed) => {
  const mails: Array<Mail> = []
  const mail = Layer.succeed(OutgoingMail, {
    isConfigured: true,
    send: (one) => failure === undefined ? Effect.sync(() => void mails.push(one)) : Effect.fail(failure)
  })
  const url = Layer.succeed(PublicUrl, Option.map(Option.fromUndefinedOr(address), (text) => new URL(text)))
  return { mails, layer: SignInWorld.layer.pipe(Layer.provideMerge(Layer.merge(mail, url))) }
}

const settled = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

it.effect("a user who asks gets a mail with a link of the address that the operator set, whatever host is named", () => {
  const { layer, mails } = mailing("https://data.example/analytics/")
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const program = browser()
    const foreign = { host: "evil.example", "x-forwarded-host": "evil.example", "sec-fetch-site": undefined }
    const asked = yield* program.call("POST", "/api/reset/", { email: "ADA@example.com" }, foreign)
    assert.deepStrictEqual([asked.status, asked.json], [200, { success: true }])
    yield* settled
    assert.deepStrictEqual(mails.map(({ subject, to }) => [to, subject]), [[ada.email, "A new password for Hedgerow"]])
    assert.notInclude(JSON.stringify(mails), "evil")
    const [, token] = /https:\/\/data\.example\/analytics\/reset-password#(hgl_\w{43})\n/.exec(mails[0]?.text ?? "") ??
      []
    const done = yield* program.call("POST", "/api/reset/complete/", { token, password: "wrong zebra charger" })
    assert.strictEqual(done.status, 200)
  }).pipe(Effect.provide(layer))
})

it.effect("nobody else gets a mail: not an address that nobody has, nor a user who is not active", () => {
  const { layer, mails } = mailing("https://data.example/")
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    const users = yield* Users
    yield* users.setActive((yield* users.create({ email: "gone@example.com" })).id, false)
    for (const email of ["nobody@example.com", "gone@example.com", "%", "ada"]) {
      assert.strictEqual((yield* browser().call("POST", "/api/reset/", { email })).status, 200, email)
    }
    yield* settled
    assert.deepStrictEqual(mails, [])
  }).pipe(Effect.provide(layer))
})

it.effect("without an address of its own the server sends no link", () => {
  const { layer, mails } = mailing(undefined)
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    assert.strictEqual((yield* browser().call("POST", "/api/reset/", { email: ada.email })).status, 200)
    yield* settled
    assert.deepStrictEqual(mails, [])
  }).pipe(Effect.provide(layer))
})

it.effect("a mail that does not leave is logged, and changes no answer", () => {
  const lines: Array<string> = []
  const log = Logger.make(({ message }) => void lines.push(String(message)))
  const { layer } = mailing("https://data.example/", new MailFailed({ reason: "greylisted", isFinal: false }))
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    assert.strictEqual((yield* browser().call("POST", "/api/reset/", { email: ada.email })).status, 200)
    yield* settled
    assert.isTrue(
      lines.some((line) => line.includes("A mail with a link for a new password was not sent")),
      lines.join()
    )
    assert.notInclude(lines.join(), "hgl_")
  }).pipe(Effect.provide(Layer.provideMerge(layer, Logger.layer([log]))))
})

it.effect("an account gets a bounded number of mails, and an address that nobody has is counted alike", () => {
  const { layer, mails } = mailing("https://data.example/")
  return Effect.gen(function*() {
    const { browser, owner } = yield* SignInWorld
    yield* owner
    for (const email of [ada.email, "nobody@example.com"]) {
      for (let i = 0; i < mailLimits.account; i++) {
        assert.strictEqual((yield* browser().call("POST", "/api/reset/", { email })).status, 200)
      }
      const refused = yield* browser().call("POST", "/api/reset/", { email })
      assert.deepStrictEqual(errorOf(refused), [429, "throttled", null])
    }
    yield* settled
    assert.strictEqual(mails.length, mailLimits.account)
  }).pipe(Effect.provide(layer))
})

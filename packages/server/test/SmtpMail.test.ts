import { assert, it } from "@effect/vitest"
import { type Mail, OutgoingMail } from "@hedgerow/core/mail/OutgoingMail"
import * as SmtpMail from "@hedgerow/server/outgoing/SmtpMail"
import { Effect, Redacted } from "effect"
import { startMailServer } from "./MailServer.ts"

const mail: Mail = { id: "alert-1", to: "ada@example.com", subject: "Höhe crossed", text: "12 is above 10\n" }

const makeServer = Effect.acquireRelease(
  Effect.promise(startMailServer),
  ({ stop }) => Effect.sync(stop)
)

const sending = (url: string, one = mail) =>
  Effect.flatMap(OutgoingMail, ({ send }) => send(one)).pipe(
    Effect.provide(SmtpMail.layer({ url: Redacted.make(url), from: "Hedgerow <hedgerow@example.com>" }))
  )

it.live("a mail arrives at a mail server, signed in, with its own id", () =>
  Effect.gen(function*() {
    const { taken, url, users } = yield* makeServer
    yield* sending(url)
    const [text = ""] = taken
    assert.deepStrictEqual(users, ["bob secret"])
    assert.match(text, /^From: Hedgerow <hedgerow@example\.com>\r$/m)
    assert.match(text, /^To: ada@example\.com\r$/m)
    assert.match(text, /^Subject: =\?UTF-8\?Q\?H=C3=B6he_crossed\?=\r$/m)
    assert.match(text, /^Message-ID: <alert-1@hedgerow>\r$/m)
    assert.match(text, /^12 is above 10\r$/m)
  }).pipe(Effect.scoped))

it.live("a mail with a page has its pictures inside, and says how mails end", () =>
  Effect.gen(function*() {
    const { taken, url } = yield* makeServer
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    const unsubscribe = "https://data.example/api/unsubscribe/?token=hs1.a.b"
    yield* sending(url, {
      ...mail,
      html: "<p>12 <img src=\"cid:one@hedgerow\"></p>",
      pictures: [{ cid: "one@hedgerow", png }],
      unsubscribe
    })
    const text = (taken[0] ?? "").replaceAll(/\r\n[ \t]/g, " ")
    assert.include(text, `List-Unsubscribe: <${unsubscribe}>`)
    assert.match(text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    assert.match(text, /^Content-Type: text\/plain/m)
    assert.match(text, /^Content-Type: text\/html/m)
    assert.match(text, /^Content-Type: image\/png/m)
    assert.match(text, /^Content-ID: <one@hedgerow>\r$/m)
    assert.match(text, /^Content-Disposition: inline/m)
    assert.include((taken[0] ?? "").replaceAll("\r\n", ""), png)
  }).pipe(Effect.scoped))

it.live("an address that the server refuses for good is final, a server that is away is not", () =>
  Effect.gen(function*() {
    const { stop, url } = yield* makeServer
    const refused = yield* Effect.flip(sending(url, { ...mail, to: "nobody@example.com" }))
    assert.isTrue(refused.isFinal)
    assert.include(refused.reason, "No such user")
    stop()
    const away = yield* Effect.flip(sending("smtp://127.0.0.1:1"))
    assert.isFalse(away.isFinal)
  }).pipe(Effect.scoped))

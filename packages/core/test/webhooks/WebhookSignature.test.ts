import { assert, describe, it } from "@effect/vitest"
import { nextAttempt, retryAfterWait, retryWaits } from "@hedgerow/core/webhooks/DeliveryRetries"
import { makeWebhookSecret, signedHeaders } from "@hedgerow/core/webhooks/WebhookSignature"
import { DateTime, Effect, Option } from "effect"
import * as Duration from "effect/Duration"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** The published example of the libraries of Standard Webhooks, and two more that they sign so. */
const vectors = [
  [
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    1614265330,
    "{\"test\": 2432232314}",
    "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  ],
  ["msg_1", 1700000000, "", "gSiPCGkMwgBPwtqun+0WQGJwP7wCS5MuBHUR5RLZhOo="],
  ["msg_2", 1700000000, "{\"x\":\"ü€\"}", "Y7WLKym49ISqw3MzxCekIF552Cd/+n4+D4x1CR/iK7c="]
] as const

describe("signatures", () => {
  it.each(vectors)("of %s", (id, timestamp, body, expected) => {
    assert.deepStrictEqual(signedHeaders([secret], { id, timestamp, body }), {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${expected}`
    })
  })

  it.effect("there is one for each secret", () =>
    Effect.gen(function*() {
      const other = yield* makeWebhookSecret
      assert.match(other, /^whsec_[A-Za-z0-9+/]{43}=$/)
      const message = { id: "msg_1", timestamp: 1, body: "{}" }
      const [first, second] = signedHeaders([secret, other], message)["webhook-signature"].split(" ")
      assert.strictEqual(first, signedHeaders([secret], message)["webhook-signature"])
      assert.strictEqual(second, signedHeaders([other], message)["webhook-signature"])
    }))
})

const now = DateTime.makeUnsafe("2026-01-01T00:00:00Z")

const waitOf = (...args: Parameters<typeof nextAttempt>) =>
  Option.map(
    Option.fromUndefinedOr(nextAttempt(...args)),
    (next) => (DateTime.toEpochMillis(next) - DateTime.toEpochMillis(now)) / 1000
  ).pipe(Option.getOrUndefined)

describe("retries", () => {
  it("wait as recommended, 75 hours and 35 minutes in all, and end", () => {
    assert.strictEqual(waitOf(1, now, 0), 5)
    assert.strictEqual(waitOf(2, now, 0), 300)
    assert.isUndefined(waitOf(retryWaits.length + 1, now, 0))
    const sum = retryWaits.reduce((all, wait) => all + Duration.toSeconds(wait), 0)
    assert.strictEqual(sum, 75 * 3600 + 35 * 60 + 5)
  })

  it("are spread over a tenth of the wait", () => {
    assert.strictEqual(waitOf(2, now, 1), 330)
  })

  it("wait longer where the address asks for it, at most a day", () => {
    assert.strictEqual(waitOf(1, now, 0, "60"), 60)
    assert.strictEqual(waitOf(2, now, 0, "60"), 300)
    assert.strictEqual(waitOf(1, now, 0, "999999"), 86_400)
    assert.strictEqual(waitOf(1, now, 0, "Thu, 01 Jan 2026 00:02:00 GMT"), 120)
    assert.isUndefined(retryAfterWait("soon", now))
    assert.isUndefined(retryAfterWait("Thu, 01 Jan 2025 00:00:00 GMT", now))
  })
})

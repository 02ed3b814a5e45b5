import { assert, it } from "@effect/vitest"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import {
  countedAddress,
  loginLimits,
  LoginThrottle,
  mailLimits,
  maxAttemptsAtOnce
} from "@hedgerow/http/signin/LoginThrottle"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"

const from = (address: string) =>
  HttpServerRequest.fromWeb(new Request("http://hedgerow.test/api/login/", { headers: { "x-forwarded-for": address } }))

const statusOf = <A, E extends { readonly status?: number }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.match(attempt, { onFailure: ({ status }) => status ?? 400, onSuccess: () => 200 })

const wrong = Effect.fail({ status: 400 })

const provided = Effect.provide(Layer.merge(LoginThrottle.layer, Layer.succeed(TrustProxy, true)))

const attempt = (
  address: string,
  who: string | undefined,
  outcome: Effect.Effect<unknown, { readonly status?: number }>
) => Effect.flatMap(LoginThrottle, (throttle) => statusOf(throttle.attempt(from(address), who, outcome)))

it("an address of IPv6 counts as its network, one of IPv4 in IPv6 as itself", () => {
  assert.strictEqual(countedAddress("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64")
  assert.strictEqual(countedAddress("2001:db8:1:2:ffff::1"), "2001:db8:1:2::/64")
  assert.strictEqual(countedAddress("2001:db8:1:3::1"), "2001:db8:1:3::/64")
  assert.strictEqual(countedAddress("::ffff:192.0.2.7"), "192.0.2.7")
  assert.strictEqual(countedAddress("192.0.2.7"), "192.0.2.7")
  assert.strictEqual(countedAddress("x".repeat(1000)), "x".repeat(64))
})

it.effect("failures from anywhere close an account, but not at an address where its owner signed in before", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* attempt("192.0.2.1", "ada@example.com", Effect.void), 200)
    for (let i = 0; i < loginLimits.account; i++) {
      assert.strictEqual(yield* attempt(`198.51.100.${i % 20}`, "Ada@example.com", wrong), 400)
    }
    assert.strictEqual(yield* attempt("203.0.113.9", "ada@example.com", Effect.void), 429)
    assert.strictEqual(yield* attempt("192.0.2.1", "ada@example.com", Effect.void), 200)
    assert.strictEqual(yield* attempt("203.0.113.9", "grace@example.com", Effect.void), 200)
    yield* TestClock.adjust("16 minutes")
    assert.strictEqual(yield* attempt("203.0.113.9", "ada@example.com", Effect.void), 200)
  }).pipe(provided))

it.effect("all addresses of one network of IPv6 share their failures", () =>
  Effect.gen(function*() {
    for (let i = 0; i < loginLimits.address; i++) {
      assert.strictEqual(yield* attempt(`2001:db8::${i.toString(16)}`, `user${i}@example.com`, wrong), 400)
    }
    assert.strictEqual(yield* attempt("2001:db8::ffff", "ada@example.com", wrong), 429)
    assert.strictEqual(yield* attempt("2001:db8:0:1::1", "ada@example.com", wrong), 400)
  }).pipe(provided))

it.effect("a body at fault is no failure", () =>
  Effect.gen(function*() {
    const fault = Effect.mapError(
      Effect.fail(InvalidInput.at(["email"], "required", "This field is required.")),
      (error) => Object.assign(error, { status: 400 })
    )
    for (let i = 0; i < loginLimits.address + 1; i++) {
      assert.strictEqual(yield* attempt("192.0.2.1", "ada@example.com", fault), 400)
    }
  }).pipe(provided))

it.effect("a bounded number of attempts runs at once, whoever makes them", () =>
  Effect.gen(function*() {
    const gate = yield* Deferred.make<void>()
    const running = yield* Effect.forEach(
      Array.from({ length: maxAttemptsAtOnce }, (_, index) => index),
      (index) => Effect.forkChild(attempt(`192.0.2.${index}`, `user${index}@example.com`, Deferred.await(gate)))
    )
    yield* Effect.yieldNow
    assert.strictEqual(yield* attempt("203.0.113.9", "ada@example.com", Effect.void), 429)
    yield* Deferred.succeed(gate, undefined)
    assert.deepStrictEqual([...new Set(yield* Effect.forEach(running, Fiber.join))], [200])
    assert.strictEqual(yield* attempt("203.0.113.9", "ada@example.com", Effect.void), 200)
  }).pipe(provided))

it.effect("mails are counted for each account and for each address", () =>
  Effect.gen(function*() {
    const { mail } = yield* LoginThrottle
    const ask = (address: string, who: string) => statusOf(mail(from(address), who))
    for (let i = 0; i < mailLimits.account; i++) {
      assert.strictEqual(yield* ask(`192.0.2.${i}`, "ada@example.com"), 200)
    }
    assert.strictEqual(yield* ask("203.0.113.9", "ADA@example.com"), 429)
    for (let i = 0; i < mailLimits.address; i++) {
      assert.strictEqual(yield* ask("203.0.113.9", `user${i}@example.com`), 200)
    }
    assert.strictEqual(yield* ask("203.0.113.9", "grace@example.com"), 429)
    yield* TestClock.adjust("16 minutes")
    assert.strictEqual(yield* ask("203.0.113.9", "ada@example.com"), 200)
  }).pipe(provided))

import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { AccountLinks } from "@hedgerow/core/accounts/AccountLinks"
import { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import { PasswordDerivation } from "@hedgerow/core/accounts/passwords/PasswordDerivation"
import type { Derivation } from "@hedgerow/core/accounts/passwords/PasswordHash"
import { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import { SignIn } from "@hedgerow/core/accounts/SignIn"
import * as Domain from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { ada } from "./SignInWorld.ts"

const quick: Derivation = { name: "scrypt", logCost: 1, blockSize: 1, lanes: 1 }
const former: Derivation = { name: "scrypt", logCost: 2, blockSize: 1, lanes: 1 }

/** A gate on which the hashing of one password waits. */
class Gate extends Context.Service<Gate, {
  password: string | undefined
  readonly reached: Deferred.Deferred<void>
  readonly opened: Deferred.Deferred<void>
}>()("@hedgerow/testing/test/signin/Races.test/Gate") {
  static readonly layer = Layer.effect(
    Gate,
    Effect.gen(function*() {
      return {
        password: undefined as string | undefined,
        reached: yield* Deferred.make<void>(),
        opened: yield* Deferred.make<void>()
      }
    })
  )
}

/** New hashes are made in the quick way; the first one, of the account's set-up, in a former way. */
const gated = Layer.effect(
  PasswordDerivation,
  Effect.gen(function*() {
    const gate = yield* Gate
    const { derive } = yield* PasswordDerivation
    return {
      preferred: quick,
      atOnce: 8,
      derive: Effect.fnUntraced(function*(derivation: Derivation, password: Uint8Array, salt: Uint8Array) {
        if (new TextDecoder().decode(password) === gate.password) {
          yield* Deferred.succeed(gate.reached, undefined)
          yield* Deferred.await(gate.opened)
        }
        return yield* derive(derivation, password, salt)
      })
    }
  })
)

const over = (storage: Layer.Layer<StoragePorts>) =>
  Domain.layer.pipe(Layer.provide(gated), Layer.provideMerge(Gate.layer), Layer.provideMerge(storage))

const storages = {
  memory: Layer.suspend(() => over(MemoryStorage.layer)),
  PostgreSQL: Layer.suspend(() => over(PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer), Layer.orDie)))
}

/** The owner, with a password. */
const owner = Effect.gen(function*() {
  const options = { projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() }
  const { user } = Option.getOrThrow(yield* bootstrap(options))
  const links = yield* AccountLinks
  yield* links.setUp({ ...ada, token: Option.getOrThrow(yield* links.issueSetup) })
  return Option.getOrThrow(yield* (yield* UserRepository).find(user.id))
})

/** Begins what hashes this password, and waits until it does. */
const hashing = Effect.fnUntraced(function*<A, E, R>(password: string, work: Effect.Effect<A, E, R>) {
  const gate = yield* Gate
  gate.password = password
  const fiber = yield* Effect.forkChild(Effect.exit(work))
  yield* Deferred.await(gate.reached)
  gate.password = undefined
  return Effect.andThen(Deferred.succeed(gate.opened, undefined), Fiber.join(fiber))
})

const next = "wrong zebra charger"

const reset = Effect.fnUntraced(function*(password: string) {
  const links = yield* AccountLinks
  const user = Option.getOrThrow(yield* (yield* UserRepository).findByEmail(ada.email))
  yield* links.reset({ token: yield* links.issueReset(user), password })
})

const failureOf = <A, E>(exit: Exit.Exit<A, E>) => Option.getOrUndefined(Exit.findErrorOption(exit))

for (const [name, storage] of Object.entries(storages)) {
  describe(`signing in while passwords change, ${name}`, () => {
    it.live("a log-in that began before a reset opens no session after it", () =>
      Effect.gen(function*() {
        const user = yield* owner
        const signIn = yield* SignIn
        const goOn = yield* hashing(ada.password, signIn.logIn(ada))
        yield* reset(next)
        assert.strictEqual(failureOf(yield* goOn)?._tag, "LoginRefused")
        assert.deepStrictEqual(yield* (yield* LoginSessionRepository).all(user.id), [])
      }).pipe(Effect.provide(storage)))

    it.live("a change that began before a reset does not undo it", () =>
      Effect.gen(function*() {
        const user = yield* owner
        const signIn = yield* SignIn
        const change = signIn.changePassword(user, { current_password: ada.password, password: "thief thief thief" })
        const goOn = yield* hashing(ada.password, change)
        yield* reset(next)
        assert.strictEqual(failureOf(yield* goOn)?._tag, "CurrentPasswordWrong")
        yield* signIn.logIn({ ...ada, password: next })
      }).pipe(Effect.provide(storage)))

    it.live("a hash that a log-in makes anew does not bring the former password back", () =>
      Effect.gen(function*() {
        const user = yield* owner
        const rows = yield* PasswordRepository
        const { derive } = yield* PasswordDerivation
        const signIn = yield* SignIn
        const [stored] = yield* rows.all(user.id)
        assert.match(stored?.hash ?? "", /^\$scrypt\$ln=1,/)
        const salt = new Uint8Array(16).fill(7)
        const bytes = yield* derive(former, new TextEncoder().encode(ada.password), salt)
        const base64 = (one: Uint8Array) => Buffer.from(one).toString("base64").replace(/=+$/, "")
        const hash = `$scrypt$ln=2,r=1,p=1$${base64(salt)}$${base64(bytes)}`
        if (stored !== undefined) yield* rows.update({ ...stored, hash })
        const goOn = yield* hashing(ada.password, signIn.logIn(ada))
        yield* reset(next)
        assert.strictEqual(failureOf(yield* goOn)?._tag, "LoginRefused")
        yield* signIn.logIn({ ...ada, password: next })
        const [now] = yield* rows.all(user.id)
        if (now !== undefined) yield* rows.update({ ...now, hash })
        yield* signIn.logIn(ada)
        assert.match((yield* rows.all(user.id))[0]?.hash ?? "", /^\$scrypt\$ln=1,/)
        yield* signIn.logIn(ada)
      }).pipe(Effect.provide(storage)))

    it.live("a link that is used many times at once works once", () =>
      Effect.gen(function*() {
        const user = yield* owner
        const links = yield* AccountLinks
        const token = yield* links.issueReset(user)
        const passwords = Array.from({ length: 6 }, (_, index) => `a new password ${index}`)
        const exits = yield* Effect.forEach(passwords, (password) => Effect.exit(links.reset({ token, password })), {
          concurrency: "unbounded"
        })
        const [used, ...more] = passwords.filter((_, index) => exits[index]?._tag === "Success")
        assert.deepStrictEqual([used === undefined, more], [false, []])
        yield* (yield* SignIn).logIn({ ...ada, password: used ?? "" })
        assert.deepStrictEqual(exits.flatMap((exit) => failureOf(exit)?._tag ?? []), Array(5).fill("LinkInvalid"))
      }).pipe(Effect.provide(storage)))

    it.live("the first account is set up once, by one of many at once", () =>
      Effect.gen(function*() {
        const options = { projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() }
        yield* bootstrap(options)
        const links = yield* AccountLinks
        const tokens = yield* Effect.forEach([1, 2, 3, 4], () => Effect.map(links.issueSetup, Option.getOrThrow))
        const exits = yield* Effect.forEach(
          tokens,
          (token, index) => Effect.exit(links.setUp({ ...ada, email: `user${index}@example.com`, token })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
        assert.deepStrictEqual(exits.flatMap((exit) => failureOf(exit)?._tag ?? []), Array(3).fill("LinkInvalid"))
        assert.isTrue(Option.isNone(yield* links.issueSetup))
      }).pipe(Effect.provide(storage)))
  })
}

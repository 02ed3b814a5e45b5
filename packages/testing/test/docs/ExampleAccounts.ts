import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { Users } from "@hedgerow/core/access/Users"
import { IdentityProvider } from "@hedgerow/core/accounts/providers/IdentityProvider"
import { SecondFactors } from "@hedgerow/core/accounts/second-factors/SecondFactors"
import { SignIn } from "@hedgerow/core/accounts/SignIn"
import type { UserId } from "@hedgerow/core/identity/User"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { Clock, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Secret, TOTP } from "otpauth"
import { FuzzWorld } from "../long/fuzz/FuzzWorld.ts"

/** A provider that knows one person, whose address an account has. */
export const knownProvider = Layer.succeed(
  IdentityProvider,
  Option.some({
    name: "Meadow ID",
    domains: [],
    organization: Option.none(),
    begin: () =>
      Effect.succeed({
        url: "https://id.example.com/",
        flow: { state: "state", nonce: "nonce", verifier: "verifier" }
      }),
    finish: () =>
      Effect.succeed({
        issuer: "https://id.example.com",
        subject: "1",
        email: "verified@example.com",
        isEmailVerified: true,
        firstName: "",
        lastName: ""
      })
  })
)

const waiting = { state: "state", nonce: "nonce", verifier: "verifier", next: "/", session: null }

/** The cookie of a browser that comes back from the provider. */
export const providerCookie = `hedgerow_oidc=${Buffer.from(JSON.stringify(waiting)).toString("base64url")}`

const codeOf = Effect.fnUntraced(function*(secret: string) {
  const timestamp = yield* Clock.currentTimeMillis
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
})

const userOf = (id: number) =>
  Effect.flatMap(UserRepository, (users) => Effect.map(users.find(id as UserId), Option.getOrThrow))

/** Begins to set up a second factor of the user; the code that the app shows. */
const begun = Effect.fnUntraced(function*(id: number) {
  const factors = yield* SecondFactors
  const { secret } = yield* Effect.orDie(factors.begin(yield* userOf(id), {}))
  return secret
})

/** Turns a second factor of the user on; the next code that the app shows. */
const turnedOn = Effect.fnUntraced(function*(id: number) {
  const factors = yield* SecondFactors
  const secret = yield* begun(id)
  yield* Effect.orDie(factors.confirm(yield* userOf(id), { code: yield* codeOf(secret) }))
  yield* TestClock.adjust("2 minutes")
  return yield* codeOf(secret)
})

/** The token of a link in an answer. */
const tokenIn = (body: JsonRecord): string => String(body["link"]).split("#")[1] ?? ""

type Invite = (login: string, organization: string, email: string) => Effect.Effect<JsonRecord>

/** An invitation of a stranger's organisation for this address. */
const invitedBy = Effect.fnUntraced(function*(invite: Invite, email: string) {
  const { foreignLogin } = yield* FuzzWorld
  const users = yield* UserRepository
  const [membership] = yield* users.memberships(Number(foreignLogin) as UserId)
  return tokenIn(yield* invite(foreignLogin, String(membership?.organization_id), email))
})

/** The parts of the example's body that stand for secrets, as they are in this world; undefined where it has none. */
export const secretsOf = Effect.fnUntraced(function*(path: string, invite: Invite) {
  const { login } = yield* FuzzWorld
  const me = Number(login)
  if (path === "/api/invites/read/" || path === "/api/invites/accept/") {
    return { token: yield* invitedBy(invite, "new@example.com") }
  }
  if (path === "/api/users/@me/join/") return { token: yield* invitedBy(invite, (yield* userOf(me)).email) }
  if (path === "/api/users/@me/second_factor/confirm/") return { code: yield* codeOf(yield* begun(me)) }
  if (/second_factor\/(?:backup_codes|turn_off)\//.test(path)) return { code: yield* turnedOn(me) }
  if (path === "/api/login/complete/") {
    const code = yield* turnedOn(me)
    const entered = yield* Effect.flatMap(SignIn, (signIn) => Effect.flatMap(userOf(me), signIn.enterAs))
    return "challenge" in entered ? { code, token: entered.challenge.token } : undefined
  }
  if (path === "/api/oidc/complete/") {
    const users = yield* Users
    yield* Effect.orDie(users.create({ email: "verified@example.com", is_email_verified: true }))
  }
  return undefined
})

/** The body of an example with what stands for secrets in it. */
export const withSecrets = (example: unknown, secrets: object | undefined): unknown =>
  secrets === undefined ? example : { ...recordOrEmpty(example), ...secrets }

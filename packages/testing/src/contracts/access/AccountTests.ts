import { assert } from "@effect/vitest"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { AccountLink, accountLinkEntity, type AccountLinkId } from "@hedgerow/core/accounts/AccountLink"
import { AccountLinkRepository } from "@hedgerow/core/accounts/AccountLinkRepository"
import { LoginSession, loginSessionEntity, type LoginSessionId } from "@hedgerow/core/accounts/LoginSession"
import { LoginSessionRepository } from "@hedgerow/core/accounts/LoginSessionRepository"
import { Password, passwordEntity, type PasswordId } from "@hedgerow/core/accounts/passwords/Password"
import { PasswordRepository } from "@hedgerow/core/accounts/passwords/PasswordRepository"
import {
  identityValue,
  LoginIdentity,
  loginIdentityEntity,
  type LoginIdentityId
} from "@hedgerow/core/accounts/providers/LoginIdentity"
import { LoginIdentityRepository } from "@hedgerow/core/accounts/providers/LoginIdentityRepository"
import {
  LoginChallenge,
  loginChallengeEntity,
  type LoginChallengeId
} from "@hedgerow/core/accounts/second-factors/LoginChallenge"
import { LoginChallengeRepository } from "@hedgerow/core/accounts/second-factors/LoginChallengeRepository"
import {
  SecondFactor,
  secondFactorEntity,
  type SecondFactorId
} from "@hedgerow/core/accounts/second-factors/SecondFactor"
import { SecondFactorRepository } from "@hedgerow/core/accounts/second-factors/SecondFactorRepository"
import type { EntityColumns } from "@hedgerow/core/entities/Where"
import type { UserId } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Exit, Option } from "effect"
import type { EntityCase } from "../entities/EntityCase.ts"
import { type AccessPorts, type AccessTests, assertEqual, makeUser } from "./AccessWorld.ts"

type Case<Self, Row extends { readonly id: string; readonly user_id: UserId }> = EntityCase<
  Self,
  Row,
  EntityColumns,
  never,
  AccessPorts
>

const at = (iso: string) => DateTime.makeUnsafe(iso)

const owner = Effect.orDie(Effect.map(makeUser, ({ id }) => id))

const makeSession = Effect.fnUntraced(function*(user: UserId) {
  const id = (yield* makeUuid7) as LoginSessionId
  return new LoginSession({
    id,
    user_id: user,
    secure_value: `sha256$${id}`,
    created_at: at("2024-02-29T23:59:59.998Z"),
    last_used_at: at("2024-02-29T23:59:59.999Z"),
    expires_at: at("2024-04-29T23:59:59.998Z"),
    user_agent: null
  })
})

/** Sessions as an entity. */
export const sessionCase: Case<LoginSessionRepository, LoginSession> = {
  entity: loginSessionEntity,
  port: LoginSessionRepository,
  unique: ["secure_value"],
  owner,
  fields: makeSession,
  changes: Effect.fnUntraced(function*() {
    return {
      secure_value: `sha256$${yield* makeUuid7}`,
      created_at: at("2020-01-01T00:00:00Z"),
      last_used_at: at("2024-03-01T00:00:00.001Z"),
      expires_at: at("2024-05-01T00:00:00.001Z"),
      user_agent: "Mozilla/5.0 (Ünïcode; \"quoted\")"
    }
  })
}

/** Links as an entity. */
export const linkCase: Case<AccountLinkRepository, AccountLink> = {
  entity: accountLinkEntity,
  port: AccountLinkRepository,
  unique: ["secure_value"],
  owner,
  fields: Effect.fnUntraced(function*(user: UserId) {
    const id = (yield* makeUuid7) as AccountLinkId
    return new AccountLink({
      id,
      user_id: user,
      purpose: "setup",
      secure_value: `sha256$${id}`,
      created_at: at("2024-02-29T23:59:59.998Z"),
      expires_at: at("2024-03-02T23:59:59.998Z")
    })
  }),
  changes: Effect.fnUntraced(function*() {
    return {
      purpose: "reset" as const,
      secure_value: `sha256$${yield* makeUuid7}`,
      created_at: at("2020-01-01T00:00:00Z"),
      expires_at: at("2024-05-01T00:00:00.001Z")
    }
  })
}

/** Passwords as an entity. */
export const passwordCase: Case<PasswordRepository, Password> = {
  entity: passwordEntity,
  port: PasswordRepository,
  owner,
  fields: Effect.fnUntraced(function*(user: UserId) {
    const id = (yield* makeUuid7) as PasswordId
    return new Password({ id, user_id: user, hash: `$scrypt$${id}`, changed_at: at("2024-02-29T23:59:59.998Z") })
  }),
  changes: () => Effect.succeed({ hash: "$argon2id$v=19$m=1", changed_at: at("2024-03-01T00:00:00.001Z") })
}

/** Log-ins that wait for their second step, as an entity. */
export const challengeCase: Case<LoginChallengeRepository, LoginChallenge> = {
  entity: loginChallengeEntity,
  port: LoginChallengeRepository,
  unique: ["secure_value"],
  owner,
  fields: Effect.fnUntraced(function*(user: UserId) {
    const id = (yield* makeUuid7) as LoginChallengeId
    return new LoginChallenge({
      id,
      user_id: user,
      secure_value: `sha256$${id}`,
      created_at: at("2024-02-29T23:59:59.998Z"),
      expires_at: at("2024-03-01T00:04:59.998Z")
    })
  }),
  changes: Effect.fnUntraced(function*() {
    return {
      secure_value: `sha256$${yield* makeUuid7}`,
      created_at: at("2020-01-01T00:00:00Z"),
      expires_at: at("2024-05-01T00:00:00.001Z")
    }
  })
}

/** Identities of providers as an entity. */
export const identityCase: Case<LoginIdentityRepository, LoginIdentity> = {
  entity: loginIdentityEntity,
  port: LoginIdentityRepository,
  unique: ["secure_value"],
  owner,
  fields: Effect.fnUntraced(function*(user: UserId) {
    const id = (yield* makeUuid7) as LoginIdentityId
    return new LoginIdentity({
      id,
      user_id: user,
      secure_value: identityValue("https://id.example.com", id),
      issuer: "https://id.example.com",
      subject: id,
      email: null,
      created_at: at("2024-02-29T23:59:59.998Z"),
      last_used_at: at("2024-02-29T23:59:59.998Z")
    })
  }),
  changes: Effect.fnUntraced(function*() {
    const subject = yield* makeUuid7
    return {
      secure_value: identityValue("https://id.example.org", subject),
      issuer: "https://id.example.org",
      subject,
      email: "Grace.\"O'Hara\"@example.com",
      created_at: at("2020-01-01T00:00:00Z"),
      last_used_at: at("2024-05-01T00:00:00.001Z")
    }
  })
}

/** Second factors as an entity. */
export const secondFactorCase: Case<SecondFactorRepository, SecondFactor> = {
  entity: secondFactorEntity,
  port: SecondFactorRepository,
  owner,
  fields: Effect.fnUntraced(function*(user: UserId) {
    const id = (yield* makeUuid7) as SecondFactorId
    return new SecondFactor({
      id,
      user_id: user,
      sealed_secret: `hs1.key.${id}`,
      last_step: null,
      failures: 0,
      failed_at: null,
      backup_codes: [],
      created_at: at("2024-02-29T23:59:59.998Z"),
      confirmed_at: null
    })
  }),
  changes: () =>
    Effect.succeed({
      sealed_secret: "hs1.other.x",
      last_step: 58_000_000,
      failures: 3,
      failed_at: at("2024-03-01T00:00:00.001Z"),
      backup_codes: ["sha256$a", "sha256$b"],
      created_at: at("2020-01-01T00:00:00Z"),
      confirmed_at: at("2024-03-01T00:00:00.002Z")
    })
}

/** What people sign in with, beside their keys. */
export const accountTests = (it: AccessTests): void => {
  it.effect("a session and a link are found by their values, whoever's they are; no two have the same", () =>
    Effect.gen(function*() {
      const sessions = yield* LoginSessionRepository
      const links = yield* AccountLinkRepository
      const [user, other] = yield* Effect.all([owner, owner])
      const session = yield* makeSession(user)
      const challenges = yield* LoginChallengeRepository
      const link = yield* links.create(yield* linkCase.fields(user))
      const challenge = yield* challenges.create(yield* challengeCase.fields(user))
      assertEqual(yield* challenges.findBySecureValue(challenge.secure_value), Option.some(challenge))
      assert.isTrue(Option.isNone(yield* challenges.findBySecureValue(link.secure_value)))
      yield* sessions.insert(session)
      assertEqual(yield* sessions.findBySecureValue(session.secure_value), Option.some(session))
      assertEqual(yield* links.findBySecureValue(link.secure_value), Option.some(link))
      assert.isTrue(Option.isNone(yield* sessions.findBySecureValue("sha256$unknown")))
      assert.isTrue(Option.isNone(yield* links.findBySecureValue("sha256$unknown")))
      assert.isTrue(Option.isNone(yield* sessions.find(other, session.id)))
      const twice = new LoginSession({ ...yield* makeSession(other), secure_value: session.secure_value })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(sessions.insert(twice))))
    }))

  it.effect("it is known whether anybody has a password", () =>
    Effect.gen(function*() {
      const passwords = yield* PasswordRepository
      yield* passwords.create(yield* passwordCase.fields(yield* owner))
      assert.isTrue(yield* passwords.anyExists)
    }))

  it.effect("a user gets another email, unless somebody else has it in any letter case", () =>
    Effect.gen(function*() {
      const users = yield* UserRepository
      const [user, other] = yield* Effect.orDie(Effect.all([makeUser, makeUser]))
      yield* users.setEmail(user.id, `new.${user.email}`)
      const found = Option.getOrThrow(yield* users.findByEmail(`NEW.${user.email}`))
      assert.deepStrictEqual([found.id, found.email], [user.id, `new.${user.email}`])
      assert.isTrue(Option.isNone(yield* users.findByEmail(user.email)))
      yield* users.setEmail(user.id, `NEW.${user.email}`)
      const taken = yield* Effect.flip(users.setEmail(other.id, `New.${user.email}`))
      assert.strictEqual(taken._tag, "EmailTaken")
      assertEqual(yield* users.find(other.id), Option.some(other))
    }).pipe(Effect.orDie))
}

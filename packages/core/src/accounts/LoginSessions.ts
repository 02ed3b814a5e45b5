import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { Caller } from "../access/Caller.ts"
import { makeToken, secureValueOf } from "../access/KeyTokens.ts"
import { Users } from "../access/Users.ts"
import type { UserId } from "../identity/User.ts"
import { isStorable } from "../shared/StorableText.ts"
import { makeUuid7, parseUuid } from "../shared/Uuid.ts"
import { LoginSession, type LoginSessionId } from "./LoginSession.ts"
import { LoginSessionRepository } from "./LoginSessionRepository.ts"
import { LoginChallengeRepository } from "./second-factors/LoginChallengeRepository.ts"

/** A session that is not used ends after this time. */
export const longestIdle = Duration.days(14)

/** A session ends after this time, used or not. */
export const longestSession = Duration.days(60)

/** A use is noted at most this often. */
const noted = Duration.minutes(5)

/** The most sessions of a user: the one that was unused for longest ends when there would be one more. */
export const maxSessionsPerUser = 100

/** The most characters of a browser's name that are kept. */
const mostOfAgent = 300

/** The name by which the browser of the request calls itself: shown to the user, who knows their browsers. */
export class UserAgent extends Context.Reference<string | undefined>(
  "@hedgerow/core/accounts/LoginSessions/UserAgent",
  { defaultValue: () => undefined }
) {}

/** A session that was just opened, with the value for its cookie, which is not stored. */
export interface OpenedSession {
  readonly session: LoginSession
  readonly token: string
}

/** A session that signs a request in. */
export interface UsedSession {
  readonly session: LoginSession
  readonly caller: Caller
}

/**
 * The token that pages send beside the cookie. It follows from the cookie's value, which other sites do not know, and it
 * tells nothing of it.
 */
export const csrfTokenOf = (token: string): string => bytesToHex(sha256(utf8ToBytes(`csrf ${token}`)))

const idleEnd = ({ last_used_at }: LoginSession) => DateTime.addDuration(last_used_at, longestIdle)

/** The time at which a session ends, unless it is used until then. */
export const endOf = (session: LoginSession): DateTime.Utc => DateTime.min(idleEnd(session), session.expires_at)

const isOver = (session: LoginSession, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(now, endOf(session))

const byUse = (a: LoginSession, b: LoginSession): number =>
  a.last_used_at.epochMilliseconds - b.last_used_at.epochMilliseconds

/** The sessions of people who are signed in. */
export class LoginSessions extends Context.Service<LoginSessions, {
  /** Opens a session with a new value; those that are over go. */
  readonly open: (user: UserId) => Effect.Effect<OpenedSession>
  /** The session with this value in its cookie, unless it is over. */
  readonly find: (token: string) => Effect.Effect<Option.Option<LoginSession>>
  /** The session with this value in its cookie, and the caller that it signs in, with the rights of now. */
  readonly use: (token: string) => Effect.Effect<Option.Option<UsedSession>>
  readonly end: (token: string) => Effect.Effect<void>
  /** The sessions of a user that are open, the one that was used last first. */
  readonly list: (user: UserId) => Effect.Effect<ReadonlyArray<LoginSession>>
  /** Ends the session of a user that has this id; whether there was one. */
  readonly endOne: (user: UserId, id: string) => Effect.Effect<boolean>
  /** Ends every session of a user, and every log-in that waits for its second step. */
  readonly endAll: (user: UserId) => Effect.Effect<void>
}>()("@hedgerow/core/accounts/LoginSessions") {
  static readonly layer: Layer.Layer<
    LoginSessions,
    never,
    LoginChallengeRepository | LoginSessionRepository | Users
  > = Layer.effect(
    LoginSessions,
    Effect.gen(function*() {
      const sessions = yield* LoginSessionRepository
      const challenges = yield* LoginChallengeRepository
      const users = yield* Users

      const remove = (session: LoginSession) => sessions.remove(session.user_id, session.id)

      const find = Effect.fn("LoginSessions.find")(function*(token: string) {
        const found = yield* sessions.findBySecureValue(secureValueOf(token))
        const now = yield* DateTime.now
        return Option.filter(found, (session) => !isOver(session, now))
      })

      const endAll = Effect.fn("LoginSessions.endAll")(function*(user: UserId) {
        yield* Effect.forEach(yield* sessions.all(user), remove, { discard: true })
        yield* Effect.forEach(yield* challenges.all(user), ({ id }) => challenges.remove(user, id), { discard: true })
      })

      const list = Effect.fn("LoginSessions.list")(function*(user: UserId) {
        const now = yield* DateTime.now
        return (yield* sessions.all(user)).filter((session) => !isOver(session, now)).toSorted(byUse).toReversed()
      })

      const endOne = Effect.fn("LoginSessions.endOne")(function*(user: UserId, id: string) {
        const found = (yield* list(user)).find((session) => session.id === parseUuid(id))
        if (found !== undefined) yield* remove(found)
        return found !== undefined
      })

      /** Removes what is over, and what is more than a user may have. */
      const makeRoom = Effect.fnUntraced(function*(user: UserId, now: DateTime.Utc) {
        const known = yield* sessions.all(user)
        const open = known.filter((session) => !isOver(session, now)).toSorted(byUse)
        const kept = new Set(open.slice(-(maxSessionsPerUser - 1)).map(({ id }) => id))
        yield* Effect.forEach(known.filter(({ id }) => !kept.has(id)), remove, { discard: true })
      })

      const open = Effect.fn("LoginSessions.open")(function*(user: UserId) {
        const now = yield* DateTime.now
        yield* makeRoom(user, now)
        const agent = (yield* UserAgent) ?? ""
        const token = yield* makeToken("hgs_")
        const session = new LoginSession({
          id: (yield* makeUuid7) as LoginSessionId,
          user_id: user,
          secure_value: secureValueOf(token),
          created_at: now,
          last_used_at: now,
          expires_at: DateTime.addDuration(now, longestSession),
          user_agent: agent !== "" && isStorable(agent) ? agent.slice(0, mostOfAgent) : null
        })
        yield* sessions.insert(session)
        return { session, token }
      })

      const noteUse = Effect.fnUntraced(function*(session: LoginSession) {
        const now = yield* DateTime.now
        if (Duration.isLessThan(DateTime.distance(session.last_used_at, now), noted)) return
        yield* sessions.update(new LoginSession({ ...session, last_used_at: now }))
      })

      const use = Effect.fn("LoginSessions.use")(function*(token: string) {
        const session = Option.getOrUndefined(yield* find(token))
        if (session === undefined) return Option.none<UsedSession>()
        const caller = yield* Effect.option(users.callerOf(session.user_id))
        if (Option.isSome(caller)) yield* noteUse(session)
        return Option.map(caller, (caller): UsedSession => ({ session, caller: { ...caller, session: session.id } }))
      })

      const end = Effect.fn("LoginSessions.end")(function*(token: string) {
        const session = Option.getOrUndefined(yield* sessions.findBySecureValue(secureValueOf(token)))
        if (session !== undefined) yield* remove(session)
      })

      return LoginSessions.of({ open, find, use, end, list, endOne, endAll })
    })
  )
}

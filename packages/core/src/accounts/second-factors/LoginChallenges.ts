import { DateTime, Duration, Effect, Option } from "effect"
import { makeToken, secureValueOf } from "../../access/KeyTokens.ts"
import type { UserId } from "../../identity/User.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import { LoginChallenge, type LoginChallengeId } from "./LoginChallenge.ts"
import { LoginChallengeRepository } from "./LoginChallengeRepository.ts"

/** The time in which the second step follows the first. */
export const challengeLife = Duration.minutes(5)

/** The most challenges of a user: the oldest goes when there would be one more. */
export const maxChallenges = 10

/** Who waits for the second step, and the token that they send with it. */
export interface IssuedChallenge {
  readonly challenge: LoginChallenge
  readonly token: string
}

const isOver = ({ expires_at }: LoginChallenge, now: DateTime.Utc): boolean =>
  DateTime.isGreaterThanOrEqualTo(now, expires_at)

/** The steps between the password and the code. */
export const makeLoginChallenges = Effect.gen(function*() {
  const challenges = yield* LoginChallengeRepository

  const end = ({ id, user_id }: LoginChallenge) => challenges.remove(user_id, id)

  const makeRoom = Effect.fnUntraced(function*(user: UserId, now: DateTime.Utc) {
    const known = yield* challenges.all(user, { order: [{ field: "created_at", isDescending: false }] })
    const open = known.filter((challenge) => !isOver(challenge, now)).slice(-(maxChallenges - 1))
    const kept = new Set(open.map(({ id }) => id))
    yield* Effect.forEach(known.filter(({ id }) => !kept.has(id)), end, { discard: true })
  })

  /** A new challenge of the user; inside a transaction that holds the user. */
  const issue = Effect.fnUntraced(function*(user: UserId) {
    const now = yield* DateTime.now
    yield* makeRoom(user, now)
    const token = yield* makeToken("hgl_")
    const challenge = new LoginChallenge({
      id: (yield* makeUuid7) as LoginChallengeId,
      user_id: user,
      secure_value: secureValueOf(token),
      created_at: now,
      expires_at: DateTime.addDuration(now, challengeLife)
    })
    yield* challenges.insert(challenge)
    return { challenge, token } satisfies IssuedChallenge
  })

  /** The challenge with this token, unless it is over. */
  const find = Effect.fnUntraced(function*(token: string) {
    const found = yield* challenges.findBySecureValue(secureValueOf(token))
    const now = yield* DateTime.now
    return Option.filter(found, (challenge) => !isOver(challenge, now))
  })

  return { issue, find, end }
})

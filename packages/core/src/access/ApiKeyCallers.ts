import { Cache, DateTime, Duration, Effect, Layer, Option } from "effect"
import { InvalidCredentials, NotAuthenticated } from "./AccessErrors.ts"
import { PersonalApiKeyRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { CallerResolver } from "./CallerResolver.ts"
import { findCredential } from "./Credentials.ts"
import { secureValueOf } from "./KeyTokens.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"

/** How long a resolved key is trusted without asking the storage again: a revoked key may work this much longer. */
const callerTimeToLive = Duration.seconds(5)

/** `last_used_at` is written at most this often. */
const lastUsedInterval = Duration.hours(1)

const isStale = (key: PersonalApiKey, now: DateTime.Utc): boolean =>
  key.last_used_at === null
  || Duration.isGreaterThanOrEqualTo(DateTime.distance(key.last_used_at, now), lastUsedInterval)

/** Callers by personal API key. Unknown keys and keys of inactive users are `InvalidCredentials`. */
export const layer: Layer.Layer<CallerResolver, never, PersonalApiKeyRepository | UserRepository> = Layer.effect(
  CallerResolver,
  Effect.gen(function*() {
    const keys = yield* PersonalApiKeyRepository
    const users = yield* UserRepository

    const load = Effect.fnUntraced(function*(secureValue: string) {
      const key = Option.getOrUndefined(yield* keys.findBySecureValue(secureValue))
      if (key === undefined) return undefined
      const user = Option.getOrUndefined(yield* users.find(key.user_id))
      if (user === undefined || !user.is_active) return undefined
      const now = yield* DateTime.now
      if (isStale(key, now)) yield* keys.markUsed(key.id, now)
      const caller: Caller = {
        user,
        memberships: yield* users.memberships(user.id),
        scopes: key.scopes,
        scopedProjects: key.scoped_teams,
        scopedOrganizations: key.scoped_organizations,
        key
      }
      return caller
    })

    const callers = yield* Cache.make({ lookup: load, capacity: 10_000, timeToLive: callerTimeToLive })

    return CallerResolver.of({
      resolve: Effect.fn("CallerResolver.resolve")(function*(request) {
        const credential = yield* findCredential(request)
        if (credential === undefined) return yield* new NotAuthenticated()
        const caller = yield* Cache.get(callers, secureValueOf(credential.token))
        if (caller === undefined) return yield* new InvalidCredentials({ source: credential.source })
        return caller
      })
    })
  })
)

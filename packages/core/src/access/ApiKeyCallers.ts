import { DateTime, Duration, Effect, Layer, Option } from "effect"
import type { DefinitionsVersionRepository } from "../caching/DefinitionsVersionRepository.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { InvalidCredentials, NotAuthenticated } from "./AccessErrors.ts"
import { PersonalApiKeyRepository, UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { CallerResolver } from "./CallerResolver.ts"
import { findCredential } from "./Credentials.ts"
import { secureValueOf } from "./KeyTokens.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"

/** `last_used_at` is written at most this often. */
const lastUsedInterval = Duration.hours(1)

const isStale = (key: PersonalApiKey, now: DateTime.Utc): boolean =>
  key.last_used_at === null
  || Duration.isGreaterThanOrEqualTo(DateTime.distance(key.last_used_at, now), lastUsedInterval)

type KeyCaller = Caller & { readonly key: PersonalApiKey }

/**
 * Callers by personal API key. Unknown keys and keys of inactive users are `InvalidCredentials`; a change of a key, its
 * user or their memberships counts at once on the server that made it and within moments on the others.
 */
export const layer: Layer.Layer<
  CallerResolver,
  never,
  DefinitionsVersionRepository | PersonalApiKeyRepository | UserRepository
> = Layer.effect(
  CallerResolver,
  Effect.gen(function*() {
    const keys = yield* PersonalApiKeyRepository
    const users = yield* UserRepository

    const load = Effect.fnUntraced(function*(secureValue: string): Effect.fn.Return<KeyCaller | undefined> {
      const key = Option.getOrUndefined(yield* keys.findBySecureValue(secureValue))
      if (key === undefined) return undefined
      const user = Option.getOrUndefined(yield* users.find(key.user_id))
      if (user === undefined || !user.is_active) return undefined
      return {
        user,
        memberships: yield* users.memberships(user.id),
        scopes: key.scopes,
        scopedProjects: key.scoped_teams,
        scopedOrganizations: key.scoped_organizations,
        key
      }
    })

    const callers = yield* makeVersionedCache({
      realm: () => "installation",
      load,
      isKept: (caller) => caller !== undefined,
      capacity: 10_000
    })

    /** Another server may have noted the use meanwhile: the key is read anew before it is written. */
    const noteUse = Effect.fnUntraced(function*(secureValue: string, now: DateTime.Utc) {
      yield* callers.forget(secureValue)
      const caller = yield* callers.get(secureValue)
      if (caller === undefined || !isStale(caller.key, now)) return caller
      yield* keys.markUsed(caller.key.id, now)
      yield* callers.forget(secureValue)
      return yield* callers.get(secureValue)
    })

    const find = Effect.fnUntraced(function*(secureValue: string) {
      const caller = yield* callers.get(secureValue)
      if (caller === undefined) return undefined
      const now = yield* DateTime.now
      return isStale(caller.key, now) ? yield* noteUse(secureValue, now) : caller
    })

    return CallerResolver.of({
      resolve: Effect.fn("CallerResolver.resolve")(function*(request) {
        const credential = yield* findCredential(request)
        if (credential === undefined) return yield* new NotAuthenticated()
        const caller = yield* find(secureValueOf(credential.token))
        if (caller === undefined) return yield* new InvalidCredentials({ source: credential.source })
        return caller
      })
    })
  })
).pipe(Layer.provide(DefinitionsVersions.layer))

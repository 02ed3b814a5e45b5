import { Effect, Layer, Option } from "effect"
import type { DefinitionsVersionRepository } from "../caching/DefinitionsVersionRepository.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { traced } from "../shared/Traced.ts"
import { InvalidCredentials, NotAuthenticated } from "./AccessErrors.ts"
import { UserRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { type CallerRequest, CallerResolver } from "./CallerResolver.ts"
import { type Credential, findCredential } from "./Credentials.ts"
import { makeSecureValues } from "./KeyTokens.ts"
import { makeKnownKeys } from "./KnownKeys.ts"
import type { PersonalApiKey } from "./PersonalApiKey.ts"
import { PersonalApiKeyRepository } from "./PersonalApiKeyRepository.ts"

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

    const find = yield* makeKnownKeys({
      load,
      lastUsed: ({ key }) => key.last_used_at,
      markUsed: ({ key }, at) => keys.markUsed(key.id, at)
    })

    const secureValues = makeSecureValues()

    const callerOf = ({ source, token }: Credential): Effect.Effect<KeyCaller, InvalidCredentials> => {
      const secureValue = secureValues.of(token)
      return Effect.flatMap(find(secureValue), (caller) => {
        if (caller === undefined) return Effect.fail(new InvalidCredentials({ source, kind: "personal key" }))
        secureValues.remember(token, secureValue)
        return Effect.succeed(caller)
      })
    }

    return CallerResolver.of({
      resolve: traced("CallerResolver.resolve")((request: CallerRequest) =>
        Effect.flatMapEager(
          findCredential(request),
          (credential): Effect.Effect<KeyCaller, InvalidCredentials | NotAuthenticated> =>
            credential === undefined ? Effect.fail(new NotAuthenticated()) : callerOf(credential)
        )
      )
    })
  })
).pipe(Layer.provide(DefinitionsVersions.layer))

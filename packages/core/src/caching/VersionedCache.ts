import { Cache, Duration, Effect, Exit } from "effect"
import { isInTransaction } from "../shared/AfterCommit.ts"
import type { Realm } from "./DefinitionsVersionRepository.ts"
import { DefinitionsVersions } from "./DefinitionsVersions.ts"

/** Values read from the storage that hold until the definitions of their realm change. */
export interface VersionedCache<K, A> {
  /** The value as of the realm's current version. Inside a transaction it is read anew and not kept. */
  readonly get: (key: K) => Effect.Effect<A>
  /** Reads the value anew the next time. */
  readonly forget: (key: K) => Effect.Effect<void>
}

/** Changes that raise no version, such as an operator's own SQL or a restored backup, show after this time. */
const maxAge = Duration.minutes(5)

interface Versioned<A> {
  readonly version: number
  readonly value: A
}

/**
 * A cache over `load`, shared by concurrent readers. Values that `isKept` refuses are asked for each time: so that a
 * stranger's guesses do not push out what is used.
 */
export const makeVersionedCache = Effect.fnUntraced(function*<K, A>(options: {
  readonly realm: (key: K) => Realm
  readonly load: (key: K) => Effect.Effect<A>
  readonly isKept: (value: A) => boolean
  readonly capacity: number
}): Effect.fn.Return<VersionedCache<K, A>, never, DefinitionsVersions> {
  const versions = yield* DefinitionsVersions

  // The version is read first: a change in between makes the value look older than it is, never newer.
  const lookup = Effect.fnUntraced(function*(key: K) {
    const version = yield* versions.current(options.realm(key))
    return { version, value: yield* options.load(key) } satisfies Versioned<A>
  })

  const cache = yield* Cache.makeWith(lookup, {
    capacity: options.capacity,
    timeToLive: (exit) => Exit.isSuccess(exit) && options.isKept(exit.value.value) ? maxAge : Duration.zero
  })

  const getCurrent: (key: K) => Effect.Effect<A> = Effect.fnUntraced(function*(key: K) {
    const current = yield* versions.current(options.realm(key))
    const found = yield* Cache.get(cache, key)
    if (found.version >= current) return found.value
    yield* Cache.invalidateWhen(cache, key, ({ version }) => version < current)
    return yield* getCurrent(key)
  })

  return {
    get: (key) =>
      Effect.flatMap(isInTransaction, (inTransaction) => inTransaction ? options.load(key) : getCurrent(key)),
    forget: (key) => Cache.invalidate(cache, key)
  }
})

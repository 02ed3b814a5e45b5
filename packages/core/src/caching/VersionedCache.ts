import { Cache, Clock, Duration, Effect, Exit } from "effect"
import { CurrentPending } from "../shared/PendingCommit.ts"
import { isStorageDown } from "../shared/StorageDown.ts"
import type { Realm } from "./DefinitionsVersionRepository.ts"
import { DefinitionsVersions } from "./DefinitionsVersions.ts"
import { type Known, LastKnown, type LastKnownBounds } from "./LastKnown.ts"
import { GoesOnStale, type Staleness } from "./Staleness.ts"

/** Values read from the storage that hold until the definitions of their realm change. */
export interface VersionedCache<K, A> {
  /** The value as of the realm's current version. Inside a transaction it is read anew and not kept. */
  readonly get: (key: K) => Effect.Effect<A>
  /** Reads the value anew the next time. */
  readonly forget: (key: K) => Effect.Effect<void>
}

/** Changes that raise no version, such as an operator's own SQL or a restored backup, show after this time. */
const maxAge = Duration.minutes(5)
const maxAgeMillis = Duration.toMillis(maxAge)

interface Versioned<A> {
  readonly version: number
  readonly value: A
}

/** The options of a cache. */
interface VersionedOptions<K, A> {
  readonly realm: (key: K) => Realm
  readonly load: (key: K) => Effect.Effect<A>
  readonly isKept: (value: A) => boolean
  readonly capacity: number
  /** The limits of using a value that cannot be checked; default: none. */
  readonly lastKnown?: LastKnownBounds
}

/**
 * A cache over `load`, shared by concurrent readers. Values that `isKept` refuses are asked for each time: so that a
 * stranger's guesses do not push out what is used. Where `GoesOnStale` is set, the value that was known last stands in
 * while the storage is away or silent.
 */
export const makeVersionedCache = Effect.fnUntraced(function*<K, A>(
  options: VersionedOptions<K, A>
): Effect.fn.Return<VersionedCache<K, A>, never, DefinitionsVersions> {
  const versions = yield* DefinitionsVersions
  const known = new LastKnown<K, A>(options.capacity, options.lastKnown ?? {})
  let forgotten = 0

  // The version is read first: a change in between makes the value look older than it is, never newer.
  const lookup = Effect.fnUntraced(function*(key: K) {
    const realm = options.realm(key)
    const changes = versions.changesSeen(realm)
    const before = forgotten
    const version = yield* versions.current(realm)
    const value = yield* options.load(key)
    const freshAt = yield* Clock.currentTimeMillis
    const loadedAt = forgotten === before ? freshAt : Number.NEGATIVE_INFINITY
    if (options.isKept(value)) known.keep(key, { version, value, changes, loadedAt, freshAt })
    else known.drop(key)
    return { version, value } satisfies Versioned<A>
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

  const stale = (last: Known<A>, staleness: Staleness): A => {
    staleness.note(last.freshAt)
    return last.value
  }

  /** Waits for the version within the time limit, and for the value while the storage answers. */
  const goOn = Effect.fnUntraced(function*(key: K, staleness: Staleness) {
    const realm = options.realm(key)
    const now = yield* Clock.currentTimeMillis
    const last = known.find(key, versions.changesSeen(realm), now)
    if (last === undefined) return yield* getCurrent(key)
    const version = versions.known(realm, now) ?? (yield* versions.soon(realm))
    if (version === undefined) return stale(last, staleness)
    if (last.version >= version && now - last.loadedAt < maxAgeMillis) {
      last.freshAt = now
      return last.value
    }
    return yield* Effect.catchCause(
      getCurrent(key),
      (cause) =>
        Effect.flatMap(
          isStorageDown(cause),
          (isDown) => isDown ? Effect.sync(() => stale(last, staleness)) : Effect.failCause(cause)
        )
    )
  })

  /** The value that was read last, if it is known without asking that it is the current one. */
  const knownCurrent = (key: K, now: number): Known<A> | undefined => {
    const last = known.peek(key)
    if (last === undefined || now - last.loadedAt >= maxAgeMillis) return undefined
    const version = versions.known(options.realm(key), now)
    return version !== undefined && last.version >= version ? last : undefined
  }

  return {
    get: (key) =>
      Effect.withFiber((fiber) => {
        if (fiber.getRef(CurrentPending) !== undefined) return options.load(key)
        const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const last = knownCurrent(key, now)
        if (last !== undefined) {
          last.freshAt = now
          return Effect.succeed(last.value)
        }
        const staleness = fiber.getRef(GoesOnStale)
        return staleness === undefined ? getCurrent(key) : goOn(key, staleness)
      }),
    forget: (key) =>
      Effect.suspend(() => {
        forgotten++
        known.age(key)
        return Cache.invalidate(cache, key)
      })
  }
})

import { type Cause, Clock, DateTime, Duration, Effect } from "effect"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { GoesOnStale } from "../caching/Staleness.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { isStorageDown } from "../shared/StorageDown.ts"

/** `last_used_at` is written at most this often. */
const lastUsedInterval = Duration.hours(1)

/** The longest time for which a key that cannot be checked opens what it opened before, where that may go on stale. */
const longestUnchecked = Duration.hours(1)

const lastUsedMillis = Duration.toMillis(lastUsedInterval)

const isStale = (usedAt: DateTime.Utc | null, nowMillis: number): boolean =>
  usedAt === null || nowMillis - usedAt.epochMilliseconds >= lastUsedMillis

/** The access that secrets give, by secure value: kept until keys change, and each use is noted, at most hourly. */
export const makeKnownKeys = Effect.fnUntraced(function*<A>(options: {
  readonly load: (secureValue: string) => Effect.Effect<A | undefined>
  readonly lastUsed: (known: A) => DateTime.Utc | null
  readonly markUsed: (known: A, at: DateTime.Utc) => Effect.Effect<void>
}): Effect.fn.Return<(secureValue: string) => Effect.Effect<A | undefined>, never, DefinitionsVersions> {
  const known = yield* makeVersionedCache({
    realm: () => "installation" as const,
    load: options.load,
    isKept: (found) => found !== undefined,
    capacity: 10_000,
    lastKnown: { longest: longestUnchecked, untilChange: true }
  })

  /** Another server may have noted the use meanwhile: the key is read anew before it is written. */
  const noteUse = Effect.fnUntraced(function*(secureValue: string, now: DateTime.Utc) {
    yield* known.forget(secureValue)
    const found = yield* known.get(secureValue)
    if (found === undefined || !isStale(options.lastUsed(found), now.epochMilliseconds)) return found
    yield* options.markUsed(found, now)
    yield* known.forget(secureValue)
    return yield* known.get(secureValue)
  })

  /** A use that could not be noted keeps out no caller who goes on stale. */
  const orElse = (found: A) => (cause: Cause.Cause<never>) =>
    Effect.flatMap(isStorageDown(cause), (isDown) => isDown ? Effect.succeed(found) : Effect.failCause(cause))

  /** Notes the use of a key unless that was done lately. */
  const used = (secureValue: string, found: A): Effect.Effect<A | undefined> =>
    Effect.withFiber((fiber) => {
      const nowMillis = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      if (!isStale(options.lastUsed(found), nowMillis)) return Effect.succeed(found)
      const now = DateTime.makeUnsafe(nowMillis)
      const staleness = fiber.getRef(GoesOnStale)
      if (staleness === undefined) return noteUse(secureValue, now)
      return staleness.isStale ? Effect.succeed(found) : Effect.catchCause(noteUse(secureValue, now), orElse(found))
    })

  return (secureValue: string) =>
    Effect.flatMap(known.get(secureValue), (found) => found === undefined ? Effect.undefined : used(secureValue, found))
})

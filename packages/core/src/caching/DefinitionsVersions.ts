import { Cache, Context, Duration, Effect, Exit, Layer, PubSub, Stream } from "effect"
import { afterCommit, isInTransaction } from "../shared/AfterCommit.ts"
import { DefinitionsVersionRepository, type Realm } from "./DefinitionsVersionRepository.ts"

/** A change of another server shows at the latest after this time, also when its hint was lost. */
export const maxStale = Duration.seconds(2)

const maxRealms = 100_000
const maxHints = 10_000

/**
 * Which version of a realm's definitions counts now, for caches of several servers on one storage: a server sees its own
 * changes at once, those of others as soon as a hint arrives, and after `maxStale` without one.
 */
export class DefinitionsVersions extends Context.Service<DefinitionsVersions, {
  /** Says that definitions of the realm change; call it inside the transaction that changes them. */
  readonly bump: (realm: Realm) => Effect.Effect<void>
  readonly current: (realm: Realm) => Effect.Effect<number>
  /** Asks the storage the next time, for a caller who has heard of a change elsewhere. */
  readonly recheck: (realm: Realm) => Effect.Effect<void>
  /** Realms that any server has changed, once `current` knows it; "all" says that some may have been missed. A hint. */
  readonly changes: Stream.Stream<Realm | "all">
}>()("@hedgerow/core/caching/DefinitionsVersions") {
  static readonly layer: Layer.Layer<DefinitionsVersions, never, DefinitionsVersionRepository> = Layer.effect(
    DefinitionsVersions,
    Effect.gen(function*() {
      const repository = yield* DefinitionsVersionRepository
      const known = yield* Cache.makeWith(repository.current, {
        capacity: maxRealms,
        timeToLive: (exit) => Exit.isSuccess(exit) ? maxStale : Duration.zero
      })
      const forget = (realm: Realm | "all") =>
        realm === "all" ? Cache.invalidateAll(known) : Cache.invalidate(known, realm)
      const changes = yield* PubSub.sliding<Realm | "all">(maxHints)
      const take = (realm: Realm | "all") => Effect.andThen(forget(realm), PubSub.publish(changes, realm))
      yield* Effect.forkScoped(Stream.runForEach(repository.changes, take))

      return DefinitionsVersions.of({
        bump: Effect.fn("DefinitionsVersions.bump")(function*(realm: Realm) {
          yield* repository.bump(realm)
          yield* afterCommit(Effect.asVoid(take(realm)))
        }),
        current: (realm) =>
          Effect.flatMap(
            isInTransaction,
            (inTransaction) => inTransaction ? repository.current(realm) : Cache.get(known, realm)
          ),
        recheck: forget,
        changes: Stream.fromPubSub(changes)
      })
    })
  )
}

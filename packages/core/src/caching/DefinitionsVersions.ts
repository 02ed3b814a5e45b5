import { Cache, Clock, Context, Duration, Effect, Exit, Layer, Option, PubSub, Stream } from "effect"
import { afterCommit, isInTransaction } from "../shared/AfterCommit.ts"
import { DefinitionsVersionRepository, type Realm } from "./DefinitionsVersionRepository.ts"
import { longestDoubt } from "./Staleness.ts"
import { makeVersionChecks } from "./VersionChecks.ts"

/** A change of another server shows at the latest after this time, also when its hint was lost. */
export const maxStale = Duration.seconds(2)

const maxStaleMillis = Duration.toMillis(maxStale)
const maxRealms = 100_000
const maxHints = 10_000

/** The time of a question, and the changes known then. */
interface Asked {
  readonly at: number
  readonly changes: number
}

/** Versions as the storage returned them, for as long as they hold. */
class ReportedVersions {
  readonly #versions = new Map<Realm, { readonly version: number; readonly at: number }>()
  readonly #changes = new Map<Realm, number>()
  #all = 0

  begin(realm: Realm, at: number): Asked {
    return { at, changes: this.#all + this.changesSeen(realm) }
  }

  /** Takes an answer, unless something has changed since the question. */
  take(realm: Realm, { at, changes }: Asked, version: number): void {
    if (changes !== this.#all + this.changesSeen(realm)) return
    if (this.#versions.size >= maxRealms) this.#versions.clear()
    this.#versions.set(realm, { version, at })
  }

  says(realm: Realm, version: number): boolean {
    return this.#versions.get(realm)?.version === version
  }

  forget(realm: Realm | "all"): void {
    if (realm === "all") {
      this.#all++
      this.#versions.clear()
    } else {
      this.#changes.set(realm, this.changesSeen(realm) + 1)
      this.#versions.delete(realm)
    }
  }

  readonly known = (realm: Realm, now: number): number | undefined => {
    const reported = this.#versions.get(realm)
    return reported !== undefined && now - reported.at < maxStaleMillis ? reported.version : undefined
  }

  readonly changesSeen = (realm: Realm): number => this.#changes.get(realm) ?? 0
}

/**
 * The current version of a realm's definitions, for caches of several servers on one storage: a server sees its own
 * changes at once, those of others as soon as a hint arrives, and after `maxStale` without one.
 */
export class DefinitionsVersions extends Context.Service<DefinitionsVersions, {
  /** Says that definitions of the realm change; call it inside the transaction that changes them. */
  readonly bump: (realm: Realm) => Effect.Effect<void>
  readonly current: (realm: Realm) => Effect.Effect<number>
  /** Asks the storage now, for a caller who has heard of a change elsewhere; while it is away or silent nothing changes. */
  readonly recheck: (realm: Realm) => Effect.Effect<void>
  /** The version as far as it is known here without asking; undefined when it must be asked for. */
  readonly known: (realm: Realm, nowMillis: number) => number | undefined
  /** The version, if it can be known soon; undefined while the storage is away or silent. */
  readonly soon: (realm: Realm) => Effect.Effect<number | undefined>
  /** Another number whenever this server comes to know of a change of the realm. */
  readonly changesSeen: (realm: Realm) => number
  /** Realms that any server has changed, once `current` knows it; "all" when some may have been missed. A hint. */
  readonly changes: Stream.Stream<Realm | "all">
}>()("@hedgerow/core/caching/DefinitionsVersions") {
  static readonly layer: Layer.Layer<DefinitionsVersions, never, DefinitionsVersionRepository> = Layer.effect(
    DefinitionsVersions,
    Effect.gen(function*() {
      const repository = yield* DefinitionsVersionRepository
      const reported = new ReportedVersions()
      const ask = Effect.fnUntraced(function*(realm: Realm) {
        const begun = reported.begin(realm, yield* Clock.currentTimeMillis)
        const version = yield* repository.current(realm)
        reported.take(realm, begun, version)
        return version
      })
      const known = yield* Cache.makeWith(ask, {
        capacity: maxRealms,
        timeToLive: (exit) => Exit.isSuccess(exit) ? maxStale : Duration.zero
      })
      const soon = yield* makeVersionChecks((realm) => Cache.get(known, realm))
      const forget = (realm: Realm | "all") =>
        Effect.suspend(() => {
          reported.forget(realm)
          return realm === "all" ? Cache.invalidateAll(known) : Cache.invalidate(known, realm)
        })
      // Only another version is a change: a request that any caller may send must not take answers from others.
      const recheck = Effect.fnUntraced(function*(realm: Realm) {
        const asked = yield* Effect.timeoutOption(Effect.exit(repository.current(realm)), longestDoubt)
        if (Option.isNone(asked) || Exit.isFailure(asked.value)) return
        if (!reported.says(realm, asked.value.value)) yield* forget(realm)
      })
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
        recheck,
        known: reported.known,
        soon,
        changesSeen: reported.changesSeen,
        changes: Stream.fromPubSub(changes)
      })
    })
  )
}

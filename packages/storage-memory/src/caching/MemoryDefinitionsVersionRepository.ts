import { DefinitionsVersionRepository, type Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Effect, Layer, PubSub, Stream } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"

/** Versions of definitions in memory. */
export const layer: Layer.Layer<DefinitionsVersionRepository, never, MemoryDatabase> = Layer.effect(
  DefinitionsVersionRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    const changes = yield* PubSub.sliding<Realm>(10_000)

    return DefinitionsVersionRepository.of({
      bump: Effect.fn("DefinitionsVersionRepository.bump")(function*(realm: Realm) {
        yield* database.operation((state) => {
          state.definitionsVersions.set(realm, (state.definitionsVersions.get(realm) ?? 0) + 1)
        })
        yield* afterCommit(Effect.asVoid(PubSub.publish(changes, realm)))
      }),
      current: Effect.fn("DefinitionsVersionRepository.current")((realm: Realm) =>
        database.operation((state) => state.definitionsVersions.get(realm) ?? 0)
      ),
      changes: Stream.fromPubSub(changes)
    })
  })
)

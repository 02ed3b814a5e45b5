import { openDirectory } from "@hedgerow/storage-clickhouse/embedded/EngineDirectory"
import { own } from "@hedgerow/storage-clickhouse/embedded/Owner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"

/** The action when another process runs the storage of the directory. */
export type WhenRunning = "attach" | "refuse"

/** The ownership of the data directory, known before its engines start, so that they can start at the same time. */
export class DataDirectory extends Context.Service<DataDirectory, {
  /** Whether another Hedgerow process runs its engines. */
  readonly isAttached: boolean
}>()("@hedgerow/server/DataDirectory") {
  /** Owns the directory as long as the layer lives; one whose owner lives is refused or attached to. */
  static readonly layer = (directory: string, whenRunning: WhenRunning) =>
    Layer.effect(
      DataDirectory,
      Effect.gen(function*() {
        const path = yield* Path.Path
        const home = yield* openDirectory(path.resolve(directory))
        return yield* own(home).pipe(
          Effect.as({ isAttached: false }),
          Effect.catchIf(
            ({ fault }) => whenRunning === "attach" && fault._tag === "InUse",
            () => Effect.succeed({ isAttached: true })
          )
        )
      })
    )
}

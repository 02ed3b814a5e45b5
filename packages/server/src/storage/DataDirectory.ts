import { openDirectory } from "@hedgerow/storage-clickhouse/embedded/EngineDirectory"
import { own } from "@hedgerow/storage-clickhouse/embedded/Owner"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import { requireRestored } from "./RestoreMark.ts"

/** The action when another process runs the storage of the directory. */
export type WhenRunning = "attach" | "refuse"

const ofOthers = 0o077

/** The entries that a data directory has; a name ends where a number begins. */
const ownEntries =
  /^(?:clickhouse|data|format|home|lost\+found|owner|restore-unfinished|secret_keys|socket)$|^(?:fresh|owner|secret_keys)[-.]/

/**
 * Makes sure that nobody else enters the directory, which one that was made by hand, or by an earlier release, lets them.
 * A directory that holds other things is left as it is: others may need them.
 */
const closeToOthers = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const { mode } = yield* fs.stat(directory)
  if ((mode & ofOthers) === 0) return
  const isOwn = (yield* fs.readDirectory(directory)).every((name) => ownEntries.test(name))
  if (isOwn && Result.isSuccess(yield* Effect.result(fs.chmod(directory, mode & 0o700)))) return
  yield* Effect.logWarning(`Others may enter ${directory}: it should be its owner's only (chmod 700).`)
}, (effect) => Effect.ignore(effect))

/** Whether the directory holds no PostgreSQL yet, as before a first start. */
export const isFresh = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  return !(yield* Effect.orElseSucceed(fs.exists(path.join(directory, "data")), () => true))
})

/** The ownership of the data directory, known before its engines start, so that they can start at the same time. */
export class DataDirectory extends Context.Service<DataDirectory, {
  /** Whether another Hedgerow process runs its engines. */
  readonly isAttached: boolean
}>()("@hedgerow/server/storage/DataDirectory") {
  /** Owns the directory as long as the layer lives; one whose owner lives is refused or attached to. */
  static readonly layer = (directory: string, whenRunning: WhenRunning) =>
    Layer.effect(
      DataDirectory,
      Effect.gen(function*() {
        const path = yield* Path.Path
        const home = yield* openDirectory(path.resolve(directory))
        const isAttached = yield* Effect.andThen(own(home), closeToOthers(home)).pipe(
          Effect.as(false),
          Effect.catchIf(
            ({ fault }) => whenRunning === "attach" && fault._tag === "InUse",
            () => Effect.succeed(true)
          )
        )
        yield* requireRestored(home)
        return { isAttached }
      })
    )
}

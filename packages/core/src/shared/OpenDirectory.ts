import { Effect, FileSystem, Path, type PlatformError } from "effect"

type Files = FileSystem.FileSystem | Path.Path

/** Only the owner enters it. */
const privateMode = 0o700

/**
 * Level by level: Node's own recursive form never ends below a directory that takes no children, such as `/proc`. The
 * levels above have the mode that the user's mask leaves.
 */
const makeDirectories = (
  directory: string,
  mode?: number
): Effect.Effect<void, PlatformError.PlatformError, Files> =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    if (yield* fs.exists(directory)) return
    yield* makeDirectories(path.dirname(directory))
    yield* fs.makeDirectory(directory, mode === undefined ? {} : { mode }).pipe(
      Effect.catchIf((error) => error.reason._tag === "AlreadyExists", () => Effect.void)
    )
  })

/** Makes the directory if needed, for its owner alone, and answers its real path; fails for one that we cannot read and write. */
export const openDirectory = (directory: string): Effect.Effect<string, PlatformError.PlatformError, Files> =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    yield* makeDirectories(directory, privateMode)
    yield* fs.access(directory, { writable: true })
    yield* fs.readDirectory(directory)
    return yield* fs.realPath(directory)
  })

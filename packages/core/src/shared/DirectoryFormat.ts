import { Effect, FileSystem, Option, Path, type PlatformError } from "effect"
import type { SharedDirectoryFault } from "./DirectoryFault.ts"

/** The text of a file, none where there is no such file; a file that cannot be read is a failure. */
export const readIfThere = (
  file: string
): Effect.Effect<Option.Option<string>, PlatformError.PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(file)).pipe(
    Effect.asSome,
    Effect.catchIf((error) => error.reason._tag === "NotFound", () => Effect.succeedNone)
  )

const unwritable = (cause: unknown): SharedDirectoryFault => ({ _tag: "Unwritable", cause })

const refuse = (fault: SharedDirectoryFault): Effect.Effect<never, SharedDirectoryFault> => Effect.fail(fault)

/** Refuses a directory whose file `format` cannot be understood or names a newer layout, and marks a new one with ours. */
export const checkDirectoryFormat = Effect.fnUntraced(function*(
  home: string,
  known: number
): Effect.fn.Return<void, SharedDirectoryFault, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(home, "format")
  const written = yield* Effect.mapError(readIfThere(file), unwritable)
  if (Option.isNone(written)) {
    return yield* Effect.mapError(fs.writeFileString(file, `${known}\n`), unwritable)
  }
  const found = written.value.trim()
  if (!/^\d{1,9}$/.test(found)) return yield* refuse({ _tag: "FileDamaged", file, lacks: "number of a format" })
  if (Number(found) > known) return yield* refuse({ _tag: "NewerFormat", found, known })
})

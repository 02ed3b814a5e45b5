import { Effect, FileSystem, Option, Path } from "effect"
import { DataDirectoryUnusable, type DirectoryFault } from "./EmbeddedPostgresErrors.ts"

/** The layout of a data directory that this version writes; it grows when older versions could not read the new one. */
export const directoryFormat = 1

/** Refuses a directory of a newer layout, and marks a new one with ours. */
export const checkFormat = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(home, "format")
  const written = yield* Effect.option(fs.readFileString(file))
  if (Option.isNone(written)) {
    return yield* fs.writeFileString(file, `${directoryFormat}\n`).pipe(
      Effect.mapError((cause) => new DataDirectoryUnusable({ directory: home, fault: { _tag: "Unwritable", cause } }))
    )
  }
  const found = written.value.trim()
  const refused = (fault: DirectoryFault) => new DataDirectoryUnusable({ directory: home, fault })
  if (!/^\d{1,9}$/.test(found)) return yield* refused({ _tag: "FileDamaged", file, lacks: "number of a format" })
  if (Number(found) > directoryFormat) return yield* refused({ _tag: "NewerFormat", found, known: directoryFormat })
})

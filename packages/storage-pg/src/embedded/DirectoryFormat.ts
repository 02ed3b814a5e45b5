import { Effect, FileSystem, Option, Path } from "effect"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"

/** The layout of a data directory that this version writes; it grows when older versions could not read the new one. */
export const directoryFormat = 1

const parse = (text: string): number => /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.POSITIVE_INFINITY

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
  if (parse(written.value) <= directoryFormat) return
  return yield* new DataDirectoryUnusable({
    directory: home,
    fault: { _tag: "NewerFormat", found: written.value.trim(), known: directoryFormat }
  })
})

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"

/** The directory inside a data directory in which a restore gathers its files; it goes when all are in place. */
export const restoreMark = "restore-unfinished"

/** A restore into the data directory did not come to its end. */
export class RestoreUnfinished extends Schema.TaggedError<RestoreUnfinished>()("RestoreUnfinished", {
  directory: Schema.String
}) {
  override get message(): string {
    return `The directory ${this.directory} holds a backup that was not restored to the end: run \`hedgerow restore\` `
      + "again, which begins anew (docs/backup.md)."
  }
}

/** Fails where a restore did not come to its end. */
export const requireRestored = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const mark = (yield* Path.Path).join(directory, restoreMark)
  if (yield* Effect.orElseSucceed(fs.exists(mark), () => false)) return yield* new RestoreUnfinished({ directory })
})

import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"

/** The data directory that a home elsewhere belongs to. */
const Owner = Schema.fromJsonString(Schema.Struct({
  directory: Schema.String,
  device: Schema.String,
  inode: Schema.String
}))
type Owner = typeof Owner.Type

const decode = Schema.decodeUnknownOption(Owner)

/** The name of the file inside the home. */
export const ownerFile = "belongs"

const identify = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* fs.stat(directory)
  return {
    directory: yield* fs.realPath(directory),
    device: String(info.dev),
    inode: String(Option.getOrElse(info.ino, () => 0))
  } satisfies Owner
})

/** Whether a directory is still there and names this home. */
const namesHome = Effect.fnUntraced(function*(directory: string, home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const named = yield* Effect.option(fs.readLink(path.join(directory, "home")))
  return Option.contains(named, home)
})

/**
 * Makes sure that the home belongs to the data directory that names it. One that was moved keeps its home; a copy of
 * one that still exists is refused, since both would use one database. A home of a release that wrote no owner belongs
 * to the first to start.
 */
export const claimHome = Effect.fnUntraced(function*(asked: string, home: string) {
  const fs = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(home, ownerFile)
  const self = yield* identify(asked)
  const written = Option.flatMap(yield* Effect.option(fs.readFileString(file)), decode)
  if (Option.isSome(written)) {
    const owner = written.value
    const isSame = owner.device === self.device && owner.inode === self.inode
    if (isSame && owner.directory === self.directory) return
    if (!isSame && owner.directory !== self.directory && (yield* namesHome(owner.directory, home))) {
      return yield* new DataDirectoryUnusable({
        directory: asked,
        fault: { _tag: "HomeOfAnother", home, owner: owner.directory, link: `${asked}/home` }
      })
    }
  }
  yield* fs.writeFileString(file, JSON.stringify(self))
})

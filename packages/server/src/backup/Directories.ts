import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { rmdir } from "node:fs/promises"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { freeSpaceFor, leastSpace } from "../storage/DiskSpace.ts"
import { BackupRefused } from "./BackupErrors.ts"
import { sizeText } from "./ByteProgress.ts"

const instead = {
  backup: {
    memory: "memory is gone with the server's process, and no command reaches it. Take data out over HTTP "
      + "(docs/exporting.md), or set HEDGEROW_STORAGE to embedded or external.",
    external: "external storage is backed up with the tools of its databases, ClickHouse first, then PostgreSQL "
      + "(docs/backup.md#external-storage)."
  },
  restore: {
    memory: "memory keeps nothing. A backup is restored with HEDGEROW_STORAGE=embedded.",
    external:
      "external storage is restored with the tools of its databases (docs/backup.md#external-storage). A backup "
      + "of this command is one of embedded storage: restore it with HEDGEROW_STORAGE=embedded."
  }
}

/** Fails where the storage is not embedded, with what to do instead. */
export const requireEmbedded = ({ storage }: Pick<ServerConfig, "storage">, command: keyof typeof instead) =>
  storage === "embedded"
    ? Effect.void
    : Effect.fail(new BackupRefused({ message: `HEDGEROW_STORAGE: ${instead[command][storage]}` }))

/** A disk of its own has this entry from the beginning. */
const ofDisks: ReadonlySet<string> = new Set(["lost+found"])

/** The entries of a directory; none where there is none. */
export const entriesOf = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(directory).pipe(
    Effect.catchIf((error) => error.reason._tag === "NotFound", () => Effect.succeed([]))
  )
  return names.filter((name) => !ofDisks.has(name))
})

/** Removes a directory that has nothing in it. */
export const removeEmpty = (directory: string): Effect.Effect<void> =>
  Effect.ignore(Effect.tryPromise(() => rmdir(directory)))

/** The nearest directory that is there. */
const existing = (directory: string): Effect.Effect<string, never, FileSystem.FileSystem | Path.Path> =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    if (yield* Effect.orElseSucceed(fs.exists(directory), () => false)) return directory
    const parent = path.dirname(directory)
    return parent === directory ? directory : yield* existing(parent)
  })

/** Fails unless the disk of a directory, which need not exist, has room for so many bytes and what an engine needs. */
export const requireSpace = Effect.fnUntraced(function*(directory: string, bytes: number) {
  const free = yield* freeSpaceFor(yield* existing(directory))
  const needed = bytes + leastSpace
  if (free >= needed) return
  const message = `The disk of ${directory} has ${sizeText(free)} left, and ${sizeText(needed)} are needed.`
  return yield* new BackupRefused({ message })
})

/** Whether one directory is the other, or inside it. */
export const isWithin = (path: Path.Path, inner: string, outer: string): boolean => {
  const relative = path.relative(outer, inner)
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

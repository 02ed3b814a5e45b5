import { openDirectory } from "@hedgerow/storage-clickhouse/embedded/EngineDirectory"
import { own } from "@hedgerow/storage-clickhouse/embedded/Owner"
import { findBinaries } from "@hedgerow/storage-pg/embedded/Binaries"
import { runUser } from "@hedgerow/storage-pg/embedded/RunUser"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { restoreMark } from "../storage/RestoreMark.ts"
import { BackupRefused } from "./BackupErrors.ts"
import { countBytes, type Show } from "./ByteProgress.ts"
import { copyFile, filesAtOnce, makeDirectories, sync } from "./CopyFiles.ts"
import { entriesOf, isWithin, removeEmpty, requireEmbedded, requireSpace } from "./Directories.ts"
import { filesName, type Manifest, readManifest, thisPlatform } from "./Manifest.ts"
import { requireSame, verifyFiles } from "./VerifyFiles.ts"

/** The order of a restore. */
export interface RestoreOrder {
  readonly config: ServerConfig
  /** The directory of the backup. */
  readonly directory: string
  readonly show: Show
}

const refused = (message: string) => Effect.fail(new BackupRefused({ message }))

/** The entries of a restored data directory; PostgreSQL's data come last. */
const restored = ["format", "secret_keys", "clickhouse", "data"] as const

/** The file of the process that uses the directory, whoever that is. */
const ownerFile = "owner"

const requireUsable = Effect.fnUntraced(function*({ platform, postgres }: Manifest) {
  if (platform !== thisPlatform) {
    return yield* refused(`The backup is of ${platform}, and its files are of no use on ${thisPlatform}.`)
  }
  const { major } = yield* findBinaries
  if (postgres === major) return
  return yield* refused(
    `The backup is of PostgreSQL ${postgres}, and this release has ${major}: restore it with a release that has `
      + `${postgres}.`
  )
})

/** Fails unless the directory is empty, or holds what a restore that was cut off has left. */
const requireEmpty = Effect.fnUntraced(function*(home: string) {
  const names = (yield* entriesOf(home)).filter((name) => name !== ownerFile)
  const leftovers: ReadonlySet<string> = new Set([restoreMark, ...restored])
  if (names.includes(restoreMark) && names.every((name) => leftovers.has(name))) return
  if (names.length > 0) {
    return yield* refused(
      `The data directory ${home} is not empty (${names.toSorted().slice(0, 3).join(", ")}${
        names.length > 3 ? ", …" : ""
      }): a backup is restored into an empty one. Nothing was changed.`
    )
  }
})

/** PostgreSQL does not run as root: its files belong to the user that it runs as. */
const giveAway = Effect.fnUntraced(function*(staging: string, { directories, files }: Manifest) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const user = yield* runUser(path.join(staging, "data"))
  if (user === undefined) return
  const places = [...directories, ...files.map((file) => file.path)]
  yield* Effect.forEach(
    places.filter((place) => place === "data" || place.startsWith("data/")),
    (place) => fs.chown(path.join(staging, place), user.uid, user.gid),
    { concurrency: filesAtOnce, discard: true }
  )
})

/** Copies the backup, and compares what is copied with its list once more. */
const gather = Effect.fnUntraced(function*(
  directory: string,
  staging: string,
  manifest: Manifest,
  count: (bytes: number) => Effect.Effect<void>
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* makeDirectories(staging, [...manifest.directories, ...manifest.files.map((file) => path.dirname(file.path))])
  yield* Effect.forEach(
    manifest.files,
    (wanted) => {
      const from = path.join(directory, filesName, wanted.path)
      return Effect.flatMap(
        copyFile(from, path.join(staging, wanted.path), count),
        (found) => requireSame(from, wanted, found)
      )
    },
    { concurrency: filesAtOnce, discard: true }
  )
  yield* Effect.forEach(manifest.links, (link) => fs.symlink(link.target, path.join(staging, link.path)), {
    discard: true
  })
  yield* giveAway(staging, manifest)
  yield* Effect.forEach(manifest.directories, (place) => sync(path.join(staging, place)), { discard: true })
})

/** Puts the entries into place; the restore counts from the moment that the directory they were in is gone. */
const putInPlace = Effect.fnUntraced(function*(home: string, staging: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (const name of yield* fs.readDirectory(staging)) yield* fs.rename(path.join(staging, name), path.join(home, name))
  yield* sync(home)
  yield* fs.remove(staging, { recursive: true })
  yield* sync(home)
})

const removeRestored = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  // The mark goes last: while it is there, nothing else is taken for a data directory.
  for (const name of [...restored, restoreMark]) {
    yield* fs.remove(path.join(home, name), { recursive: true, force: true })
  }
})

const restoreInto = Effect.fnUntraced(function*(home: string, { directory, show }: RestoreOrder, manifest: Manifest) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* own(yield* openDirectory(home))
  yield* requireEmpty(home)
  yield* removeRestored(home)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  yield* requireSpace(home, bytes)
  const staging = path.join(home, restoreMark)
  const count = yield* countBytes("Restoring", bytes, show)
  yield* fs.makeDirectory(staging, { mode: 0o700 }).pipe(
    Effect.andThen(gather(directory, staging, manifest, count)),
    Effect.andThen(Effect.uninterruptible(putInPlace(home, staging))),
    Effect.onError(() => Effect.ignore(removeRestored(home)))
  )
  return { files: manifest.files.length, bytes, madeAt: manifest.made_at }
}, Effect.scoped)

/** Restores a backup into an empty data directory: all of it, or nothing. */
export const restoreBackup = Effect.fn("Backup.restore")(function*(order: RestoreOrder) {
  yield* requireEmbedded(order.config, "restore")
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const directory = path.resolve(order.directory)
  const home = path.resolve(order.config.dataDir)
  const manifest = yield* readManifest(directory)
  yield* requireUsable(manifest)
  if (isWithin(path, home, directory) || isWithin(path, directory, home)) {
    return yield* refused(`The data directory ${home} and the backup ${directory} lie in each other.`)
  }
  yield* requireEmpty(home)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  yield* verifyFiles(directory, manifest.files, yield* countBytes("Checking", bytes, order.show))
  const isOurs = !(yield* fs.exists(home))
  return yield* Effect.onError(
    restoreInto(home, { ...order, directory }, manifest),
    () => isOurs ? removeEmpty(home) : Effect.void
  )
})

import { listTree } from "@hedgerow/core/shared/FileTree"
import { version } from "@hedgerow/core/Version"
import { holdsData } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { baseBackupFiles } from "@hedgerow/storage-pg/embedded/BaseBackupFiles"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { clickHouseDirectory, makeEngines } from "../storage/Engines.ts"
import { BackupRefused } from "./BackupErrors.ts"
import { makeBackupWriter } from "./BackupWriter.ts"
import { countBytes, type Show } from "./ByteProgress.ts"
import { copyPostgres, copyTables } from "./CopyEngines.ts"
import { sync } from "./CopyFiles.ts"
import { entriesOf, isWithin, removeEmpty, requireEmbedded, requireSpace } from "./Directories.ts"
import * as EventTables from "./EventTables.ts"
import { filesName, type Manifest, thisPlatform, writeManifest } from "./Manifest.ts"
import { verifyFiles } from "./VerifyFiles.ts"

/** The order of a backup. */
export interface BackupOrder {
  readonly config: ServerConfig
  /** The directory that becomes the backup. */
  readonly directory: string
  readonly show: Show
}

/** The log of the time of the copy, mostly. */
const roomForLog = 64 * 2 ** 20

const refused = (message: string) => Effect.fail(new BackupRefused({ message }))

/** The directory of PostgreSQL's data, also where they are elsewhere. */
const postgresData = Effect.fnUntraced(function*(dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (const data of [path.join(dataDir, "home", "data"), path.join(dataDir, "data")]) {
    if (yield* Effect.orElseSucceed(fs.exists(path.join(data, "PG_VERSION")), () => false)) return data
  }
  return yield* refused(`HEDGEROW_DATA_DIR: ${dataDir} holds no data of a server.`)
})

const requireTarget = Effect.fnUntraced(function*(target: string, dataDir: string) {
  if (isWithin(yield* Path.Path, target, dataDir)) {
    return yield* refused(`${target} is inside the data directory: name a directory outside of it.`)
  }
  if ((yield* entriesOf(target)).length > 0) {
    return yield* refused(`${target} is not empty: a backup needs a directory of its own.`)
  }
})

/** Makes the directory of the backup; what was written goes again when the backup fails. */
const intoDirectory = Effect.fnUntraced(function*<A, E, R>(target: string, work: Effect.Effect<A, E, R>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const files = path.join(target, filesName)
  const isOurs = !(yield* fs.exists(target))
  yield* fs.makeDirectory(target, { recursive: true, mode: 0o700 })
  yield* fs.makeDirectory(files, { mode: 0o700 })
  const remove = Effect.ignore(fs.remove(files, { recursive: true, force: true }))
  return yield* Effect.onError(work, () => isOurs ? Effect.andThen(remove, removeEmpty(target)) : remove)
})

/** Bytes that the copy will have, about: parts that are merged already are among them. */
const sizeOf = Effect.fnUntraced(function*(config: ServerConfig, postgres: string) {
  const tables = (yield* Path.Path).join(yield* clickHouseDirectory(config), "data", "store")
  const trees = yield* Effect.all([baseBackupFiles(postgres), listTree(tables)])
  return trees.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, roomForLog)
})

/** The small files of a data directory. */
const ownFiles = (dataDir: string, home: string) =>
  [
    { from: home, to: "", files: [{ path: "format" }] },
    { from: dataDir, to: "", files: [{ path: "secret_keys" }, { path: "clickhouse/format" }] }
  ] as const

interface Writing extends BackupOrder {
  readonly dataDir: string
  readonly postgres: string
  /** The bytes that are expected. */
  readonly size: number
}

const write = Effect.fnUntraced(function*({ config, dataDir, directory, postgres, show, size }: Writing) {
  const path = yield* Path.Path
  const fs = yield* FileSystem.FileSystem
  const root = path.join(directory, filesName)
  const writer = yield* makeBackupWriter(root, yield* countBytes("Copying", size, show))
  const { frozen, home } = yield* copyPostgres(writer)
  if (frozen !== undefined) yield* copyTables(writer, frozen)
  else if (yield* holdsData(yield* clickHouseDirectory(config))) {
    return yield* refused("The server was making its ClickHouse meanwhile: run the command again.")
  }
  yield* Effect.forEach(ownFiles(dataDir, home), writer.copyFound, { discard: true })
  const contents = writer.contents()
  yield* Effect.forEach(contents.directories, (place) => sync(path.join(root, place)), { discard: true })
  const bytes = contents.files.reduce((sum, file) => sum + file.bytes, 0)
  yield* verifyFiles(directory, contents.files, yield* countBytes("Checking", bytes, show))
  const manifest: Manifest = {
    version: 1,
    made_at: DateTime.formatIso(yield* DateTime.now),
    made_by: version,
    platform: thisPlatform,
    postgres: (yield* fs.readFileString(path.join(postgres, "PG_VERSION"))).trim(),
    ...contents
  }
  yield* writeManifest(directory, manifest)
  return { files: contents.files.length, bytes }
}, Effect.scoped)

/**
 * Makes a directory a backup of embedded storage at one moment, beside a running server too. It becomes one when all of
 * it is on the disk and was read again.
 */
export const takeBackup = Effect.fn("Backup.take")(function*({ config, directory: given, show }: BackupOrder) {
  yield* requireEmbedded(config, "backup")
  const path = yield* Path.Path
  const directory = path.resolve(given)
  const dataDir = path.resolve(config.dataDir)
  const postgres = yield* postgresData(dataDir)
  yield* requireTarget(directory, dataDir)
  const size = yield* sizeOf(config, postgres)
  yield* requireSpace(directory, size)
  const engines = makeEngines(config, "attach")
  return yield* intoDirectory(
    directory,
    Effect.provide(
      write({ config, dataDir, directory, postgres, show, size }),
      Layer.merge(engines.postgres, EventTables.layer(config, engines))
    )
  )
})

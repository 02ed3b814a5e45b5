import { listTree } from "@hedgerow/core/shared/FileTree"
import type { Frozen } from "@hedgerow/storage-clickhouse/backup/FrozenTables"
import * as BaseBackup from "@hedgerow/storage-pg/embedded/BaseBackup"
import { baseBackupFiles, controlFile } from "@hedgerow/storage-pg/embedded/BaseBackupFiles"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Scope from "effect/Scope"
import type { BackupWriter } from "./BackupWriter.ts"
import { EventTables } from "./EventTables.ts"

/** The file is written to in place: it is whole when it reads the same twice. */
const readSteady = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  const twice = Effect.all([fs.readFile(file), fs.readFile(file)])
  const [contents] = yield* Effect.repeat(twice, { until: ([one, other]) => Buffer.compare(one, other) === 0 })
  return contents
})

const data = "data"

/**
 * Copies PostgreSQL, whose copy recovers to one moment, and freezes the tables of ClickHouse at the same one: nobody
 * writes to PostgreSQL between the freeze and the end of the copy's log, so that no row of it speaks of an event that the
 * frozen tables do not have.
 */
export const copyPostgres = Effect.fnUntraced(function*(writer: BackupWriter) {
  const path = yield* Path.Path
  const { freeze } = yield* EventTables
  const longer = yield* Effect.scope
  return yield* Effect.scoped(Effect.gen(function*() {
    const base = yield* BaseBackup.begin
    const from = base.directory
    const { directories, files } = yield* baseBackupFiles(from)
    yield* writer.makeDirectories(data, directories)
    yield* writer.copyFound({ from, to: data, files: files.filter((file) => file.path !== controlFile) })
    yield* writer.write(`${data}/${controlFile}`, yield* readSteady(path.join(from, controlFile)))
    const { end, frozen } = yield* freeze === undefined
      ? Effect.map(base.end, (end) => ({ frozen: undefined, end }))
      : base.whileQuiet(Effect.all({ frozen: Scope.provide(freeze, longer), end: base.end }))
    yield* writer.copyAll({ from, to: data, files: end.segments.map((segment) => ({ path: `pg_wal/${segment}` })) })
    yield* writer.write(`${data}/backup_label`, Buffer.from(end.label))
    if (end.tablespaces !== "") yield* writer.write(`${data}/tablespace_map`, Buffer.from(end.tablespaces))
    return { frozen, home: path.dirname(from) }
  }))
})

/** Copies what the freeze keeps. */
export const copyTables = Effect.fnUntraced(
  function*(writer: BackupWriter, { directories, files, links, shadow }: Frozen) {
    const to = "clickhouse/data"
    const parts = yield* listTree(shadow)
    yield* writer.makeDirectories(to, [...directories, ...parts.directories])
    writer.addLinks(to, links)
    yield* Effect.forEach(files, ({ contents, path }) => writer.write(`${to}/${path}`, contents), { discard: true })
    yield* writer.copyAll({ from: shadow, to, files: parts.files })
  }
)

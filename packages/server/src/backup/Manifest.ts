import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { posix } from "node:path"
import { BackupDamaged } from "./BackupErrors.ts"
import { sync } from "./CopyFiles.ts"

const leaves = (path: string): boolean => /^(?:\/|\.\.?(?:\/|$))/.test(posix.normalize(path))

/** A path below the directory of the files, which it does not leave. */
const Inside = Schema.NonEmptyString.check(
  Schema.makeFilter((path) => !leaves(path) && posix.normalize(path) === path, {
    message: "must be a path inside the backup"
  })
)

/** A link that leads to a place below the directory too. */
const Link = Schema.Struct({ path: Inside, target: Schema.NonEmptyString }).check(
  Schema.makeFilter(({ path, target }) => !target.startsWith("/") && !leaves(posix.join(posix.dirname(path), target)), {
    message: "must lead to a path inside the backup"
  })
)

const Size = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A file of a backup. */
const BackupFile = Schema.Struct({ path: Inside, bytes: Size, sha256: Schema.String })
export type BackupFile = typeof BackupFile.Type

/** The contents of a backup. Directories and links are here alone, so that any tool may carry the files. */
export const Manifest = Schema.Struct({
  version: Schema.Literal(1),
  made_at: Schema.String,
  made_by: Schema.String,
  /** The system and the processor that the engines' files are for. */
  platform: Schema.String,
  /** The major version of PostgreSQL. */
  postgres: Schema.String,
  files: Schema.Array(BackupFile),
  directories: Schema.Array(Inside),
  links: Schema.Array(Link)
})
export type Manifest = typeof Manifest.Type

const Sealed = Schema.fromJsonString(Schema.Struct({ manifest: Schema.Json, sha256: Schema.String }))

const digest = (manifest: unknown): string => createHash("sha256").update(JSON.stringify(manifest)).digest("hex")

/** The name of the list; a directory without it is no backup. */
export const manifestName = "manifest.json"

/** The directory of the files, beside the list. */
export const filesName = "files"

/** The system and the processor of this machine. */
export const thisPlatform = `${process.platform}-${process.arch}`

/** The list of a backup. */
export const readManifest = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(directory, manifestName)
  const damaged = (reason: string) => new BackupDamaged({ file, reason })
  const text = yield* fs.readFileString(file).pipe(
    Effect.mapError((error) =>
      damaged(
        error.reason._tag === "NotFound"
          ? "is missing, so that this is no backup, or one that was not finished"
          : "cannot be read"
      )
    )
  )
  const changed = () => damaged("is not what was written")
  const sealed = yield* Effect.mapError(Schema.decodeEffect(Sealed)(text), changed)
  if (digest(sealed.manifest) !== sealed.sha256) return yield* changed()
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(Manifest)(sealed.manifest),
    () => damaged("is of a newer release than this one")
  )
})

/** Makes a directory a backup: the list is there whole or not at all. */
export const writeManifest = Effect.fnUntraced(function*(directory: string, manifest: Manifest) {
  const fs = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(directory, manifestName)
  const fresh = `${file}.new`
  const text = `${JSON.stringify({ manifest, sha256: digest(manifest) })}\n`
  yield* fs.writeFileString(fresh, text, { mode: 0o600 })
  yield* sync(fresh)
  yield* fs.rename(fresh, file)
  yield* sync(directory)
})

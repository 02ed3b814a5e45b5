import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { BackupDamaged } from "./BackupErrors.ts"
import { type Digest, digestOf, filesAtOnce } from "./CopyFiles.ts"
import { type BackupFile, filesName } from "./Manifest.ts"

/** Fails where a file is not what the list says. */
export const requireSame = (file: string, wanted: BackupFile, found: Digest | undefined) => {
  if (found?.sha256 === wanted.sha256 && found.bytes === wanted.bytes) return Effect.void
  const reason = found === undefined
    ? "is missing"
    : found.bytes === wanted.bytes
    ? "is damaged: its SHA-256 differs from the list's"
    : `has ${found.bytes} bytes instead of ${wanted.bytes}`
  return Effect.fail(new BackupDamaged({ file, reason }))
}

/** Reads all files of a backup and compares them with its list. */
export const verifyFiles = Effect.fnUntraced(function*(
  directory: string,
  files: ReadonlyArray<BackupFile>,
  count: (bytes: number) => Effect.Effect<void>
) {
  const path = yield* Path.Path
  yield* Effect.forEach(
    files,
    (wanted) => {
      const file = path.join(directory, filesName, wanted.path)
      return Effect.flatMap(digestOf(file, count), (found) => requireSame(file, wanted, found))
    },
    { concurrency: filesAtOnce, discard: true }
  )
})

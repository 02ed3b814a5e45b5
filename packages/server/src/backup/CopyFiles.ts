import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { createHash } from "node:crypto"

/** The size of a file's contents, and their hash. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/** Files that are read or written at once. */
export const filesAtOnce = 4

/** The bytes that are read at once. */
const chunk = 2 ** 20

/** Only its owner reads a file of a backup. */
const fileMode = 0o600
const directoryMode = 0o700

/** Told of the bytes as they come. */
type Count = (bytes: number) => Effect.Effect<void>

const digesting = Effect.fnUntraced(function*<E>(
  source: FileSystem.File,
  use: (part: Uint8Array) => Effect.Effect<void, E>
) {
  const { size } = yield* source.stat
  const buffer = new Uint8Array(Math.min(chunk, Math.max(4_096, Number(size))))
  const hash = createHash("sha256")
  let bytes = 0
  for (let read = yield* source.read(buffer); read > 0; read = yield* source.read(buffer)) {
    const part = buffer.subarray(0, read)
    hash.update(part)
    bytes += read
    yield* use(part)
  }
  const digest: Digest = { bytes, sha256: hash.digest("hex") }
  return digest
})

const open = Effect.fnUntraced(function*(file: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.open(file, { flag: "r" })
}, Effect.catchIf((error) => error.reason._tag === "NotFound", () => Effect.undefined))

/** Reads a file for its digest; undefined where there is none. */
export const digestOf = Effect.fnUntraced(function*(file: string, count: Count) {
  const source = yield* open(file)
  return source === undefined ? undefined : yield* digesting(source, (part) => count(part.length))
}, Effect.scoped)

/** Copies a file onto the disk, for its owner alone; answers the digest of what was copied, undefined where there is none. */
export const copyFile = Effect.fnUntraced(function*(from: string, to: string, count: Count) {
  const fs = yield* FileSystem.FileSystem
  const source = yield* open(from)
  if (source === undefined) return undefined
  const target = yield* fs.open(to, { flag: "wx", mode: fileMode })
  const digest = yield* digesting(source, (part) => Effect.andThen(target.writeAll(part), count(part.length)))
  yield* target.sync
  return digest
}, Effect.scoped)

/** Writes a file onto the disk, for its owner alone. */
export const writeFile = Effect.fnUntraced(function*(to: string, contents: Uint8Array) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFile(to, contents, { flag: "wx", mode: fileMode })
  yield* sync(to)
  const digest: Digest = {
    bytes: contents.length,
    sha256: createHash("sha256").update(contents).digest("hex")
  }
  return digest
})

/** Makes sure that a file, or the names in a directory, survive a power cut. Not every system opens directories. */
export const sync = (path: string) =>
  Effect.ignore(Effect.scoped(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    yield* (yield* fs.open(path, { flag: "r" })).sync
  })))

/** Makes directories below a root, with those that they are in, for their owner alone. */
export const makeDirectories = Effect.fnUntraced(function*(root: string, directories: Iterable<string>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  yield* fs.makeDirectory(root, { recursive: true, mode: directoryMode })
  for (const directory of new Set(directories)) {
    yield* fs.makeDirectory(path.join(root, directory), { recursive: true, mode: directoryMode })
  }
})

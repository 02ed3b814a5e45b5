import { readIfThere } from "@hedgerow/core/shared/DirectoryFormat"
import { openDirectory as openShared } from "@hedgerow/core/shared/OpenDirectory"
import { Effect, FileSystem, Option, Path, Result } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import type { Binaries } from "./Binaries.ts"
import { DataDirectoryUnusable, type DirectoryFault, PostgresStartFailed } from "./EmbeddedPostgresErrors.ts"
import { run, type RunAs } from "./ServerProcess.ts"

/** A unix socket's whole path must stay below 104 bytes on every system; the file name takes 14 of them. */
const longestSocketDirectory = 88

const unusable = (directory: string, fault: DirectoryFault) => new DataDirectoryUnusable({ directory, fault })

/** As the shared one; a directory that cannot be used is refused in our words. */
export const openDirectory = (directory: string) =>
  Effect.mapError(openShared(directory), (cause) => unusable(directory, { _tag: "Unwritable", cause }))

/** Makes a directory that only the server's user enters. */
const makePrivate = Effect.fnUntraced(function*(directory: string, runAs: RunAs | undefined) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 })
  if (runAs !== undefined) yield* fs.chown(directory, runAs.uid, runAs.gid)
})

/** The directory of the socket: inside `home`, or a short one of its own when that path would be too long. */
export const socketDirectory = Effect.fnUntraced(function*(home: string, runAs: RunAs | undefined) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const inside = path.join(home, "socket")
  const isShort = Buffer.byteLength(inside) <= longestSocketDirectory
  const name = `hedgerow-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`
  const directory = isShort ? inside : path.join(tmpdir(), name)
  yield* makePrivate(directory, runAs).pipe(
    Effect.mapError((cause) => unusable(home, { _tag: "Unwritable", cause }))
  )
  const info = yield* fs.stat(directory).pipe(Effect.orDie)
  const owner = runAs?.uid ?? process.getuid?.() ?? 0
  if (!Option.contains(info.uid, owner) || (info.mode & 0o077) !== 0) {
    return yield* unusable(home, { _tag: "SocketPathTaken", path: directory })
  }
  return directory
})

const initdb = Effect.fnUntraced(
  function*(binaries: Binaries, target: string, runAs: RunAs | undefined, durable: boolean) {
    const args = ["-D", target, "-U", "hedgerow", "-A", "trust", "-E", "UTF8", "--no-instructions"]
    const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    const { code, output } = yield* run({
      command: binaries.initdb,
      args: [...args, ...locale, ...durable ? [] : ["--no-sync"]],
      runAs
    })
    if (code !== 0) return yield* new PostgresStartFailed({ directory: target, output })
  }
)

/** New data is made beside and moved into place, so that a start that is cut off leaves nothing half made. */
const freshPrefix = "fresh-"

const isAbandoned = (name: string): boolean => {
  const pid = Number(/^fresh-(\d+)-/.exec(name)?.[1])
  return Number.isInteger(pid) && pid !== process.pid
    && Result.isFailure(Result.try(() => process.kill(pid, 0)))
}

/** Removes what starts that were cut off left behind. */
const removeAbandoned = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* fs.readDirectory(home)
  yield* Effect.forEach(names.filter(isAbandoned), (name) => fs.remove(path.join(home, name), { recursive: true }))
}, (effect) => Effect.ignore(effect))

/**
 * When another process moved its own directory first, this one is not needed; the server's lock then decides who has
 * it.
 */
const moveInto = Effect.fnUntraced(function*(home: string, fresh: string, data: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.rename(fresh, data).pipe(
    Effect.catch((cause) =>
      Effect.gen(function*() {
        yield* Effect.ignore(fs.remove(fresh, { recursive: true }))
        const exists = yield* Effect.orElseSucceed(fs.exists(data), () => false)
        if (!exists) return yield* unusable(home, { _tag: "Unwritable", cause })
      })
    )
  )
})

/** The server's data under `home`, made by initdb the first time; refuses data of another major version. */
export const prepareData = Effect.fnUntraced(
  function*(home: string, binaries: Binaries, runAs: RunAs | undefined, durable: boolean) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const data = path.join(home, "data")
    const file = path.join(data, "PG_VERSION")
    const written = yield* readIfThere(file).pipe(
      Effect.mapError((cause) => unusable(home, { _tag: "Unwritable", cause }))
    )
    const found = Option.map(written, (text) => text.trim())
    if (Option.isSome(found)) {
      if (found.value === binaries.major) return data
      return yield* unusable(
        home,
        /^\d+$/.test(found.value)
          ? { _tag: "OtherVersion", found: found.value, expected: binaries.major }
          : { _tag: "FileDamaged", file, lacks: "version of PostgreSQL" }
      )
    }
    yield* removeAbandoned(home)
    const fresh = path.join(home, `${freshPrefix}${process.pid}-${randomUUID()}`)
    yield* makePrivate(fresh, runAs).pipe(Effect.mapError((cause) => unusable(home, { _tag: "Unwritable", cause })))
    yield* initdb(binaries, fresh, runAs, durable).pipe(
      Effect.onError(() => Effect.ignore(fs.remove(fresh, { recursive: true }))),
      Effect.andThen(moveInto(home, fresh, data))
    )
    return data
  }
)

import type { SharedDirectoryFault } from "@hedgerow/core/shared/DirectoryFault"
import { checkDirectoryFormat } from "@hedgerow/core/shared/DirectoryFormat"
import { openDirectory as openShared } from "@hedgerow/core/shared/OpenDirectory"
import { Effect, FileSystem, Option, Path, type PlatformError } from "effect"
import { createHash } from "node:crypto"
import { tmpdir } from "node:os"
import { EngineDirectoryUnusable } from "./EmbeddedClickHouseErrors.ts"

/** The layout of a directory that this version writes; it grows when older versions could not read the new one. */
const directoryFormat = 1

/** A unix socket's whole path must stay below 104 bytes on every system. */
const longestSocketPath = 100

const unusable = (directory: string, fault: SharedDirectoryFault) => new EngineDirectoryUnusable({ directory, fault })

const unwritable = (directory: string) => (cause: PlatformError.PlatformError) =>
  unusable(directory, { _tag: "Unwritable", cause })

/** As the shared one; a directory that cannot be used is refused in our words. */
export const openDirectory = (directory: string) => Effect.mapError(openShared(directory), unwritable(directory))

/** Refuses a directory of a newer layout, and marks a new one with ours. */
export const checkFormat = (home: string) =>
  Effect.mapError(checkDirectoryFormat(home, directoryFormat), (fault) => unusable(home, fault))

/** Makes a directory below `home`, or elsewhere for it, that nobody else enters. */
export const privateDirectory = Effect.fnUntraced(function*(home: string, directory: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 }).pipe(
    Effect.andThen(fs.stat(directory)),
    Effect.mapError(unwritable(home))
  )
  const owner = process.getuid?.()
  const isOurs = owner === undefined || (Option.contains(info.uid, owner) && (info.mode & 0o077) === 0)
  if (!isOurs) return yield* unusable(home, { _tag: "SocketPathTaken", path: directory })
  return directory
})

/**
 * The path of the socket: inside `home`, or in a short directory of its own when that would be too long; undefined when
 * even that is, or where there are no unix sockets.
 */
export const socketPath = Effect.fnUntraced(function*(home: string) {
  const path = yield* Path.Path
  const name = `hedgerow-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`
  const short = [path.join(home, "socket"), path.join(tmpdir(), name)].find((directory) =>
    Buffer.byteLength(path.join(directory, "clickhouse")) <= longestSocketPath
  )
  if (short === undefined || process.platform === "win32") return undefined
  return path.join(yield* privateDirectory(home, short), "clickhouse")
})

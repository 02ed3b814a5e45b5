import { type Cause, Context, Effect, FileSystem, Option, Path } from "effect"
import { randomUUID } from "node:crypto"
import { cp } from "node:fs/promises"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"
import { claimHome } from "./HomeOwner.ts"

/** The place for what the server's user could not reach otherwise, because root keeps it below a closed directory. */
export class OpenDirectory extends Context.Reference<string>(
  "@hedgerow/storage-pg/embedded/Home/OpenDirectory",
  { defaultValue: () => "/var/lib/hedgerow" }
) {}

/** Makes a directory that everybody may pass. */
export const makeOpen = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(directory, { recursive: true })
  yield* fs.chmod(directory, 0o755)
})

/** Links stay relative, as the libraries of the binaries need them: a copy must not lead back to where it came from. */
export const copyTree = (from: string, to: string): Effect.Effect<void, Cause.UnknownError> =>
  Effect.tryPromise(() => cp(from, to, { recursive: true, verbatimSymlinks: true }))

/** Every entry below a directory, itself included, belongs to whom the original's does: copying as root loses that. */
const chownLike = Effect.fnUntraced(function*(from: string, to: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const names = yield* fs.readDirectory(from, { recursive: true })
  for (const name of ["", ...names]) {
    const { gid, uid } = yield* fs.stat(path.join(from, name))
    yield* fs.chown(path.join(to, name), Option.getOrElse(uid, () => 0), Option.getOrElse(gid, () => 0))
  }
})

/** Moves to another file system too: a copy gets its name when it is whole, and the original goes then. */
const move = Effect.fnUntraced(function*(from: string, to: string) {
  const fs = yield* FileSystem.FileSystem
  const fresh = `${to}-${randomUUID()}`
  const copied = copyTree(from, fresh).pipe(
    Effect.andThen(chownLike(from, fresh)),
    Effect.andThen(fs.rename(fresh, to)),
    Effect.andThen(fs.remove(from, { recursive: true }))
  )
  yield* fs.rename(from, to).pipe(Effect.catch(() => copied))
})

/** The parts of PostgreSQL in a data directory itself when its home is nowhere else; the data come last. */
const ownFiles: ReadonlyArray<string> = ["format", "data"]

/** Moves PostgreSQL's files unless they are in place already. */
const moveFiles = Effect.fnUntraced(function*(from: string, to: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (const name of ownFiles) {
    const isThere = yield* fs.exists(path.join(to, name))
    if (!isThere && (yield* fs.exists(path.join(from, name)))) yield* move(path.join(from, name), path.join(to, name))
  }
})

/** A home elsewhere, which a link in the asked directory names from then on. */
const linkElsewhere = Effect.fnUntraced(function*(asked: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const openDirectory = yield* OpenDirectory
  yield* makeOpen(openDirectory)
  const home = path.join(openDirectory, randomUUID())
  yield* fs.makeDirectory(home)
  yield* fs.symlink(home, path.join(asked, "home"))
  yield* Effect.logWarning("PostgreSQL does not run as root and its user cannot enter the data directory", {
    directory: asked,
    keptIn: home
  })
  return home
})

/** The home that a link names; a start that was cut off while it moved the files goes on with that. */
const linkedHome = Effect.fnUntraced(function*(asked: string, home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  if (!(yield* fs.exists(home))) {
    const fault = { _tag: "HomeGone", home, link: path.join(asked, "home") } as const
    return yield* new DataDirectoryUnusable({ directory: asked, fault })
  }
  yield* claimHome(asked, home)
  yield* moveFiles(asked, home)
  return home
})

/**
 * The directory that holds PostgreSQL's files: the asked one, or the one that `home` in it is or names. Where the
 * server's user cannot reach it, the files are moved to a place where it can. `isReachable` tests whether that user can
 * pass a directory; the asked one is made its own.
 */
export const homeOf = Effect.fnUntraced(function*<E, R>(
  asked: string,
  isReachable: (directory: string) => Effect.Effect<boolean, E, R>
) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const inside = path.join(asked, "home")
  const named = yield* Effect.option(fs.readLink(inside))
  if (Option.isSome(named)) return yield* linkedHome(asked, named.value)
  const isRestored = yield* fs.exists(path.join(inside, "data"))
  if (yield* isReachable(path.dirname(asked))) return isRestored ? inside : asked
  if (isRestored) {
    yield* moveFiles(inside, asked)
    yield* fs.remove(inside, { recursive: true })
  }
  return yield* linkedHome(asked, yield* linkElsewhere(asked))
})

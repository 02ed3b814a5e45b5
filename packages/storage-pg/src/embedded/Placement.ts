import { type Cause, Effect, FileSystem, Option, Path } from "effect"
import { randomUUID } from "node:crypto"
import { cp } from "node:fs/promises"
import { type Binaries, programsIn } from "./Binaries.ts"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"
import { canReach, runUser } from "./RunUser.ts"
import type { RunAs } from "./ServerProcess.ts"

/** Where the server really lives and as whom it runs. */
export interface Placement {
  readonly home: string
  readonly binaries: Binaries
  readonly runAs: RunAs | undefined
}

/** The place for what the server's user could not reach otherwise, because root keeps it below a closed directory. */
const openPlace = "/var/lib/hedgerow"

const makeOpen = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.makeDirectory(directory, { recursive: true })
  yield* fs.chmod(directory, 0o755)
})

/** A link in the asked directory decides, so that removing that directory also forgets the data. */
const homeElsewhere = Effect.fnUntraced(function*(asked: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const link = path.join(asked, "home")
  const known = yield* fs.readLink(link).pipe(Effect.option)
  if (Option.isSome(known) && (yield* fs.exists(known.value))) return known.value
  yield* makeOpen(openPlace)
  const home = path.join(openPlace, randomUUID())
  yield* fs.makeDirectory(home)
  yield* fs.remove(link, { force: true })
  yield* fs.symlink(home, link)
  yield* Effect.logWarning("PostgreSQL does not run as root and its user cannot enter the data directory", {
    directory: asked,
    keptIn: home
  })
  return home
})

/** Links stay relative, as the libraries of the binaries need them: a copy must not lead back to where it came from. */
export const copyTree = (from: string, to: string): Effect.Effect<void, Cause.UnknownError> =>
  Effect.tryPromise(() => cp(from, to, { recursive: true, verbatimSymlinks: true }))

const binariesElsewhere = Effect.fnUntraced(function*(binaries: Binaries) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const copy = path.join(openPlace, `postgresql-${binaries.version}`)
  if (!(yield* fs.exists(copy))) {
    yield* makeOpen(openPlace)
    const fresh = `${copy}-${randomUUID()}`
    yield* copyTree(binaries.directory, fresh)
    yield* fs.rename(fresh, copy).pipe(
      Effect.catch((error) =>
        Effect.flatMap(fs.exists(copy), (exists) => exists ? fs.remove(fresh, { recursive: true }) : Effect.fail(error))
      )
    )
  }
  return { ...binaries, ...programsIn(path, copy) }
})

/**
 * Decides where the server lives. As root it runs as another user; what that user cannot reach (`/root`, mostly) is put
 * into `/var/lib/hedgerow`.
 */
export const place = Effect.fnUntraced(
  function*(asked: string, found: Binaries) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const runAs = yield* runUser(path.join(asked, "data"))
    if (runAs === undefined) return { home: asked, binaries: found, runAs } satisfies Placement
    const home = (yield* canReach(path.dirname(asked), runAs)) ? asked : yield* homeElsewhere(asked)
    const binaries = (yield* canReach(found.directory, runAs)) ? found : yield* binariesElsewhere(found)
    yield* fs.chown(home, runAs.uid, runAs.gid)
    return { home, binaries, runAs } satisfies Placement
  },
  (effect, asked) =>
    Effect.mapError(
      effect,
      (cause) => new DataDirectoryUnusable({ directory: asked, fault: { _tag: "Unwritable", cause } })
    )
)

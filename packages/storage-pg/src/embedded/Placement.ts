import { Effect, FileSystem, Path, Predicate } from "effect"
import { randomUUID } from "node:crypto"
import { type Binaries, programsIn } from "./Binaries.ts"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"
import { copyTree, homeOf, makeOpen, OpenDirectory } from "./Home.ts"
import { canReach, runUser } from "./RunUser.ts"
import type { RunAs } from "./ServerProcess.ts"

/** The home of the server and the user that it runs as. */
export interface Placement {
  readonly home: string
  readonly binaries: Binaries
  readonly runAs: RunAs | undefined
}

const binariesElsewhere = Effect.fnUntraced(function*(binaries: Binaries) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const openDirectory = yield* OpenDirectory
  const copy = path.join(openDirectory, `postgresql-${binaries.version}`)
  if (!(yield* fs.exists(copy))) {
    yield* makeOpen(openDirectory)
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

const isBelow = (directory: string, above: string) =>
  Effect.map(Path.Path, (path) => directory.startsWith(`${above}${path.sep}`))

/** The user that owns the data, in the place that `home` names; see `runUser`. */
const userOf = Effect.fnUntraced(function*(asked: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const elsewhere = path.join(asked, "home", "data")
  return yield* runUser((yield* fs.exists(elsewhere)) ? elsewhere : path.join(asked, "data"))
})

/**
 * Decides where the server lives. As root it runs as another user; a home that this user cannot reach (`/root`, mostly)
 * is put into `/var/lib/hedgerow`.
 */
export const place = Effect.fnUntraced(
  function*(asked: string, found: Binaries) {
    const fs = yield* FileSystem.FileSystem
    const runAs = yield* userOf(asked)
    if (runAs === undefined) {
      return { home: yield* homeOf(asked, () => Effect.succeed(true)), binaries: found, runAs } satisfies Placement
    }
    const home = yield* homeOf(asked, (directory) => canReach(directory, runAs))
    const binaries = (yield* canReach(found.directory, runAs)) ? found : yield* binariesElsewhere(found)
    yield* fs.chown(home, runAs.uid, runAs.gid)
    // It passes through the asked directory, which others may not.
    if (yield* isBelow(home, asked)) yield* fs.chown(asked, runAs.uid, runAs.gid)
    return { home, binaries, runAs } satisfies Placement
  },
  (effect, asked) =>
    Effect.mapError(
      effect,
      (cause) =>
        Predicate.isTagged(cause, "DataDirectoryUnusable")
          ? cause
          : new DataDirectoryUnusable({ directory: asked, fault: { _tag: "Unwritable", cause } })
    )
)

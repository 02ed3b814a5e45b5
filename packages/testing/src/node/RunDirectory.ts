import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, FileSystem } from "effect"
import { statfsSync } from "node:fs"
import { freemem } from "node:os"

const prefix = "hedgerow-tests-"

/** The prefix of the directory of the PostgreSQL that a run starts. */
export const postgresPrefix = "hedgerow-run-"

/** Bytes that must be free there, and of the machine's memory: engines and workers need most, a run's files about 1 GiB. */
const room = 6 * 1024 ** 3

/** The bytes that may still be written to a file system in memory. */
const freeBytes = (memory: string): number => {
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem())
}

/** Stops and removes the databases that killed runs left in a directory. */
export const removeDatabases = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* fs.readDirectory(directory)
  yield* Effect.forEach(names.filter((name) => name.startsWith(postgresPrefix)), (name) => {
    const database = `${directory}/${name}`
    return Effect.flatMap(
      EmbeddedPostgres.stopLeftBehind(database),
      (wasThere) => wasThere ? fs.remove(database, { recursive: true }) : Effect.void
    )
  })
})

/** A process that still writes may keep a directory; the next run removes it. */
const remove = Effect.fnUntraced(function*(directory: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.ignore(fs.remove(directory, { recursive: true, force: true }))
})

/** Removes the directories of runs that were killed. */
const removeLeftBehind = Effect.fnUntraced(function*(memory: string) {
  const fs = yield* FileSystem.FileSystem
  const runs = (yield* fs.readDirectory(memory)).filter((name) => name.startsWith(prefix))
  const left = yield* Effect.filter(
    runs,
    (name) => Effect.map(fs.exists(`/proc/${name.slice(prefix.length)}`), (isRunning) => !isRunning)
  )
  yield* Effect.forEach(left, (name) => {
    const directory = `${memory}/${name}`
    return Effect.andThen(removeDatabases(directory), remove(directory))
  })
})

/**
 * A directory for a run's files in a file system in memory, removed with the scope; `undefined` where that is missing or
 * short of room. On ext4 the search for an inode of a new file passes all that were freed lately, as tests do all the
 * time: a copy of a database takes 12 ms of processor time in memory, and up to 500 ms there.
 */
export const makeInMemory = Effect.fnUntraced(function*(memory: string, needed: number = room) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(memory))) return undefined
  yield* removeLeftBehind(memory)
  if (freeBytes(memory) < needed) return undefined
  const directory = `${memory}/${prefix}${process.pid}`
  yield* Effect.acquireRelease(
    Effect.andThen(fs.makeDirectory(directory, { recursive: true }), fs.chmod(directory, 0o755)),
    () => remove(directory)
  )
  return directory
})

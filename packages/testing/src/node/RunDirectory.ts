import { EmbeddedPostgres } from "@hedgerow/storage-pg"
import { Effect, FileSystem } from "effect"
import { statfsSync } from "node:fs"
import { freemem } from "node:os"

const memory = "/dev/shm"

const prefix = "hedgerow-tests-"

/** The prefix of the directory of the PostgreSQL that a run starts. */
export const postgresPrefix = "hedgerow-run-"

/** Bytes that must be free there, and of the machine's memory: engines and workers need most, a run's files about 1 GiB. */
const room = 6 * 1024 ** 3

const hasRoom = Effect.sync(() => {
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) >= room
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
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

/** Removes the directories of runs that were killed. */
const removeLeftBehind = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const left = (yield* fs.readDirectory(memory)).filter((name) =>
    name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))
  )
  yield* Effect.forEach(left, (name) => {
    const directory = `${memory}/${name}`
    return Effect.andThen(removeDatabases(directory), fs.remove(directory, { recursive: true, force: true }))
  })
})

/**
 * The directory of a run's files, in memory: `undefined` where `TMPDIR` names another place, or memory is short. A file
 * system on a disk looks long for the number of a new file where many were removed lately, as tests do all the time.
 */
export const inMemory = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  if (process.env["TMPDIR"] !== undefined || !(yield* fs.exists(memory))) return undefined
  yield* removeLeftBehind
  if (!(yield* hasRoom)) return undefined
  const directory = `${memory}/${prefix}${process.pid}`
  yield* Effect.acquireRelease(
    Effect.andThen(fs.makeDirectory(directory, { recursive: true }), fs.chmod(directory, 0o755)),
    () => Effect.ignore(fs.remove(directory, { recursive: true, force: true }))
  )
  return directory
})

import { Effect, FileSystem, Option, Path } from "effect"
import type { RunAs } from "./ServerProcess.ts"

const fallback: RunAs = { uid: 65534, gid: 65534 }

const nobody = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const users = yield* fs.readFileString("/etc/passwd").pipe(Effect.orElseSucceed(() => ""))
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return uid === undefined || gid === undefined ? fallback : { uid: Number(uid), gid: Number(gid) }
})

/**
 * PostgreSQL refuses to run as root. Undefined when we are not root; otherwise the owner of the data, or `nobody` when
 * there is none yet.
 */
export const runUser = Effect.fnUntraced(function*(dataDirectory: string) {
  if (process.getuid?.() !== 0) return undefined
  const fs = yield* FileSystem.FileSystem
  const owner = yield* fs.stat(dataDirectory).pipe(Effect.option)
  const uid = Option.flatMap(owner, (info) => info.uid)
  const gid = Option.flatMap(owner, (info) => info.gid)
  if (Option.isSome(uid) && Option.isSome(gid) && uid.value !== 0) return { uid: uid.value, gid: gid.value }
  return yield* nobody
})

/** Whether this user can reach what is inside the directory: every directory on the way lets it pass. */
export const canReach = Effect.fnUntraced(function*(directory: string, user: RunAs) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  let current = directory
  while (true) {
    const info = yield* fs.stat(current)
    const bit = Option.contains(info.uid, user.uid) ? 0o100 : Option.contains(info.gid, user.gid) ? 0o010 : 0o001
    if ((info.mode & bit) === 0) return false
    const parent = path.dirname(current)
    if (parent === current) return true
    current = parent
  }
})

import { Effect, FileSystem, Path, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { EngineDirectoryUnusable } from "./EmbeddedClickHouseErrors.ts"
import { processOf } from "./Processes.ts"

/** The process that runs the engine of a directory. */
const Owner = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, started: Schema.String }))

const decode = Schema.decodeUnknownOption(Owner)

/** The live owner of a directory; a file that names a process that is gone means nothing. */
export const findOwner = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const text = yield* Effect.orElseSucceed(fs.readFileString(path.join(home, "owner")), () => "")
  const written = decode(text)
  if (written._tag === "None") return undefined
  const found = yield* processOf(written.value.pid)
  return found?.started === written.value.started ? found : undefined
})

/** Links the file into place whole: of two that try at once, one succeeds. */
const claim = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(home, "owner")
  const fresh = path.join(home, `owner-${randomUUID()}`)
  const started = (yield* processOf(process.pid))?.started ?? ""
  const text = JSON.stringify({ pid: process.pid, started })
  yield* fs.writeFileString(fresh, text)
  yield* fs.link(fresh, file).pipe(
    Effect.catchIf((error) => error.reason._tag === "AlreadyExists", () =>
      Effect.gen(function*() {
        const owner = yield* findOwner(home)
        if (owner !== undefined) {
          return yield* new EngineDirectoryUnusable({ directory: home, fault: { _tag: "InUse", pid: owner.pid } })
        }
        yield* fs.rename(fresh, file)
      })),
    Effect.ensuring(Effect.ignore(fs.remove(fresh, { force: true })))
  )
  return { file, text }
})

/** Removes the file unless it is another's by now. */
const release = Effect.fnUntraced(function*({ file, text }: { readonly file: string; readonly text: string }) {
  const fs = yield* FileSystem.FileSystem
  if ((yield* fs.readFileString(file)) === text) yield* fs.remove(file)
}, (effect) => Effect.ignore(effect))

/** Owns a directory until the scope ends; refuses one whose owner lives. The engine's own lock stands behind this. */
export const own = (home: string) =>
  Effect.acquireRelease(
    Effect.catchTag(
      claim(home),
      "PlatformError",
      (cause) => Effect.fail(new EngineDirectoryUnusable({ directory: home, fault: { _tag: "Unwritable", cause } }))
    ),
    release
  )

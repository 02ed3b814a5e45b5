import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { homedir } from "node:os"

/** At most this many lines are kept. */
const most = 1_000

const place = Effect.gen(function*() {
  const path = yield* Path.Path
  const state = yield* Config.String("XDG_STATE_HOME").pipe(Config.withDefault(path.join(homedir(), ".local", "state")))
  return path.join(state, "hedgerow", "query-history")
})

/** The lines that were typed before, the last one first; none where they cannot be read. */
export const readHistory = Effect.gen(function*() {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(yield* place)
  return text.split("\n").filter((line) => line !== "").slice(0, most)
}).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

/** Keeps the lines for the next time, readable by their user alone; where that cannot be done they are lost. */
export const writeHistory = Effect.fnUntraced(function*(lines: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = yield* place
  yield* files.makeDirectory(path.dirname(file), { recursive: true, mode: 0o700 })
  yield* files.writeFileString(file, lines.slice(0, most).join("\n"), { mode: 0o600 })
}, (write) => Effect.ignore(write))

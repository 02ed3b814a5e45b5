import { Effect, FileSystem, Path } from "effect"
import { EngineDirectoryUnusable } from "./EmbeddedClickHouseErrors.ts"

/** A new part is on the disk, and its name in the directory, before its insert is acknowledged. */
const durably =
  "<merge_tree><fsync_after_insert>1</fsync_after_insert><fsync_part_directory>1</fsync_part_directory></merge_tree>"

/** Writes the engine's server settings; answers the file. */
export const writeConfig = Effect.fnUntraced(function*(home: string, durable: boolean) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(home, "engine.xml")
  yield* fs.writeFileString(file, `<clickhouse>${durable ? durably : ""}</clickhouse>\n`).pipe(
    Effect.mapError((cause) => new EngineDirectoryUnusable({ directory: home, fault: { _tag: "Unwritable", cause } }))
  )
  return file
})

/** The baseline of a trivial query: one open session of the engine library, asked again and again, and nothing else. */
import { loadNative } from "@hedgerow/storage-clickhouse/embedded/engine/Native"
import { findLibrary, thisPlatform } from "@hedgerow/storage-clickhouse/embedded/Library"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const [statement = "SELECT 1", count = "1000"] = process.argv.slice(2)

const directory = mkdtempSync(join(tmpdir(), "hedgerow-bench-engine-"))
const native = loadNative(await Effect.runPromise(findLibrary(thisPlatform)))
const connection = native.CreateConnection(directory, [])

const ask = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i++) await native.QueryAsyncConnection(connection, statement, "JSONCompactEachRow")
}

await ask(Number(count) / 2)
const before = process.cpuUsage()
await ask(Number(count))
const { system, user } = process.cpuUsage(before)
console.log((user + system) / Number(count))
native.CloseConnection(connection)
rmSync(directory, { recursive: true, force: true })
process.exit(0)

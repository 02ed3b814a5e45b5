import { assert, describe, it, vi } from "@effect/vitest"
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { ask, baseUrlOf, capture } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

const readOr = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ""
  }
}

/** The processes that work on a directory, by what they were started with or where they are. */
const processesOf = (directory: string): ReadonlyArray<string> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) =>
    `${readOr(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "))} in ${
      readOr(() => readlinkSync(`/proc/${pid}/cwd`))
    }`
  ).filter((text) => text.includes(directory))

const isWrittenSince = (file: string, since: number): boolean => {
  try {
    return statSync(file).mtimeMs >= since
  } catch {
    return false
  }
}

/** The stages of a start, by the files that exist then. */
const stages: ReadonlyArray<readonly [name: string, isReached: (directory: string, since: number) => boolean]> = [
  ["initdb", (directory) => readdirSync(directory).some((name) => name.startsWith("fresh-"))],
  ["the end of initdb", (directory, since) => isWrittenSince(`${directory}/data/PG_VERSION`, since)],
  ["the start of PostgreSQL", (directory, since) => isWrittenSince(`${directory}/data/postmaster.pid`, since)],
  ["the start of ClickHouse", (directory, since) => isWrittenSince(`${directory}/clickhouse/owner`, since)],
  ["ClickHouse opening its data", (directory, since) => isWrittenSince(`${directory}/clickhouse/data/status`, since)],
  ["migrations", (directory, since) => isWrittenSince(`${directory}/clickhouse/endpoint`, since)],
  ["the making of keys", (directory, since) => isWrittenSince(`${directory}/secret_keys`, since)]
]

describe("a signal while the server starts", () => {
  it("ends it in order at every stage: exit code 0, no process is left, and the next start goes on", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    let early = 0
    try {
      for (const [index, [name, isReached]] of stages.entries()) {
        // Files have times of whole milliseconds at best.
        const since = Date.now() - 5
        const server = runServer(["serve"], settings)
        await vi.waitUntil(() => server.process.exitCode !== null || isReached(data.path, since), {
          timeout: 120_000,
          interval: 1
        })
        server.process.kill(index % 2 === 0 ? "SIGTERM" : "SIGINT")
        assert.strictEqual(await server.exited, 0, `${name}: ${server.output()}`)
        assert.notInclude(server.output(), "hedgerow: ", name)
        // On a busy machine a server can be ready before the file is seen.
        if (!server.output().includes("Hedgerow is ready")) early++
        assert.deepStrictEqual(processesOf(data.path), [], name)
      }
      assert.isAbove(early, 1)
      const server = runServer(["serve"], settings)
      await server.ready
      const { baseUrl, key, token } = parsePrinted(server.output())
      const body = JSON.stringify({ api_key: token, event: "load", distinct_id: "ada" })
      assert.strictEqual((await capture(baseUrl, body)).status, 200)
      assert.strictEqual(await stopServer(server), 0, server.output())
      assert.deepStrictEqual(readdirSync(data.path).filter((file) => file.startsWith("fresh-")), [])

      const again = runServer(["serve"], settings)
      await again.ready
      const access = { baseUrl: baseUrlOf(again.output()), key }
      assert.deepStrictEqual(await ask(access, "select count() from events"), [[1]])
      assert.strictEqual(await stopServer(again), 0, again.output())
    } finally {
      data.remove()
    }
  })
})

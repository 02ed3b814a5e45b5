import { assert, describe, it, vi } from "@effect/vitest"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { makeDataDir, runServer, sources, stopServer } from "./ServerProcess.ts"

describe("the modules of a start", () => {
  it(
    "is no other command, no page of docs, and the rest of the server only after its engines are under way",
    async () => {
      const data = makeDataDir()
      const recorded = `${data.path}/modules`
      writeFileSync(recorded, "")
      const server = runServer(["serve"], {
        HEDGEROW_STORAGE: "embedded",
        HEDGEROW_DATA_DIR: `${data.path}/data`,
        NODE_OPTIONS: `--import ${new URL("./RecordModules.ts", import.meta.url).href}`,
        RECORDED_MODULES: recorded
      }, sources)
      try {
        await server.ready
        const loaded = readFileSync(recorded, "utf8").trim().split("\n")
        assert.deepStrictEqual(loaded.filter((file) => file.startsWith("server/src/commands/")), [
          "server/src/commands/Serve.ts"
        ])
        const first = loaded.indexOf("server/src/serving/Server.ts")
        assert.isAbove(first, 0)
        const before = loaded.slice(0, first)
        assert.include(before, "storage-clickhouse/src/embedded/EmbeddedClickHouse.ts")
        assert.include(before, "storage-pg/src/embedded/EmbeddedPostgres.ts")
        // The engines come first because loading this keeps the process busy.
        for (const late of ["http/src/contract/Api.ts", "storage-pg/src/PgStorage.ts", "core/src/Domain.ts"]) {
          assert.include(loaded, late)
          assert.notInclude(before, late)
        }
        assert.strictEqual(await stopServer(server), 0, server.output())
      } finally {
        server.process.kill("SIGKILL")
        data.remove()
      }
    }
  )

  it("has been compiled by an earlier start, also one that was killed", async () => {
    const data = makeDataDir()
    const cache = `${data.path}/compiled`
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: `${data.path}/data`, NODE_COMPILE_CACHE: cache }
    const server = runServer(["serve"], settings, sources)
    try {
      await server.ready
      const count = () => globSync(`${cache}/*/*`).length
      await vi.waitUntil(() => count() > 100, { timeout: 120_000 })
      server.process.kill("SIGKILL")
      await server.exited
      assert.isAbove(count(), 100)
    } finally {
      server.process.kill("SIGKILL")
      data.remove()
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { count, engineDeaths, isReady } from "./EngineCrash.ts"
import { baseUrlOf, capture, settles } from "./ServerClient.ts"
import { enginePid } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

engineDeaths(2)

describe.concurrent("an embedded ClickHouse that hangs", () => {
  it("does not keep the server from stopping", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    const server = runServer(["serve"], settings)
    try {
      await server.ready
      const access = parsePrinted(server.output())
      const body = JSON.stringify({ api_key: access.token, event: "load", distinct_id: "ada" })
      assert.strictEqual((await capture(access.baseUrl, body)).status, 200)
      process.kill(enginePid(data.path), "SIGSTOP")
      const waiting = capture(access.baseUrl, body).then(({ status }) => status, () => undefined)
      await settles(() => isReady(access), false)
      server.process.kill("SIGTERM")
      assert.strictEqual(await server.exited, 0, server.output())
      assert.notStrictEqual(await waiting, 200)

      const again = runServer(["serve"], settings)
      await again.ready
      assert.strictEqual(await count({ baseUrl: baseUrlOf(again.output()), key: access.key }), 1)
      assert.strictEqual(await stopServer(again), 0, again.output())
    } finally {
      server.process.kill("SIGKILL")
      data.remove()
    }
  })
})

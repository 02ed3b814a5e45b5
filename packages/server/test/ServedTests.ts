import { afterAll, assert, beforeAll } from "@effect/vitest"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

/** A server of its own for the tests of a `describe`; there is one from the first of them on. */
export interface ServedTests {
  readonly dataDir: string
  readonly server: RunningServer
  readonly printed: Printed
}

/** Starts a server on embedded storage before the tests of a `describe`. After them it has to stop without a fault. */
export const serveTests = (settings: Readonly<Record<string, string>> = {}): ServedTests => {
  const data = makeDataDir()
  let server: RunningServer
  let printed: Printed
  beforeAll(async () => {
    server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path, ...settings })
    await server.ready
    printed = parsePrinted(server.output())
  }, 120_000)
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
    data.remove()
  })
  return {
    dataDir: data.path,
    get server() {
      return server
    },
    get printed() {
      return printed
    }
  }
}

import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { v7 } from "uuid"
import { type Access, ask, askRaw, capture, settles } from "./ServerClient.ts"
import { endLeases, enginePid, insidePostgres } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type Printed, runServer, stopServer } from "./ServerProcess.ts"

const killEngine = (directory: string): void => {
  process.kill(enginePid(directory), "SIGKILL")
}

/** Ends the engine and keeps it from starting; answers how to let it start again. */
const keepDown = (directory: string) => {
  const settings = `${directory}/clickhouse/engine.xml`
  const before = readFileSync(settings, "utf8")
  writeFileSync(settings, "<clickhouse><")
  killEngine(directory)
  return () => writeFileSync(settings, before)
}

/** Whether the server says that it is ready. */
export const isReady = async ({ baseUrl }: Access): Promise<boolean> =>
  (await fetch(`${baseUrl}/_ready`)).status === 200

/** The number of events. */
export const count = async (access: Access) => (await ask(access, "select count() from events"))[0]?.[0]

/** The number of the engine's ends that were logged in this output. */
const endsIn = (output: string): number => [...output.matchAll(/crashes\W+\d+/g)].length

const askFlags = ({ baseUrl, token }: Printed) =>
  fetch(`${baseUrl}/flags/?v=2`, { method: "POST", body: JSON.stringify({ api_key: token, distinct_id: "ada" }) })

/** Whether another engine runs than the one that was killed; while it starts its file may be away. */
const isAnother = (directory: string, killed: number): boolean => {
  try {
    const pid = enginePid(directory)
    return Number.isInteger(pid) && pid !== killed
  } catch {
    return false
  }
}

/** Kills the running engine `times` in a row; each time it is back by itself, and flags are served meanwhile. */
const killInARow = async (directory: string, access: Printed, times: number) => {
  for (let kill = 1; kill <= times; kill++) {
    const killed = enginePid(directory)
    killEngine(directory)
    await settles(async () => {
      assert.strictEqual((await askFlags(access)).status, 200, `after kill ${kill}`)
      return isAnother(directory, killed) && await isReady(access)
    }, true)
  }
}

/** Checks the server's answers while its engine is away, after its own attempts have failed. */
const checkAway = async (access: Printed, body: string) => {
  const [taken, asked, ready, alive, flags, project] = await Promise.all([
    capture(access.baseUrl, body),
    // Another statement than those after it: one that runs while the engine ends again and again is refused for a while.
    askRaw(access, "select count() from events where event = 'asked meanwhile'"),
    fetch(`${access.baseUrl}/_ready`),
    fetch(`${access.baseUrl}/_health`),
    askFlags(access),
    fetch(`${access.baseUrl}/api/projects/1/`, { headers: { authorization: `Bearer ${access.key}` } })
  ])
  assert.deepStrictEqual([taken.status, asked.status, ready.status], [503, 503, 503])
  for (const refused of [taken, asked, ready]) assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
  const served = [alive.status, flags.status, project.status]
  assert.deepStrictEqual(served, [200, 200, 200], "what needs no events goes on")
}

/** Tests that a server outlives its engine, which ends again and again, more often in a row than `times`. */
export const engineDeaths = (inARow: number) =>
  describe.concurrent("the death of the embedded ClickHouse", () => {
    it(
      "is 503 with Retry-After until the engine is back; what was not taken can be sent again and counts once",
      async () => {
        const data = makeDataDir()
        const server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
        try {
          await server.ready
          const access = parsePrinted(server.output())
          const bodyOf = (uuid: string) =>
            JSON.stringify({ api_key: access.token, batch: [{ uuid, event: "load", distinct_id: "ada" }] })
          assert.strictEqual((await capture(access.baseUrl, bodyOf(v7()))).status, 200)
          const first = enginePid(data.path)

          killEngine(data.path)
          assert.strictEqual((await capture(access.baseUrl, bodyOf(v7()))).status, 200, "a short absence is waited for")
          assert.notStrictEqual(enginePid(data.path), first)
          assert.strictEqual(await count(access), 2)

          await killInARow(data.path, access, 2)
          assert.strictEqual(await count(access), 2)

          const letItStart = keepDown(data.path)
          await settles(() => isReady(access), false)
          const refused = bodyOf(v7())
          await checkAway(access, refused)
          letItStart()
          await settles(() => isReady(access), true)
          // Whether an engine took it before it was killed is unknown as long as the lease; then it is looked for.
          await insidePostgres(data.path, endLeases)
          await settles(async () => (await capture(access.baseUrl, refused)).status, 200)
          assert.strictEqual(await count(access), 3)

          // It is never given up.
          const again = keepDown(data.path)
          await settles(async () => endsIn(server.output()) > inARow + 2, true)
          await checkAway(access, bodyOf(v7()))
          again()
          await settles(() => isReady(access), true)
          assert.strictEqual(await count(access), 3)
          assert.strictEqual(await stopServer(server), 0, server.output())
        } finally {
          server.process.kill("SIGKILL")
          data.remove()
        }
      }
    )
  })

/** Tests that a running engine may be killed `times` in a row. */
export const engineKills = (inARow: number) =>
  describe.concurrent("an embedded ClickHouse that is killed again and again", () => {
    it(`is back by itself ${inARow} times in a row, with its events; flags are served all the time`, async () => {
      const data = makeDataDir()
      const server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
      try {
        await server.ready
        const access = parsePrinted(server.output())
        const body = JSON.stringify({ api_key: access.token, event: "load", distinct_id: "ada" })
        assert.strictEqual((await capture(access.baseUrl, body)).status, 200)
        await killInARow(data.path, access, inARow)
        assert.isAtLeast(endsIn(server.output()), inARow)
        assert.strictEqual(await count(access), 1)
        assert.strictEqual(await stopServer(server), 0, server.output())
      } finally {
        server.process.kill("SIGKILL")
        data.remove()
      }
    })
  })

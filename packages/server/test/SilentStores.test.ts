import { assert, describe, it } from "@effect/vitest"
import { v7 } from "uuid"
import { type Access, ask, askRaw, capture, settles } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type Printed, runServer, stopServer } from "./ServerProcess.ts"
import { stopClickHouse, stopPostgres } from "./StoppedProcesses.ts"

interface World extends Printed {
  readonly dataDir: string
  readonly restart: () => Promise<Access>
}

/** A server on embedded storage of its own, and what the test does with it. */
const withServer = async (test: (world: World) => Promise<void>) => {
  const data = makeDataDir()
  const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path, HEDGEROW_STORE_SILENCE: "3 seconds" }
  let server = runServer(["serve"], settings)
  try {
    await server.ready
    const printed = parsePrinted(server.output())
    await test({
      ...printed,
      dataDir: data.path,
      restart: async () => {
        assert.strictEqual(await stopServer(server), 0, server.output())
        server = runServer(["serve"], settings)
        await server.ready
        return { baseUrl: /ready on (\S+)/.exec(server.output())?.[1] ?? "", key: printed.key }
      }
    })
    assert.strictEqual(await stopServer(server), 0, server.output())
  } catch (error) {
    throw new Error(`with this output of the server:\n${server.output()}`, { cause: error })
  } finally {
    server.process.kill("SIGKILL")
    data.remove()
  }
}

const bodyOf = (token: string, uuid: string = v7()): string =>
  JSON.stringify({
    api_key: token,
    batch: [{ uuid, event: "load", distinct_id: "ada", properties: { $set: { a: 1 } } }]
  })

const checkRefused = async (response: Response) => {
  const body = (await response.json()) as Record<string, unknown>
  assert.strictEqual(response.status, 503, JSON.stringify(body))
  assert.isAtLeast(Number(response.headers.get("retry-after")), 1)
  assert.deepInclude(body, { type: "server_error", code: "error", attr: null })
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

const counts = async (access: Access) => {
  const question = "select count(), count(distinct uuid) from events where event = 'load'"
  await settles(async () => (await askRaw(access, question)).status, 200)
  return (await ask(access, question))[0]
}

describe("a ClickHouse that hangs", () => {
  it("is refused while it hangs, and goes on with every event once", () =>
    withServer(async (world) => {
      const { baseUrl, dataDir, token } = world
      assert.strictEqual((await capture(baseUrl, bodyOf(token))).status, 200)
      const goOn = stopClickHouse(dataDir)
      const sent = Array.from({ length: 5 }, () => bodyOf(token))
      // Those that find it out.
      await Promise.all([
        ...sent.map((body) => capture(baseUrl, body).then(checkRefused)),
        askRaw(world, "select count() from events").then(checkRefused)
      ])
      // Those that come after it is known.
      const later = bodyOf(token)
      for (let round = 0; round < 5; round++) await checkRefused(await capture(baseUrl, later))
      await checkRefused(await askRaw(world, "select 1"))
      assert.deepStrictEqual(
        [await statusOf(`${baseUrl}/_health`), await statusOf(`${baseUrl}/_ready`)],
        [200, 503]
      )
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="clickhouse"[^}]*\} 1$/m)
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="postgres"[^}]*\} 0$/m)

      goOn()
      await settles(() => statusOf(`${baseUrl}/_ready`), 200)
      await settles(() => statusOf(`${baseUrl}/_ready`), 200)
      await settles(async () => (await capture(baseUrl, later)).status, 200)
      for (const body of sent) await settles(async () => (await capture(baseUrl, body)).status, 200)
      assert.deepStrictEqual(await counts(world), [7, 7])
      const again = await world.restart()
      assert.deepStrictEqual(await counts(again), [7, 7])
    }), 150_000)
})

describe("a PostgreSQL that hangs", () => {
  it("is refused while it hangs, and goes on with every event once", () =>
    withServer(async (world) => {
      const { baseUrl, dataDir, key, token } = world
      const project = () =>
        fetch(`${baseUrl}/api/projects/1/activity/`, { headers: { authorization: `Bearer ${key}` } })
      assert.strictEqual((await capture(baseUrl, bodyOf(token))).status, 200)
      const goOn = stopPostgres(dataDir)
      const sent = Array.from({ length: 5 }, () => bodyOf(token))
      const asked = Array.from({ length: 20 }, project)
      await Promise.all([
        ...sent.map((body) => capture(baseUrl, body).then(checkRefused)),
        ...asked.map((response) => response.then(checkRefused))
      ])
      const later = bodyOf(token)
      for (let round = 0; round < 5; round++) {
        await checkRefused(await capture(baseUrl, later))
        await checkRefused(await project())
        await checkRefused(await askRaw(world, "select 1"))
      }
      assert.deepStrictEqual(
        [await statusOf(`${baseUrl}/_health`), await statusOf(`${baseUrl}/_ready`)],
        [200, 503]
      )
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="postgres"[^}]*\} 1$/m)
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="clickhouse"[^}]*\} 0$/m)

      goOn()
      await settles(() => statusOf(`${baseUrl}/_ready`), 200)
      await settles(async () => (await capture(baseUrl, later)).status, 200)
      for (const body of sent) await settles(async () => (await capture(baseUrl, body)).status, 200)
      assert.deepStrictEqual(await counts(world), [7, 7])
      assert.strictEqual((await project()).status, 200)
    }), 150_000)
})

import { assert, describe, it, vi } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { v7 } from "uuid"
import { ask, baseUrlOf, capture } from "./ServerClient.ts"
import { parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const batchSize = 5

/** The last two are a connection that was kept and closes in the instant the client uses it again. */
const allowed: ReadonlySet<number | string> = new Set([200, 503, "ECONNREFUSED", "ECONNRESET", "UND_ERR_SOCKET"])

/** The code of what broke a request before it was answered. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : String(error)
}

/** A client that sends on and on, to all servers in turn, and sends again what was not acknowledged. */
const makeLoad = (token: string, urls: ReadonlyArray<string>) => {
  const acknowledged: Array<string> = []
  const byServer = urls.map(() => 0)
  const outcomes = new Map<number | string, number>()
  const stopping = new AbortController()
  let turn = 0

  const attempt = async (body: string): Promise<boolean> => {
    const server = turn++ % urls.length
    let outcome: number | string
    try {
      const response = await capture(urls[server] ?? "", body)
      await response.text()
      outcome = response.status
      if (outcome === 200) byServer[server] = (byServer[server] ?? 0) + batchSize
    } catch (error) {
      outcome = codeOf(error)
    }
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    return outcome === 200
  }

  const send = async () => {
    while (!stopping.signal.aborted) {
      const uuids = Array.from({ length: batchSize }, () => v7())
      const batch = uuids.map((uuid) => ({
        uuid,
        event: "load",
        distinct_id: `user-${uuid.slice(-1)}`,
        properties: { $set: { seen: true } }
      }))
      const body = JSON.stringify({ api_key: token, batch })
      while (!(await attempt(body))) await new Promise((resolve) => setImmediate(resolve))
      acknowledged.push(...uuids)
    }
  }
  const senders = Promise.all(Array.from({ length: 4 }, send))
  const stop = async () => {
    stopping.abort()
    await senders
  }
  return { acknowledged, byServer, outcomes, stop }
}

const restart = async (server: RunningServer, settings: Readonly<Record<string, string>>): Promise<RunningServer> => {
  const { port } = new URL(baseUrlOf(server.output()))
  assert.strictEqual(await stopServer(server), 0, server.output())
  const again = runServer(["serve"], { ...settings, HEDGEROW_PORT: port })
  await again.ready
  return again
}

describe("a rolling restart of two servers on one database, under load", () => {
  it.live(
    "loses no event, stores none twice, and clients see nothing worse than `come back`",
    () =>
      Effect.gen(function*() {
        const { url } = yield* PgDatabase.PgDatabase
        const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
        yield* Effect.promise(async () => {
          const servers = [runServer(["serve"], settings)]
          await servers[0]?.ready
          servers.push(runServer(["serve"], settings))
          await servers[1]?.ready
          const { key, token } = parsePrinted(servers[0]?.output() ?? "")
          const urls = servers.map((server) => baseUrlOf(server.output()))
          const load = makeLoad(token, urls)
          try {
            for (const i of [0, 1]) {
              const hasTaken = (more: number, since: number) => () => (load.byServer[i] ?? 0) >= since + more
              await vi.waitUntil(hasTaken(100, 0), { timeout: 120_000 })
              const old = servers[i]
              if (old !== undefined) servers[i] = await restart(old, settings)
              await vi.waitUntil(hasTaken(100, load.byServer[i] ?? 0), { timeout: 120_000 })
            }
            await load.stop()

            const seen = [...load.outcomes.keys()]
            assert.deepStrictEqual(seen.filter((outcome) => !allowed.has(outcome)), [])
            assert.isAtLeast(seen.length, 2, "some requests had to be sent again")
            // Every batch was sent until it was acknowledged: what is stored is what was acknowledged, once.
            for (const baseUrl of urls) {
              const rows = await ask({ baseUrl, key }, "select count(), uniq(uuid) from events")
              assert.deepStrictEqual(rows, [[load.acknowledged.length, load.acknowledged.length]])
            }
          } finally {
            await load.stop()
            const codes = await Promise.all(servers.map(stopServer))
            assert.deepStrictEqual(codes, [0, 0], servers.map((server) => server.output()).join("\n"))
          }
        })
      }).pipe(Effect.provide(PgTest.layerEmpty))
  )
})

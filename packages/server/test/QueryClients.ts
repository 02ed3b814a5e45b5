import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { type Answer, queryClient } from "./QueryClient.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

/** A query of its own for each number: some thousand pairs. */
const small = (n: number) =>
  `select count(), ${n} from numbers(200) a cross join numbers(200) b where a.number < b.number`
const smallRows = (n: number) => [[19_900, n]]

/** Long enough to be cancelled before it ends. */
const endless = (n: number) =>
  `select count(), ${n} from numbers(900000) a cross join numbers(900000) b where a.number < b.number`

type Client = ReturnType<typeof queryClient>

const expectRows = (answer: Answer, n: number): void => {
  assert.strictEqual(answer.status, 200, JSON.stringify(answer.body).slice(0, 300))
  assert.deepStrictEqual(answer.body.results, smallRows(n))
}

/** Asks in the background and polls to the end. */
const inBackground = (refresh: string) => async (client: Client, n: number): Promise<void> => {
  const id = `run-${n}`
  const asked = await client.ask(small(n), { refresh, client_query_id: id })
  assert.strictEqual(asked.status, 200)
  const over = await client.untilOver(id)
  assert.deepInclude(over, { status: "done", error: false })
  assert.deepStrictEqual(over.results?.results, smallRows(n))
}

const waiting = (refresh: string) => async (client: Client, n: number): Promise<void> =>
  expectRows(await client.ask(small(n), { refresh }), n)

const cancelled = async (client: Client, n: number): Promise<void> => {
  const id = `endless-${n}`
  const asked = await client.ask(endless(n), { refresh: "force_async", client_query_id: id })
  assert.strictEqual(asked.status, 200)
  assert.strictEqual((await client.cancel(id)).status, 204)
  assert.deepInclude(await client.untilOver(id), { status: "cancelled", error: true, results: null })
}

/** The same query as others ask at the time. */
const shared = async (client: Client): Promise<void> =>
  expectRows(await client.ask(small(-1), { refresh: "blocking" }), -1)

const allModes = [
  waiting("blocking"),
  inBackground("async"),
  waiting("force_blocking"),
  shared,
  inBackground("force_async"),
  cancelled,
  waiting("async_except_on_cache_miss"),
  inBackground("lazy_async"),
  waiting("force_cache")
]

/** Modes in which a caller waits: runs in the background follow the order of arrival, not the callers. */
const waitingModes = [waiting("blocking"), waiting("force_blocking"), waiting("async_except_on_cache_miss")]

/** Megabytes of memory of a process. */
const residentMegabytes = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kilobytes) / 1024
}

interface Load {
  readonly clients: number
  readonly rounds: number
}

/** Each client asks in another mode each time; answers how many queries are over, as it goes. */
const startLoad = (client: Client, modes: typeof allModes, { clients, rounds }: Load, first: number) => {
  const progress = { over: 0 }
  const done = Promise.all(Array.from({ length: clients }, async (_, at) => {
    for (let round = 0; round < rounds; round++) {
      const ask = modes[(at + round) % modes.length] ?? shared
      await ask(client, first + round * clients + at)
      progress.over += 1
    }
  }))
  return { progress, done, total: clients * rounds }
}

/** Tests that many clients of two projects get what they ask for, and that those who wait in the project with few wait for a part of the others' only. */
export const manyClientsAreServed = (many: Load, few: Load): void => {
  describe(`${many.clients + few.clients} clients of two projects in all modes`, () => {
    const data = makeDataDir()
    let server: RunningServer
    let printed: Printed
    beforeAll(async () => {
      server = runServer(["serve"], {
        HEDGEROW_STORAGE: "embedded",
        HEDGEROW_DATA_DIR: data.path,
        HEDGEROW_RATE_LIMITS: "false",
        HEDGEROW_QUERY_PATIENCE: "10 minutes",
        HEDGEROW_QUERY_TIMEOUT: "10 minutes"
      })
      await server.ready
      printed = parsePrinted(server.output())
    }, 120_000)
    afterAll(async () => {
      server.process.kill("SIGKILL")
      await server.exited
      data.remove()
    })

    const makeProject = async (): Promise<number> => {
      const response = await fetch(`${printed.baseUrl}/api/projects/`, {
        method: "POST",
        headers: { authorization: `Bearer ${printed.key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Second" })
      })
      assert.strictEqual(response.status, 201, await response.clone().text())
      return ((await response.json()) as { readonly id: number }).id
    }

    it("no status is lost, nothing fails, the small project is done long before the large one", async () => {
      const large = queryClient(printed)
      const second = queryClient(printed, await makeProject())
      await startLoad(large, allModes, { clients: allModes.length, rounds: 1 }, 900_000).done
      const crowd = startLoad(large, allModes, many, 0)
      const guests = startLoad(second, waitingModes, few, 0)
      const memory: Array<number> = []
      const sampling = setInterval(() => memory.push(residentMegabytes(server.process.pid ?? 0)), 250)
      try {
        await guests.done
        assert.isBelow(crowd.progress.over / crowd.total, 0.75, "the crowd has a part of its queries before it")
        await crowd.done
      } finally {
        clearInterval(sampling)
      }
      const before = Math.max(...memory.slice(0, Math.ceil(memory.length / 2)))
      assert.isBelow(Math.max(...memory), before * 1.5 + 64, `memory stays: ${memory.map(Math.round).join(" ")}`)
      assert.strictEqual(await stopServer(server), 0, server.output().slice(-2_000))
      assert.notMatch(server.output(), /"level":"error"/)
    }, 600_000)
  })
}

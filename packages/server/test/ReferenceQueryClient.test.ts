import { assert, describe, it } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { makeDataDir, parsePrinted, type Printed, runServer, stopServer } from "./ServerProcess.ts"

interface Run {
  readonly id: string
  readonly complete?: boolean
  readonly error?: boolean
  readonly error_message?: string | null
  readonly results?: { readonly results: unknown }
}

interface Answer {
  readonly results?: unknown
  readonly query_status?: Run | null
}

/**
 * Asks as the reference's web client does, whose libraries for JavaScript and Python have no queries: under `environments`, with
 * the reference's names of kinds, an id of its own, and polls at ever longer intervals.
 */
const webClient = ({ baseUrl, key }: Printed) => {
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/api/environments/1/query/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return (response.status === 204 ? {} : await response.json()) as Answer
  }
  const begin = (query: string, id: string) =>
    call("", {
      method: "POST",
      body: JSON.stringify({ query: { kind: "HogQLQuery", query }, client_query_id: id, refresh: "async" })
    })
  const untilOver = async (id: string): Promise<Run | undefined> => {
    for (let wait = 300;; wait *= 1.25) {
      const { query_status: run } = await call(`${id}/?show_progress=true`)
      if (run?.complete === true) return run
      await pause(wait)
    }
  }
  return {
    begin,
    untilOver,
    performQuery: async (query: string): Promise<unknown> => {
      const id = randomUUID()
      const answer = await begin(query, id)
      if (answer.query_status === null || answer.query_status === undefined) return answer.results
      assert.deepInclude(answer.query_status, { id, complete: false, error: false })
      const run = await untilOver(id)
      if (run?.error === true) throw new Error(run.error_message ?? "no message")
      return run?.results?.results
    },
    abort: (id: string) => call(`${id}/`, { method: "DELETE" })
  }
}

const pairs = (size: number) =>
  `select count() from numbers(${size}) a cross join numbers(${size}) b where (a.number * b.number) % 7 = 3`

describe("a client written for the reference", () => {
  it("begins a query, polls it to its end, takes a cached answer at once, sees a fault, and cancels", async () => {
    const data = makeDataDir()
    const server = runServer(["serve"], {
      HEDGEROW_STORAGE: "embedded",
      HEDGEROW_DATA_DIR: data.path,
      HEDGEROW_RATE_LIMITS: "false"
    })
    try {
      await server.ready
      const client = webClient(parsePrinted(server.output()))
      assert.deepStrictEqual(await client.performQuery(pairs(700)), [[60_000]])
      assert.deepStrictEqual((await client.begin(pairs(700), randomUUID())).results, [[60_000]], "it is kept")
      const fault = await client.performQuery("select nothing from events").catch(String)
      assert.match(String(fault), /nothing/)
      const id = randomUUID()
      await client.begin(pairs(900_000), id)
      await client.abort(id)
      assert.deepInclude(await client.untilOver(id), { complete: true, error: true, error_message: "Query cancelled" })
      assert.strictEqual(await stopServer(server), 0, server.output())
    } finally {
      server.process.kill("SIGKILL")
      await server.exited
      data.remove()
    }
  }, 120_000)
})

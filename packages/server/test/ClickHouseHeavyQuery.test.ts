import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import { Effect } from "effect"
import { v7 } from "uuid"
import { ask, capture } from "./ServerClient.ts"
import { inside } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const rows = 2_000_000

/** Each event beside each: trillions of pairs, which no machine compares within the time limit. */
const heavy =
  "select count() from events as a join events as b on a.event = b.event where a.distinct_id < b.distinct_id"

const fill = Effect.flatMap(ClickHouse, ({ command }) =>
  command({
    sql:
      `INSERT INTO events (project_id, uuid, event, distinct_id, person_id, person_mode, timestamp, received_at, inserted_at, properties, derived)
      SELECT 1, generateUUIDv4(), 'filled', concat('d', toString(number % 100000)), generateUUIDv4(), 'full',
        now64(6) - toIntervalSecond(number % 1000000), now64(6), now64(6), '{}', '{}' FROM numbers(${rows})`
  }))

/** What runs in the engine longer than small queries do: its comment, by which it is found and stopped. */
const longRunning = Effect.flatMap(
  ClickHouse,
  ({ query }) =>
    query({
      sql: "SELECT Settings['log_comment'] FROM system.processes WHERE query LIKE '%JOIN%'",
      logComment: "looking"
    })
)
  .pipe(Effect.map((answer) => answer.rows.map(([comment]) => comment).filter((comment) => comment !== "looking")))

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const percentile95 = (times: ReadonlyArray<number>): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

/** Two cores that the heavy query has as well may slow the others, but none waits for its turn behind it. */
const mostRatio = 5
const floorMillis = 200

describe("a heavy query beside small requests, on ClickHouse", () => {
  const data = makeDataDir()
  let server: RunningServer
  let printed: Printed

  beforeAll(async () => {
    server = runServer(["serve"], {
      HEDGEROW_STORAGE: "embedded",
      HEDGEROW_DATA_DIR: data.path,
      HEDGEROW_QUERY_TIMEOUT: "10 minutes"
    })
    await server.ready
    printed = parsePrinted(server.output())
    await inside(data.path, fill)
  }, 120_000)
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
    data.remove()
  })

  const running = () => inside(data.path, longRunning)

  const startHeavy = async () => {
    const client = new AbortController()
    const state = { isOver: false }
    const answer = fetch(`${printed.baseUrl}/api/projects/1/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${printed.key}`, "content-type": "application/json" },
      body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: heavy } }),
      signal: client.signal
    }).then(
      (response) => `answered ${response.status}`,
      (error: unknown) => error instanceof Error ? error.name : String(error)
    ).finally(() => {
      state.isOver = true
    })
    await vi.waitUntil(async () => (await running()).length === 1, { timeout: 10_000 })
    return { state, answer, hangUp: () => client.abort() }
  }

  const small = {
    capture: async () => {
      const body = JSON.stringify({ api_key: printed.token, batch: [{ uuid: v7(), event: "small", distinct_id: "s" }] })
      assert.strictEqual((await capture(printed.baseUrl, body)).status, 200)
    },
    identity: async () => {
      const response = await fetch(`${printed.baseUrl}/api/users/@me/`, {
        headers: { authorization: `Bearer ${printed.key}` }
      })
      assert.strictEqual(response.status, 200)
      await response.text()
    },
    query: async () => {
      const found = await ask(printed, "select count() from events where event = 'small' and distinct_id = 'nobody'")
      assert.deepStrictEqual(found, [[0]])
    }
  }
  /** Two hundred requests; a capture waits for company, so they come in several hands. */
  const hands: Readonly<Record<keyof typeof small, { readonly count: number; readonly each: number }>> = {
    capture: { count: 5, each: 8 },
    identity: { count: 1, each: 80 },
    query: { count: 1, each: 80 }
  }

  /** How long each request took. */
  const timesOf = async (kind: keyof typeof small): Promise<ReadonlyArray<number>> => {
    const { count, each } = hands[kind]
    const times: Array<number> = []
    await Promise.all(Array.from({ length: count }, async () => {
      for (let n = 0; n < each; n++) times.push(await timed(small[kind]))
    }))
    return times
  }

  /** What nineteen of twenty requests of a kind stay below, while the other kinds are sent too. */
  const latencies = async () => {
    const [capture, identity, query] = await Promise.all([timesOf("capture"), timesOf("identity"), timesOf("query")])
    assert.strictEqual(capture.length + identity.length + query.length, 200)
    return { capture: percentile95(capture), identity: percentile95(identity), query: percentile95(query) }
  }

  it("does not hold up two hundred small ones, and ends within moments when its client is gone", async () => {
    await latencies()
    const alone = await latencies()
    const { answer, hangUp, state } = await startHeavy()
    const [comment] = await running()
    const beside = await latencies()
    assert.isFalse(state.isOver, "the heavy query outlasted them all")
    assert.deepStrictEqual(await running(), [comment])
    for (const kind of ["capture", "identity", "query"] as const) {
      const most = mostRatio * Math.max(alone[kind], floorMillis)
      assert.isBelow(beside[kind], most, `${kind}: ${JSON.stringify({ alone, beside })}`)
    }

    hangUp()
    assert.strictEqual(await answer, "AbortError")
    await vi.waitUntil(async () => (await running()).length === 0, { timeout: 5_000 })
    assert.deepStrictEqual(await ask(printed, "select count() from events where event = 'filled'"), [[rows]])
  }, 120_000)
})

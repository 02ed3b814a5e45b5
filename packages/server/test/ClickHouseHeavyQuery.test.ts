import { assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { v7 } from "uuid"
import { serveTests } from "./ServedTests.ts"
import { ask, capture } from "./ServerClient.ts"
import { enginePid, inside } from "./ServerEngines.ts"

const rows = 500_000

/** Each event beside each: hundreds of billions of pairs, which no machine compares within the time limit. */
const heavy =
  "select count() from events as a join events as b on a.event = b.event where a.distinct_id < b.distinct_id"

const fill = Effect.flatMap(ClickHouse, ({ command }) =>
  command({
    sql:
      `INSERT INTO events (project_id, uuid, event, distinct_id, person_id, person_mode, timestamp, received_at, inserted_at, properties, derived)
      SELECT 1, generateUUIDv4(), 'filled', concat('d', toString(number % 100000)), generateUUIDv4(), 'full',
        now64(6) - toIntervalSecond(number % 1000000), now64(6), now64(6), '{}', '{}' FROM numbers(${rows})`
  }))

/** A query that runs longer than small ones: it is found and stopped by its comment. */
const longRunning = Effect.flatMap(
  ClickHouse,
  ({ query }) =>
    query({
      sql: "SELECT Settings['log_comment'] FROM system.processes WHERE query LIKE '%JOIN%'",
      logComment: "looking"
    })
)
  .pipe(Effect.map((answer) => answer.rows.map(([comment]) => comment).filter((comment) => comment !== "looking")))

describe("a heavy query beside small requests, on ClickHouse", () => {
  const served = serveTests({ HEDGEROW_QUERY_TIMEOUT: "10 minutes" })

  beforeAll(() => inside(served.dataDir, fill))

  const running = () => inside(served.dataDir, longRunning)

  const startHeavy = async () => {
    const client = new AbortController()
    const state = { isOver: false }
    const answer = fetch(`${served.printed.baseUrl}/api/projects/1/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${served.printed.key}`, "content-type": "application/json" },
      body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: heavy } }),
      signal: client.signal
    }).then(
      (response) => `answered ${response.status}`,
      (error: unknown) => error instanceof Error ? error.name : String(error)
    ).finally(() => {
      state.isOver = true
    })
    await vi.waitUntil(async () => (await running()).length === 1, { timeout: 120_000 })
    return { state, answer, hangUp: () => client.abort() }
  }

  const small = {
    capture: async () => {
      const body = JSON.stringify({
        api_key: served.printed.token,
        batch: [{ uuid: v7(), event: "small", distinct_id: "s" }]
      })
      assert.strictEqual((await capture(served.printed.baseUrl, body)).status, 200)
    },
    identity: async () => {
      const response = await fetch(`${served.printed.baseUrl}/api/users/@me/`, {
        headers: { authorization: `Bearer ${served.printed.key}` }
      })
      assert.strictEqual(response.status, 200)
      await response.text()
    },
    query: async () => {
      const found = await ask(
        served.printed,
        "select count() from events where event = 'small' and distinct_id = 'nobody'"
      )
      assert.deepStrictEqual(found, [[0]])
    }
  }
  /** Sixty requests; a capture waits for company, so they come in several hands. */
  const hands: Readonly<Record<keyof typeof small, { readonly count: number; readonly each: number }>> = {
    capture: { count: 5, each: 4 },
    identity: { count: 1, each: 20 },
    query: { count: 1, each: 20 }
  }

  const send = async (kind: keyof typeof small): Promise<number> => {
    const { count, each } = hands[kind]
    await Promise.all(Array.from({ length: count }, async () => {
      for (let n = 0; n < each; n++) await small[kind]()
    }))
    return count * each
  }

  /** All kinds at once; answers how many were answered. */
  const sendAll = async (): Promise<number> => {
    const counts = await Promise.all([send("capture"), send("identity"), send("query")])
    return counts.reduce((sum, count) => sum + count, 0)
  }

  it("does not hold up sixty small ones, and ends within moments when its client is gone", async () => {
    const { answer, hangUp, state } = await startHeavy()
    const [comment] = await running()
    assert.strictEqual(await sendAll(), 60)
    assert.isFalse(state.isOver, "none of them waited for the end of the heavy query")
    assert.deepStrictEqual(await running(), [comment])

    hangUp()
    assert.strictEqual(await answer, "AbortError")
    await vi.waitUntil(async () => (await running()).length === 0, { timeout: 5_000 })
    assert.deepStrictEqual(await ask(served.printed, "select count() from events where event = 'filled'"), [[rows]])
  })

  const api = async (path: string, method: string, body?: unknown) => {
    const response = await fetch(`${served.printed.baseUrl}/api/projects/1/query/${path}`, {
      method,
      headers: { authorization: `Bearer ${served.printed.key}`, "content-type": "application/json" },
      ...body === undefined ? {} : { body: JSON.stringify(body) }
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }
  const status = async (id: string) => (await api(`${id}/?show_progress=true`, "GET")).body.query_status

  /** Reports of a run with higher figures than those before, until there are some. */
  const growing = async (id: string) => {
    const seen: Array<number> = []
    await vi.waitUntil(async () => {
      const { query_progress: progress } = await status(id)
      if (progress !== null && progress.rows_read > 0 && progress.time_elapsed > (seen.at(-1) ?? 0)) {
        seen.push(progress.time_elapsed)
      }
      return seen.length > 2
    }, { timeout: 120_000, interval: 100 })
  }

  it.each([
    ["while it reads rows", "reads", heavy],
    ["while ClickHouse analyses it: a sub-query that is a value runs within that", "analysed", `select (${heavy}) as n`]
  ])("a watched run is cancelled and frees the engine, %s", async (_, id, query) => {
    const pid = enginePid(served.dataDir)
    const asked = await api("", "POST", {
      query: { kind: "ServiceSqlQuery", query },
      refresh: "force_async",
      client_query_id: id
    })
    assert.strictEqual(asked.status, 200)
    await vi.waitUntil(async () => (await running()).length === 1, { timeout: 120_000 })
    if (id === "reads") await growing(id)
    assert.strictEqual((await api(`${id}/`, "DELETE")).status, 204)
    assert.deepInclude(await status(id), { complete: true, error: true, status: "cancelled" })
    await vi.waitUntil(async () => (await running()).length === 0, { timeout: 5_000 })
    assert.deepStrictEqual(await ask(served.printed, "select count() from events where event = 'filled'"), [[rows]])
    assert.strictEqual(enginePid(served.dataDir), pid, "the engine did not have to end itself")
    assert.deepInclude(await status(id), { complete: true, error: true, status: "cancelled" })
  })
})

import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { endless, endlessReading, openWorld, pairs, reading, slow } from "./OperatedEngines.ts"
import type { Status } from "./QueryClient.ts"

/** A query that runs on one server is seen from another one, and ends in the engine; its states on both. */
const isSeenElsewhere = async (
  world: Awaited<ReturnType<typeof openWorld>>,
  sql: string,
  amount: (run: Status) => number
) => {
  const [here, there] = [world.clientOf(world.first), world.clientOf(await world.start())]
  await here.begin("far", sql)
  const first = amount(await there.until("far", (run) => amount(run) > 0))
  await there.until("far", (run) => amount(run) > first)
  assert.isAbove(await world.running(), 0)
  assert.strictEqual((await there.cancel("far")).status, 204)
  await vi.waitUntil(async () => await world.running() === 0, { timeout: 60_000, interval: 20 })
  const statuses = await Promise.all([here, there].map((client) => client.poll("far")))
  return statuses.map(({ body }) => body.query_status?.status)
}

describe("queries on a PostgreSQL and a ClickHouse that end while they run", () => {
  let world: Awaited<ReturnType<typeof openWorld>>
  beforeAll(async () => {
    world = await openWorld()
  }, 120_000)
  afterAll(() => world.close(), 60_000)

  it(
    "another server shows how many rows were read so far, and cancels them",
    async () => {
      const ends = await isSeenElsewhere(world, endlessReading, (run) => run.query_progress?.rows_read ?? 0)
      assert.deepStrictEqual(ends, ["cancelled", "cancelled"])
    }
  )

  it("an answer has the processor time of the engine", async () => {
    const answer = await world.clientOf(world.first).ask(reading(30_000_000), { client_query_id: "busy" })
    assert.isAbove(answer.cpuMillis, 0)
  }, 300_000)

  it("a ClickHouse that is killed fails waiting callers for a while, and a run goes on when it is back", async () => {
    const client = world.clientOf(world.first)
    await client.begin("engine", slow(2))
    const waiting = client.ask(endless, { client_query_id: "waiting" })
    await client.until("waiting", (run) => run.complete || (run.query_progress?.time_elapsed ?? 0) > 0)
    await world.killEngine()
    const refused = await waiting
    assert.strictEqual(refused.status, 503)
    assert.isAtLeast(Number(refused.retryAfter), 1)
    assert.deepInclude(await client.untilOver("waiting"), { status: "failed", error: true, results: null })
    const over = await client.untilOver("engine")
    assert.deepInclude(over, { status: "done", error: false, error_message: null })
    assert.deepStrictEqual(over.results?.results, [[pairs(2)]])
  }, 300_000)

  it("a PostgreSQL that is killed and started again leaves no run that runs for ever, on either server", async () => {
    const ids = ["restart-1", "restart-2"]
    const client = world.clientOf(world.first)
    const other = world.clientOf(await world.start())
    await Promise.all(ids.map((id, i) => client.begin(id, slow(4 + i))))
    await world.postgres.restart("SIGKILL")
    for (const [i, id] of ids.entries()) {
      const over = await other.untilOver(id)
      if (over.status === "done") assert.deepStrictEqual(over.results?.results, [[pairs(4 + i)]])
      else assert.isTrue(over.status === "failed" && over.error_message !== null, JSON.stringify(over))
    }
    assert.deepStrictEqual((await client.ask("select 1")).body.results, [[1]])
  }, 300_000)
})

describe("queries on a PostgreSQL that holds the events, and ends while they run", () => {
  let world: Awaited<ReturnType<typeof openWorld>>
  beforeAll(async () => {
    world = await openWorld("postgres")
  }, 120_000)
  afterAll(() => world.close(), 60_000)

  it(
    "another server shows the time so far, and cancels them",
    async () => {
      const ends = await isSeenElsewhere(world, endless, (run) => run.query_progress?.time_elapsed ?? 0)
      assert.deepStrictEqual(ends, ["cancelled", "cancelled"])
    }
  )

  it("waiting callers fail for a while, a run ends truthfully, and the same server answers again", async () => {
    const client = world.clientOf(world.first)
    await client.begin("engine", slow(2, 2_000))
    const waiting = client.ask(endless, { client_query_id: "waiting" })
    await client.until("waiting", (run) => run.complete || run.status === "running")
    await world.postgres.restart("SIGKILL")
    const refused = await waiting
    assert.strictEqual(refused.status, 503, JSON.stringify(refused.body))
    assert.isAtLeast(Number(refused.retryAfter), 1)
    const over = await client.untilOver("engine")
    assert.deepInclude(over, { status: "done", error: false, error_message: null })
    assert.deepStrictEqual(over.results?.results, [[pairs(2, 2_000)]])
    assert.deepStrictEqual((await client.ask("select 1")).body.results, [[1]])
  }, 300_000)
})

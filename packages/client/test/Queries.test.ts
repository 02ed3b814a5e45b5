import { assert, describe, it } from "@effect/vitest"
import { HedgerowError, QueryFailed } from "@hedgerow/client"
import { serveMemory } from "./support/ServedMemory.ts"

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined, (error: unknown) => error)

/** A statement that takes a minute in memory. */
const endless = "SELECT count() FROM numbers(100000) AS a CROSS JOIN numbers(100000) AS b WHERE a.number + b.number = 7"

describe("queries", () => {
  const server = serveMemory()

  it("waits for a query in the background", async () => {
    const seen: Array<string> = []
    const answer = await server.client().query.wait("SELECT number FROM numbers(3)", {
      onProgress: ({ status }) => seen.push(status)
    })
    assert.deepStrictEqual(answer.results, [[0], [1], [2]])
    assert.strictEqual(seen.at(-1), "done")
  })

  it("gives the answer of the kind that was asked for", async () => {
    const { query } = server.client()
    const range = { dateRange: { date_from: "-2d" } }
    const trends = await query.ask({
      query: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "a" }], ...range }
    })
    const [curve] = trends.results
    assert.deepStrictEqual([curve?.label, curve?.data?.length, curve?.days.length], ["a", 3, 3])
    const presented = await query.wait({
      query: {
        kind: "InsightVizNode",
        source: { kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"] } }
      }
    })
    const edges: ReadonlyArray<{ readonly source: string }> = presented.results
    assert.deepStrictEqual(edges, [])
    const { isValid } = await query.ask({ query: { kind: "HogQLMetadata", language: "hogQL", query: "SELECT 1" } })
    assert.isTrue(isValid)
  })

  it("takes a cached answer where that is enough", async () => {
    const client = server.client()
    const first = await client.query.ask("SELECT 41 + 1")
    const again = await client.query.wait("SELECT 41 + 1", { refresh: "async" })
    assert.deepStrictEqual([first.results, again.results, again.is_cached], [[[42]], [[42]], true])
  })

  it("throws what made a run fail", async () => {
    const error = await caught(server.client().query.wait("SELECT nothing FROM events"))
    assert.instanceOf(error, QueryFailed)
    assert.strictEqual(error.run.status, "failed")
    const blocking = await caught(server.client().query.ask("SELECT nothing FROM events"))
    assert.instanceOf(blocking, HedgerowError)
    assert.deepStrictEqual([error.code, error.detail], [blocking.code, blocking.detail])
    assert.isNumber(error.extra["start"])
  })

  it("cancels the query in its engine when the signal is aborted", async () => {
    const client = server.client()
    const controller = new AbortController()
    const waiting = caught(
      client.query.wait({ query: { kind: "ServiceSqlQuery", query: endless }, client_query_id: "long" }, {
        signal: controller.signal,
        onProgress: ({ status }) => {
          if (status === "running") controller.abort(new Error("enough"))
        }
      })
    )
    assert.strictEqual((await waiting as Error).message, "enough")
    const { query_status: run } = await client.query.status({ id: "long" })
    assert.deepStrictEqual([run.status, run.complete], ["cancelled", true])
  })

  it("ends a call whose signal is aborted", async () => {
    const error = await caught(server.client().query.ask("SELECT 1", { signal: AbortSignal.abort(new Error("no")) }))
    assert.strictEqual((error as Error).message, "no")
  })

  it("reads all rows as they come", async () => {
    let sum = 0
    for await (const row of server.client().query.rows<{ n: number }>("SELECT number AS n FROM numbers(20000)")) {
      sum += row.n
    }
    assert.strictEqual(sum, 20000 * 19999 / 2)
  })

  it("stops a query whose rows nobody reads any more", async () => {
    const client = server.client()
    const query = { kind: "ServiceSqlQuery", query: "SELECT number FROM numbers(50000000)" } as const
    for await (const row of client.query.rows({ query, client_query_id: "left" })) {
      assert.deepStrictEqual(row, { number: 0 })
      break
    }
    let run = (await client.query.status({ id: "left" })).query_status
    while (!run.complete) run = (await client.query.status({ id: "left" })).query_status
    assert.strictEqual(run.status, "cancelled")
  })

  it("throws an error that comes after the first row", async () => {
    const served = server.client({
      fetch: () =>
        Promise.resolve(
          new Response(
            "{\"n\":1}\n{\"n\":2}\n{\"$error\":{\"type\":\"server_error\",\"code\":\"query_timed_out\",\"detail\":\"Too long.\",\"attr\":null}}\n"
          )
        )
    })
    const rows: Array<object> = []
    const read = async (): Promise<void> => {
      for await (const row of served.query.rows("SELECT n FROM t")) rows.push(row)
    }
    const error = await caught(read())
    assert.instanceOf(error, HedgerowError)
    assert.deepStrictEqual([rows, error.status, error.code], [[{ n: 1 }, { n: 2 }], 200, "query_timed_out"])
  })

  it("streams CSV and Parquet, and draws charts", async () => {
    const client = server.client()
    const sql = "SELECT number AS n, 'a' AS letter FROM numbers(2)"
    assert.strictEqual(await new Response(await client.query.csv(sql)).text(), "n,letter\r\n0,a\r\n1,a\r\n")
    const file = new Uint8Array(await new Response(await client.query.parquet(sql)).arrayBuffer())
    assert.deepStrictEqual([file.slice(0, 4), file.slice(-4)].map((bytes) => new TextDecoder().decode(bytes)), [
      "PAR1",
      "PAR1"
    ])
    assert.match(await client.query.chart("SELECT 'a' AS name, 1 AS times"), /^<svg/)
  })
})

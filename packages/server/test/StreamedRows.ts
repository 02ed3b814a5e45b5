import { assert, describe, it, vi } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { serveTests } from "./ServedTests.ts"
import { inside, insidePostgres } from "./ServerEngines.ts"

const marker = "streamed to its client"

/** Rows of 120 bytes and more. */
const rowsSql = (rows: number) =>
  `select number, concat('${marker} ', toString(number), '${"-".repeat(80)}') as text from numbers(${rows})`

/** A server that kept what it sends would not fit into it. */
const heap = "--max-old-space-size=256"

/** Counts the test's running queries in an engine, without the server. */
const engines = [
  {
    name: "ClickHouse",
    settings: { NODE_OPTIONS: heap },
    running: (directory: string) =>
      inside(
        directory,
        Effect.flatMap(ClickHouse, ({ query }) =>
          query({
            sql: `SELECT count() FROM system.processes WHERE query LIKE '%${marker}%' AND query NOT LIKE '%processes%'`,
            logComment: "looking"
          })).pipe(Effect.map(({ rows }) => Number(rows[0]?.[0])))
      )
  },
  {
    name: "PostgreSQL",
    settings: { NODE_OPTIONS: `${heap} --import ${new URL("./WithoutChdb.ts", import.meta.url).href}` },
    running: (directory: string) =>
      insidePostgres(
        directory,
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
            WHERE state = 'active' AND query LIKE 'SELECT * FROM (%answer%' AND pid <> pg_backend_pid()`).pipe(
            Effect.map(([found]) =>
              found?.n ?? 0
            )
          )
      )
  }
] as const

const megabyte = 1024 * 1024

/** Memory of a process, in bytes. */
const memoryOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  return text
}

/**
 * Rows reach a client whole, in bounded memory, and at its pace, on both engines: as many as the server's limit as JSON
 * lines, and `read` of them in the other formats.
 */
export const streamsRows = (rows: number, read: number): void => {
  describe.each(engines)(`${rows} rows streamed from $name`, ({ running, settings }) => {
    const served = serveTests({ HEDGEROW_QUERY_STREAM_ROWS: String(rows), ...settings })

    const ask = async (sql: string, accept: string, signal: AbortSignal | null = null) => {
      const response = await fetch(`${served.printed.baseUrl}/api/projects/1/query/`, {
        method: "POST",
        headers: { authorization: `Bearer ${served.printed.key}`, "content-type": "application/json", accept },
        body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql } }),
        signal
      })
      assert.strictEqual(response.status, 200)
      return response.body ?? assert.fail("there is no body")
    }

    /** Reads that number of rows, and returns the most memory that the server used meanwhile. */
    const readAll = async (count: number): Promise<number> => {
      let most = 0
      const decoder = new TextDecoder()
      let [next, rest] = [0, ""]
      for await (const chunk of await ask(rowsSql(count), "application/x-ndjson")) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n")
        rest = lines.pop() ?? ""
        for (const line of lines) assert.strictEqual((JSON.parse(line) as { number: number }).number, next++)
        most = Math.max(most, memoryOf(served.server.process.pid ?? 0))
      }
      assert.deepStrictEqual([next, rest], [count, ""])
      return most
    }

    it("all of them, once and in order, in the memory that a quarter of them takes", async () => {
      const quarter = await readAll(rows / 4)
      assert.isBelow(await readAll(rows) - quarter, 150 * megabyte)
    })

    /** Reads a file with that number of rows. Returns its length, its end, and the most memory that the server used. */
    const readFile = async (count: number, accept: string) => {
      let [most, bytes, lines, end] = [0, 0, 0, Buffer.alloc(0)]
      for await (const chunk of await ask(rowsSql(count), accept)) {
        bytes += chunk.length
        for (const byte of chunk) if (byte === 10) lines++
        end = Buffer.concat([end, chunk]).subarray(-4)
        most = Math.max(most, memoryOf(served.server.process.pid ?? 0))
      }
      return { most, bytes, lines, end: end.toString("latin1") }
    }

    it("CSV with many of them takes the memory of a quarter of them", async () => {
      const quarter = await readFile(read / 4, "text/csv")
      const whole = await readFile(read, "text/csv")
      assert.deepStrictEqual([quarter.lines, whole.lines], [read / 4 + 1, read + 1])
      assert.isBelow(whole.most - quarter.most, 150 * megabyte)
    })

    it("a Parquet file with many of them takes the memory of a quarter of them", async () => {
      const quarter = await readFile(read / 4, "application/vnd.apache.parquet")
      const whole = await readFile(read, "application/vnd.apache.parquet")
      assert.deepStrictEqual([quarter.end, whole.end], ["PAR1", "PAR1"])
      assert.isAbove(whole.bytes, 3 * quarter.bytes)
      assert.isBelow(whole.most - quarter.most, 150 * megabyte)
    })

    it("the first rows are there while the engine is not done, and a client that leaves stops it", async () => {
      const client = new AbortController()
      const body = await ask(rowsSql(rows), "application/x-ndjson", client.signal)
      const reader = body.getReader()
      const first = new TextDecoder().decode((await reader.read()).value)
      assert.include(first, `{"number":0,"text":"${marker} 0-`)
      assert.strictEqual(await running(served.dataDir), 1)
      client.abort()
      await vi.waitUntil(async () => await running(served.dataDir) === 0, { timeout: 60_000 })
      assert.include(await textOf(await ask("select 1 as one", "text/csv")), "one\r\n1\r\n")
    })

    it("one row too many is the last line of JSON, and cuts CSV off", async () => {
      const text = await textOf(await ask(rowsSql(rows + 1), "application/x-ndjson"))
      const last = JSON.parse(text.trimEnd().slice(text.trimEnd().lastIndexOf("\n") + 1)) as object
      assert.deepInclude(Object.values(last)[0], { code: "stream_too_large" })
      const csv = await ask(rowsSql(rows + 1), "text/csv")
      assert.strictEqual(await textOf(csv).catch((error: unknown) => error instanceof Error), true)
      assert.notInclude(served.server.output(), "\"level\":\"error\"")
    })
  })
}

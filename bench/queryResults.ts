import { request } from "node:http"
import { Client, Query } from "pg"
import type { Comparison, Measured } from "./Comparison.ts"
import { type Call, closeLoad, send } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startBaseline, startHedgerow, withoutClickHouse } from "./servers.ts"
import { cpuPerRequest } from "./smallRequest.ts"

const limits = { HEDGEROW_RATE_LIMITS: "off" }

const callOf = (server: HedgerowServer, sql: string, headers: Readonly<Record<string, string>> = {}): Call => ({
  url: `${server.url}/api/projects/1/query/`,
  method: "POST",
  headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json", ...headers },
  body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql } })
})

const rowsSql = (rows: number) => `select number, concat('row ', toString(number)) as text from numbers(${rows})`

/** A cached answer of 1,000 rows, against `node:http` sending the same bytes. */
const cachedAnswer = async (server: HedgerowServer): Promise<Comparison> => {
  const call = callOf(server, `${rowsSql(1_000)} limit 1000`)
  await send(call)
  const bare = await startBaseline(await send(call))
  try {
    return {
      name: "query results: a cached answer of 1,000 rows",
      unit: "request",
      ours: await cpuPerRequest(server.pid, call),
      baseline: await cpuPerRequest(bare.pid, { ...call, url: bare.url })
    }
  } finally {
    await bare.stop()
  }
}

/** Reads an answer to its end and keeps none of it. */
const drain = (call: Call): Promise<number> =>
  new Promise((resolve, reject) => {
    const outgoing = request(call.url, { method: call.method, headers: call.headers }, (response) => {
      let bytes = 0
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on("end", () => resolve(bytes))
      response.on("error", reject)
    })
    outgoing.on("error", reject)
    outgoing.end(call.body)
  })

const streamed = 1_000_000

/** The same rows by node-postgres, in a process of the bench: PostgreSQL's own work is in both. */
const bareRows = async (server: HedgerowServer): Promise<number> => {
  const client = new Client({ ...server.postgres, user: "hedgerow", database: "postgres" })
  await client.connect()
  try {
    const [own, engine] = [process.cpuUsage(), treeCpuMillis(server.postgres.pid)]
    await new Promise<void>((resolve, reject) => {
      const query = client.query(
        new Query({
          text: "select n::text, concat('row ', n) as text from generate_series(0, $1::int8 - 1) as n",
          values: [streamed]
        })
      )
      query.on("row", () => {})
      query.on("end", () => resolve())
      query.on("error", reject)
    })
    const { system, user } = process.cpuUsage(own)
    return (user + system + (treeCpuMillis(server.postgres.pid) - engine) * 1000) / streamed
  } finally {
    await client.end()
  }
}

/** A million rows in one form, against the driver of the same engine that takes the same rows. */
const streamedRows = async (server: HedgerowServer, form: string, baseline: number): Promise<Comparison> => {
  const call = callOf(server, rowsSql(streamed), { accept: form })
  await drain(call)
  const before = treeCpuMillis(server.pid)
  await drain(call)
  const ours = (treeCpuMillis(server.pid) - before) * 1000 / streamed
  return { name: `query results: a million rows as ${form}`, unit: "row", ours, baseline }
}

/** Whole answers that are kept, and answers of a million rows. */
export const benchQueryResults = async (): Promise<Measured> => {
  const server = await startHedgerow({ ...withoutClickHouse, ...limits })
  try {
    const cached = await cachedAnswer(server)
    const baseline = await bareRows(server)
    const rows = [
      cached,
      await streamedRows(server, "application/x-ndjson", baseline),
      await streamedRows(server, "text/csv", baseline)
    ]
    return { rows, notes: [] }
  } finally {
    closeLoad()
    await server.stop()
  }
}

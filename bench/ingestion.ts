import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { Client } from "pg"
import { from, to } from "pg-copy-streams"
import type { Comparison } from "./Comparison.ts"
import { sendMany } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import type { HedgerowServer } from "./servers.ts"

const batchSize = 100
const warmUpBatches = 50
const countedBatches = 300
const concurrency = 4

const makeBatch = (token: string, number: number): Uint8Array => {
  const batch = Array.from({ length: batchSize }, (_, i) => ({
    event: i % 3 === 0 ? "$pageview" : "purchase",
    distinct_id: `user-${(number * 31 + i) % 5000}`,
    timestamp: new Date(1_780_000_000_000 + (number * batchSize + i) * 1000).toISOString(),
    properties: {
      $browser: ["Chrome", "Firefox", "Safari"][i % 3],
      $current_url: `https://example.com/products/${(number * batchSize + i) % 977}`,
      $lib: "bench",
      plan: i % 2 === 0 ? "pro" : "free",
      price: (i * 37 % 1000) / 10,
      screen: { width: 1440, height: 900 },
      tags: ["a", "b", String(i)]
    }
  }))
  return gzipSync(JSON.stringify({ api_key: token, batch }))
}

const sendBatches = async (server: HedgerowServer, first: number, count: number): Promise<void> => {
  const bodies = Array.from({ length: count }, (_, i) => makeBatch(server.token, first + i))
  await sendMany(count, concurrency, (i) => ({
    url: `${server.url}/batch/`,
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: bodies[i] ?? ""
  }))
}

const connect = async ({ postgres }: HedgerowServer): Promise<Client> => {
  const client = new Client({ host: postgres.host, port: postgres.port, user: "hedgerow", database: "postgres" })
  await client.connect()
  await client.query("set search_path to hedgerow")
  return client
}

/** The stored rows of the counted batches as COPY text, cut into batches. */
const exportBatches = async (client: Client): Promise<ReadonlyArray<string>> => {
  let text = ""
  const rows = client.query(to("copy (select * from events order by inserted_at desc limit 30000) to stdout"))
  for await (const chunk of rows) text += String(chunk)
  const lines = text.split("\n").slice(0, -1)
  return Array.from(
    { length: Math.ceil(lines.length / batchSize) },
    (_, i) => lines.slice(i * batchSize, (i + 1) * batchSize).map((line) => `${line}\n`).join("")
  )
}

const copyBare = async (server: HedgerowServer): Promise<number> => {
  const client = await connect(server)
  try {
    const batches = await exportBatches(client)
    await client.query("create table bench_events (like events including all)")
    const before = treeCpuMillis(server.pid)
    for (const batch of batches) {
      await pipeline(Readable.from([batch]), client.query(from("copy bench_events from stdin")))
    }
    const used = treeCpuMillis(server.pid) - before
    await client.query("drop table bench_events")
    return used * 1000 / (batches.length * batchSize)
  } finally {
    await client.end()
  }
}

/** Durable capture of gzipped batches, against COPY of the same rows on the same PostgreSQL. */
export const benchIngestion = async (server: HedgerowServer): Promise<Comparison> => {
  await sendBatches(server, 0, warmUpBatches)
  const before = treeCpuMillis(server.pid)
  await sendBatches(server, warmUpBatches, countedBatches)
  const ours = (treeCpuMillis(server.pid) - before) * 1000 / (countedBatches * batchSize)
  return { name: "ingestion, batches of 100", unit: "event", ours, baseline: await copyBare(server) }
}

import { Client } from "pg"
import type { Comparison } from "./Comparison.ts"
import { sendMany } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import type { HedgerowServer } from "./servers.ts"

const warmUp = 10
const counted = 100

const sql = "SELECT event, count() FROM events WHERE properties.plan = 'pro' GROUP BY event ORDER BY event"

const bareSql = `select event collate "C", count(*) from events
  where project_id = 1 and derived ->> 'plan' = 'pro' group by event order by event collate "C"`

const askServer = (server: HedgerowServer, count: number): Promise<void> =>
  sendMany(count, 1, () => ({
    url: `${server.url}/api/projects/1/query/`,
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql }, refresh: "force_blocking" })
  }))

const cpuPerUnit = async (pid: number, run: (count: number) => Promise<void>): Promise<number> => {
  await run(warmUp)
  const before = treeCpuMillis(pid)
  await run(counted)
  return (treeCpuMillis(pid) - before) * 1000 / counted
}

/** A filtered count over the API, against the hand-written SQL on the same PostgreSQL. */
export const benchCountQuery = async (server: HedgerowServer): Promise<Comparison> => {
  const client = new Client({ ...server.postgres, user: "hedgerow", database: "postgres" })
  await client.connect()
  await client.query("set search_path to hedgerow")
  try {
    return {
      name: "count query over the ingested events",
      unit: "query",
      ours: await cpuPerUnit(server.pid, (count) => askServer(server, count)),
      baseline: await cpuPerUnit(server.pid, async (count) => {
        for (let i = 0; i < count; i++) await client.query(bareSql)
      })
    }
  } finally {
    await client.end()
  }
}

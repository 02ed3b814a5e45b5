import { Client } from "pg"
import type { Comparison } from "./Comparison.ts"
import { makeFlags } from "./flagsEndpoint.ts"
import { type Call, send } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startHedgerow, withoutClickHouse } from "./servers.ts"

const many = 10_000
const warmUp = 20
const counted = 200

/** Copies the flags there are until there are that many, as that number of requests would take too long. */
const copyFlags = async ({ postgres }: HedgerowServer, count: number): Promise<void> => {
  const client = new Client({ ...postgres, user: "hedgerow", database: "postgres" })
  await client.connect()
  await client.query("set search_path to hedgerow")
  try {
    const { rows } = await client.query<{ names: string }>(`select string_agg('f.' || column_name, ', ') as names
      from information_schema.columns where table_schema = 'hedgerow' and table_name = 'feature_flags'
        and is_generated = 'NEVER' and column_name not in ('id', 'key')`)
    const names = rows[0]?.names ?? ""
    await client.query(
      `insert into feature_flags (id, key, ${names.replaceAll("f.", "")})
      select nextval('feature_flag_ids'), f.key || '-' || copy, ${names}
      from feature_flags f, generate_series(1, (select $1 / count(*) - 1 from feature_flags)) copy`,
      [count]
    )
    await client.query("vacuum analyze feature_flags")
  } finally {
    await client.end()
  }
}

const callsOf = ({ key, token, url }: HedgerowServer) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const flags = `${url}/api/projects/1/feature_flags/`
  const change = (id: number, share: number): Call => ({
    url: `${flags}${id}/`,
    method: "PATCH",
    headers,
    body: JSON.stringify({ filters: { groups: [{ properties: [], rollout_percentage: share }] } })
  })
  const ask: Call = {
    url: `${url}/flags/?v=2`,
    method: "POST",
    headers,
    body: JSON.stringify({ token, distinct_id: "bench-user", flag_keys_to_evaluate: ["bench-flag-7"] })
  }
  return { list: { url: `${flags}?limit=100`, method: "GET", headers } satisfies Call, change, ask }
}

const cpuOf = async (pid: number, run: (round: number) => Promise<void>): Promise<number> => {
  for (let round = 0; round < warmUp; round++) await run(round)
  const before = treeCpuMillis(pid)
  for (let round = 0; round < counted; round++) await run(round)
  return (treeCpuMillis(pid) - before) * 1000 / counted
}

const measure = async (server: HedgerowServer) => {
  const { ask, change, list } = callsOf(server)
  const { results } = JSON.parse(await send(list)) as { readonly results: ReadonlyArray<{ readonly id: number }> }
  const ids = results.map(({ id }) => id)
  const changed = await cpuOf(server.pid, async (round) => {
    await send(change(ids[round % ids.length] ?? 1, round % 100))
    await send(ask)
  })
  return { changed, listed: await cpuOf(server.pid, async () => void await send(list)) }
}

/** The cost of a change of one flag and of the answer after it, in a project of many flags and in one of a hundred. */
export const benchFlagChange = async (): Promise<ReadonlyArray<Comparison>> => {
  const server = await startHedgerow(withoutClickHouse)
  try {
    await makeFlags(server)
    const few = await measure(server)
    await copyFlags(server, many)
    const all = await measure(server)
    return [
      { name: "one change among 10,000 flags", unit: "change", ours: all.changed, baseline: few.changed },
      { name: "list of 100 flags of 10,000", unit: "request", ours: all.listed, baseline: few.listed }
    ]
  } finally {
    await server.stop()
  }
}

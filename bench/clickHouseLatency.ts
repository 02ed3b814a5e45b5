import type { HedgerowServer } from "./servers.ts"

const requests = 200

/** Each event beside each: more pairs than are compared while the small ones are sent. */
const heavy =
  "select count() from events as a join events as b on a.event = b.event where a.distinct_id < b.distinct_id"
const small = "select count() from events where event = 'nothing' and distinct_id = 'nobody'"

const ask = (server: HedgerowServer, query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query } }),
    ...(signal === undefined ? {} : { signal })
  })

/** The time that nineteen of twenty small queries stay below, in milliseconds. */
const percentile95 = async (server: HedgerowServer): Promise<number> => {
  const times: Array<number> = []
  for (let i = 0; i < requests; i++) {
    const start = performance.now()
    const response = await ask(server, small)
    await response.text()
    if (response.status !== 200) throw new Error(`a small query answered ${response.status}`)
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(requests * 0.95) - 1] ?? Number.NaN
}

/** The times of small queries alone, and while a heavy one runs. */
export const besideHeavyQuery = async (server: HedgerowServer): Promise<string> => {
  await percentile95(server)
  const alone = await percentile95(server)
  const client = new AbortController()
  const state = { isOver: false }
  const running = ask(server, heavy, client.signal).catch(() => undefined).finally(() => {
    state.isOver = true
  })
  const beside = await percentile95(server)
  if (state.isOver) throw new Error("the heavy query ended before the small ones")
  client.abort()
  await running
  return `Small queries beside a heavy one: ${(beside / alone).toFixed(2)}× the time at the 95th percentile.`
}

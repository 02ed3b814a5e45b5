/** Small queries of a project alone, and while twenty heavy ones of the same project are under way or wait. */
import type { Measured } from "./Comparison.ts"
import { type HedgerowServer, startHedgerow } from "./servers.ts"

const smallRequests = 200
const heavyClients = 20
const events = 20_000

const ask = (server: HedgerowServer, query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ refresh: "force_blocking", query: { kind: "ServiceSqlQuery", query } }),
    ...(signal === undefined ? {} : { signal })
  })

const send = async (server: HedgerowServer, count: number): Promise<void> => {
  const batch = Array.from({ length: count }, (_, n) => ({
    event: `event ${n % 50}`,
    distinct_id: `person ${n % 700}`,
    timestamp: new Date(Date.now() - n * 1_000).toISOString()
  }))
  const response = await fetch(`${server.url}/batch/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: server.token, batch })
  })
  if (response.status !== 200) throw new Error(`a batch answered ${response.status}`)
}

/** The time of a small query in milliseconds. */
const timed = async (server: HedgerowServer, query: string): Promise<number> => {
  const start = performance.now()
  const response = await ask(server, query)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`a small query answered ${response.status}: ${text}`)
  return performance.now() - start
}

const small = (n: number): string => `select count() from events where event = 'event ${n % 5}'`

const timesOfSmall = async (server: HedgerowServer): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let n = 0; n < smallRequests; n++) times.push(await timed(server, small(n)))
  return times
}

/** Asks heavy questions, each another one, one after the other until it is aborted; answers the number that were answered. */
const heavyClient = async (server: HedgerowServer, client: number, signal: AbortSignal): Promise<number> => {
  let answered = 0
  for (let n = 0; !signal.aborted; n++) {
    const query = `select max(cityHash64(toString(number + ${client * 1_000 + n}))) from numbers(200000000)`
    const response = await ask(server, query, signal).catch(() => undefined)
    await response?.text().catch(() => undefined)
    if (response?.status === 200) answered++
  }
  return answered
}

const percentile = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Runs the bench; each round has its own time alone, since other work of the machine comes and goes. */
export const benchShortQueries = async (rounds = 5): Promise<Measured> => {
  const server = await startHedgerow({ HEDGEROW_RATE_LIMITS: "off" })
  try {
    await send(server, events)
    await timesOfSmall(server)
    const found: Array<{ readonly alone: number; readonly beside: number; readonly first: number }> = []
    let answered = 0
    for (let round = 0; round < rounds; round++) {
      const alone = await timesOfSmall(server)
      const heavy = new AbortController()
      const clients = Array.from({ length: heavyClients }, (_, n) => heavyClient(server, round * 100 + n, heavy.signal))
      await pause(1_000)
      const first = await timed(server, `select count() from events where event = 'event ${10 + round}'`)
      const beside = await timesOfSmall(server)
      heavy.abort()
      answered += (await Promise.all(clients)).reduce((sum, count) => sum + count, 0)
      found.push({ alone: percentile(alone, 0.95), beside: percentile(beside, 0.95), first })
      console.log(found.at(-1), percentile(alone, 0.5), percentile(beside, 0.5))
    }
    const ratios = found.map(({ alone, beside }) => beside / alone).toSorted((a, b) => a - b)
    const middle = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN
    const first = Math.max(...found.map((round) => round.first))
    return {
      rows: [],
      notes: [
        `short queries: beside ${heavyClients} heavy ones of the same project ${
          middle.toFixed(2)
        }× the time alone at the `
        + `95th percentile, the middle of ${rounds} rounds (${
          ratios.map((ratio) => ratio.toFixed(2)).join(", ")
        }); one that `
        + `was never seen took at most ${Math.round(first)} ms. ${answered} heavy ones ended meanwhile.`
      ]
    }
  } finally {
    await server.stop()
  }
}

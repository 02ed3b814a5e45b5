import type { Comparison, Measured } from "./Comparison.ts"
import { type Call, closeLoad, send, sendMany } from "./load.ts"
import { processCpuMillis, treeCpuMillis } from "./processCpu.ts"
import { startBare, startBaseline, startHedgerow, startInMemory, withoutClickHouse } from "./servers.ts"

const limits = { HEDGEROW_RATE_LIMITS: "off" }
const [rounds, counted, concurrency] = [10, 2_000, 8]
const sql = "select number, concat('row ', toString(number)) as text from numbers(1000) limit 1000"

/** A request, and the CPU that is counted for it. */
interface Rung {
  readonly name: string
  readonly call: Call
  readonly millis: () => number
}

type Signed = { readonly url: string; readonly key: string }

const projectOf = ({ key, url }: Signed): Call => ({
  url: `${url}/api/projects/1/`,
  method: "GET",
  headers: { authorization: `Bearer ${key}` }
})

const queryOf = ({ key, url }: Signed): Call => ({
  url: `${url}/api/projects/1/query/`,
  method: "POST",
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql } })
})

/** Microseconds of each rung: all take turns, so that a machine that is busy for a while is so for all of them. */
const climb = async (rungs: ReadonlyArray<Rung>): Promise<ReadonlyArray<number>> => {
  for (const { call } of rungs) await sendMany(counted * 2, concurrency, () => call)
  const spent = rungs.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    for (const [place, { call, millis }] of rungs.entries()) {
      const before = millis()
      await sendMany(counted, concurrency, () => call)
      spent[place] = (spent[place] ?? 0) + millis() - before
    }
  }
  return spent.map((millis) => millis * 1000 / (rounds * counted))
}

/** A cached answer of 1,000 rows, rung by rung: `node:http` alone, then with what the server does besides. */
export const benchCachedSteps = async (): Promise<Measured> => {
  const server = await startHedgerow({ ...withoutClickHouse, ...limits })
  const inMemory = await startInMemory(limits)
  const bare = await startBaseline(await send(queryOf(server)))
  const reader = await startBare("./bareParser.ts")
  try {
    const query = queryOf(server)
    const own = (pid: number) => () => processCpuMillis(pid)
    const rungs: ReadonlyArray<Rung> = [
      { name: "node:http sending the same bytes", call: { ...query, url: bare.url }, millis: own(bare.pid) },
      { name: "node:http parsing the body", call: { ...query, url: reader.url }, millis: own(reader.pid) },
      { name: "/_health", call: { ...projectOf(inMemory), url: `${inMemory.url}/_health` }, millis: own(inMemory.pid) },
      { name: "a project", call: projectOf(inMemory), millis: own(inMemory.pid) },
      { name: "a cached answer, storage in memory", call: queryOf(inMemory), millis: own(inMemory.pid) },
      { name: "a cached answer, the server", call: query, millis: own(server.pid) },
      { name: "a cached answer, with PostgreSQL", call: query, millis: () => treeCpuMillis(server.pid) }
    ]
    const micros = await climb(rungs)
    const baseline = micros[0] ?? 0
    const rows = rungs.map(({ name }, place): Comparison => (
      { name: `cached answer: ${name}`, unit: "request", ours: micros[place] ?? 0, baseline }
    ))
    return { rows, notes: [] }
  } finally {
    closeLoad()
    await Promise.all([server.stop(), inMemory.stop(), bare.stop(), reader.stop()])
  }
}

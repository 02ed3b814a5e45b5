import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Measured } from "./Comparison.ts"
import { sendMany } from "./load.ts"
import { processCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startHedgerow } from "./servers.ts"

/** One whose rows the server knows from the plan, and one that reaches the engine. */
const statements = ["SELECT 1", "SELECT count() FROM numbers(1)"]
const requests = 1_000
/** As many times is each side measured, in turn. */
const rounds = 3

const ask = (server: HedgerowServer, statement: string, count: number): Promise<void> =>
  sendMany(count, 1, () => ({
    url: `${server.url}/api/projects/1/query/`,
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ refresh: "force_blocking", query: { kind: "ServiceSqlQuery", query: statement } })
  }))

/** The process of the embedded engine of a server. */
const enginePid = ({ directory }: HedgerowServer): number =>
  Number(/^PID: (\d+)/m.exec(readFileSync(join(directory, "clickhouse/data/status"), "utf8"))?.[1])

interface Cost {
  readonly server: number
  readonly engine: number
  readonly bare: number
}

/** CPU of one round in microseconds per statement. */
const measure = async (server: HedgerowServer, statement: string): Promise<Cost> => {
  const pids = [server.pid, enginePid(server)]
  const before = pids.map(processCpuMillis)
  await ask(server, statement, requests)
  const [own = 0, engine = 0] = pids.map((pid, at) => (processCpuMillis(pid) - (before[at] ?? 0)) * 1000 / requests)
  const script = fileURLToPath(new URL("./bareEngine.ts", import.meta.url))
  const bare = Number(execFileSync(process.execPath, [script, statement, String(requests)], { encoding: "utf8" }))
  return { server: own, engine, bare }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const measuredOf = (statement: string, costs: ReadonlyArray<Cost>): Measured => {
  const of = (pick: (cost: Cost) => number): number => median(costs.map(pick))
  const baseline = of(({ bare }) => bare)
  const row = (name: string, ours: number) => ({
    name: `trivial: ${statement}, ${name}`,
    unit: "query",
    ours,
    baseline
  })
  return {
    rows: [
      row("in the engine's process", of(({ engine }) => engine)),
      row("over HTTP, server and engine", of(({ engine, server }) => engine + server))
    ],
    notes: [
      `trivial: ${statement}: the server takes ${of(({ server }) => server).toFixed(0)} CPU µs of a query over HTTP.`
    ]
  }
}

/** The cost of trivial statements over HTTP in the server and in the engine's process, beside the engine on an open session. */
export const benchTrivialQuery = async (): Promise<Measured> => {
  const server = await startHedgerow({
    HEDGEROW_RATE_LIMIT_SQL: "1000000/minute",
    HEDGEROW_RATE_LIMIT_QUERY: "1000000/minute"
  })
  try {
    for (const statement of statements) await ask(server, statement, 2 * requests)
    const costs = statements.map((): Array<Cost> => [])
    for (let round = 0; round < rounds; round++) {
      for (const [place, statement] of statements.entries()) costs[place]?.push(await measure(server, statement))
    }
    const all = statements.map((statement, place) => measuredOf(statement, costs[place] ?? []))
    return { rows: all.flatMap(({ rows }) => rows), notes: all.flatMap(({ notes }) => notes) }
  } finally {
    await server.stop()
  }
}

/** Runs every benchmark and prints one table; `bench/README.md` says what each row compares. */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Comparison } from "./Comparison.ts"
import { benchControlPlane } from "./controlPlane.ts"
import { benchCountQuery } from "./countQuery.ts"
import { benchFlagChange } from "./flagChange.ts"
import { benchFlagEvaluation } from "./flagEvaluation.ts"
import { benchFlagsEndpoint } from "./flagsEndpoint.ts"
import { benchIngestion } from "./ingestion.ts"
import { closeLoad } from "./load.ts"
import { benchMiddleware } from "./middleware.ts"
import { startHedgerow, withoutClickHouse } from "./servers.ts"
import { benchSmallRequest } from "./smallRequest.ts"
import { benchStart } from "./start.ts"

const shown = (micros: number): string => micros.toFixed(micros < 10 ? 2 : 1)

const format = ({ baseline, measure = "CPU", name, ours, unit }: Comparison): string =>
  `| ${name} | ${shown(ours)} | ${shown(baseline)} | ${(ours / baseline).toFixed(2)} | ${measure} µs per ${unit} |`

const publish = (rows: ReadonlyArray<Comparison>, file: string, notes: ReadonlyArray<string> = []): void => {
  const table = ["| bench | ours | baseline | ratio | unit |", "|---|---|---|---|---|", ...rows.map(format)].join("\n")
  const text = [table, ...notes.map((note) => `- ${note}`)].join("\n")
  console.log(text)
  writeFileSync(fileURLToPath(new URL(file, import.meta.url)), `# Last published run\n\n${text}\n`)
}

/** The benchmarks of the running server, whose events are in PostgreSQL; those of ClickHouse are apart. */
const benchServer = async (): Promise<void> => {
  const start = await benchStart()
  const server = await startHedgerow(withoutClickHouse)
  const rows: Array<Comparison> = [...start.rows]
  try {
    rows.push(await benchSmallRequest(server))
    rows.push(...await benchMiddleware())
    rows.push(...await benchFlagsEndpoint(server))
    rows.push(...await benchFlagChange())
    rows.push(...await benchFlagEvaluation())
    rows.push(await benchIngestion(server))
    rows.push(await benchCountQuery(server))
    rows.push(...await benchControlPlane(server))
  } finally {
    closeLoad()
    await server.stop()
  }
  publish(rows, "./results.md", start.notes)
}

const [only, count = "5000000"] = process.argv.slice(2)
if (only === "clickhouse") {
  const { benchClickHouse } = await import("./clickHouse.ts")
  const { benchBatches } = await import("./clickHouseIngestion.ts")
  const server = await benchBatches()
  const engine = await benchClickHouse(Number(count))
  publish([...server.rows, ...engine.rows], "./results-clickhouse.md", [...server.notes, ...engine.notes])
} else if (only === "start") {
  const { notes, rows } = await benchStart()
  console.log([...rows.map(format), ...notes].join("\n"))
} else await benchServer()

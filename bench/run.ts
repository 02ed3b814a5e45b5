/** Runs every benchmark and prints one table; `bench/README.md` says what each row compares. */
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Comparison, Measured } from "./Comparison.ts"
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

/** Puts rows and notes in the place of those of the same kind in what was published; the others stay. */
const republish = ({ notes, rows }: Measured, kind: string, file: string): void => {
  const url = fileURLToPath(new URL(file, import.meta.url))
  const published = readFileSync(url, "utf8").trimEnd().split("\n")
  const replaced = (lines: ReadonlyArray<string>, start: string, written: ReadonlyArray<string>) => {
    const first = lines.findIndex((line) => line.startsWith(start))
    const kept = lines.filter((line) => !line.startsWith(start))
    return kept.toSpliced(first === -1 ? kept.length : first, 0, ...written)
  }
  const written = [rows.map(format), notes.map((note) => `- ${note}`)] as const
  console.log(written.flat().join("\n"))
  const lines = replaced(replaced(published, `| ${kind}: `, written[0]), `- ${kind}: `, written[1])
  writeFileSync(url, `${lines.join("\n")}\n`)
}

/** The benchmarks of the running server, whose events are in PostgreSQL; those of ClickHouse are apart. */
const benchServer = async (): Promise<void> => {
  const start = await benchStart()
  const server = await startHedgerow(withoutClickHouse)
  const rows: Array<Comparison> = [...start.rows]
  const notes: Array<string> = [...start.notes]
  try {
    rows.push(await benchSmallRequest(server))
    rows.push(...await benchMiddleware())
    rows.push(...await benchFlagsEndpoint(server))
    rows.push(...await benchFlagChange())
    const evaluation = await benchFlagEvaluation()
    rows.push(...evaluation.rows)
    notes.push(...evaluation.notes)
    rows.push(await benchIngestion(server))
    rows.push(await benchCountQuery(server))
    rows.push(...await benchControlPlane(server))
  } finally {
    closeLoad()
    await server.stop()
  }
  publish(rows, "./results.md", notes)
}

const [only, count = "5000000"] = process.argv.slice(2)
if (only === "clickhouse") {
  const { benchClickHouse } = await import("./clickHouse.ts")
  const { benchBatches } = await import("./clickHouseIngestion.ts")
  const { benchTrivialQuery } = await import("./trivialQuery.ts")
  const server = await benchBatches()
  const trivial = await benchTrivialQuery()
  const engine = await benchClickHouse(Number(count))
  const measured = [server, trivial, engine]
  publish(
    measured.flatMap(({ rows }) => rows),
    "./results-clickhouse.md",
    measured.flatMap(({ notes }) => notes)
  )
} else if (only === "trivial") {
  const { benchTrivialQuery } = await import("./trivialQuery.ts")
  republish(await benchTrivialQuery(), "trivial", "./results-clickhouse.md")
  closeLoad()
} else if (only === "experiments") {
  const { benchExperiments } = await import("./experiments.ts")
  republish(await benchExperiments(Number(count)), "experiment", "./results-clickhouse.md")
} else if (only === "funnels") {
  const { benchFunnels } = await import("./funnels.ts")
  republish(await benchFunnels(Number(count)), "funnel", "./results-clickhouse.md")
} else if (only === "growth") {
  const { benchGrowth } = await import("./growth.ts")
  republish(await benchGrowth(), "growth", "./results-clickhouse.md")
} else if (only === "insights") {
  const { benchInsights } = await import("./insights.ts")
  republish(await benchInsights(Number(count)), "insight", "./results-clickhouse.md")
} else if (only === "sql") {
  const { benchClickHouseForms, benchPostgresForms } = await import("./sqlForms.ts")
  const engine = process.argv[4]
  if (engine !== "postgresql") {
    republish(await benchClickHouseForms(Number(count)), "SQL forms on ClickHouse", "./results-clickhouse.md")
  }
  if (engine !== "clickhouse") {
    republish(await benchPostgresForms(Number(count)), "SQL forms on PostgreSQL", "./results-clickhouse.md")
  }
} else if (only === "surveys") {
  const { benchSurveys } = await import("./surveys.ts")
  republish(await benchSurveys(Number(process.argv[3] ?? "1000000")), "survey", "./results-clickhouse.md")
} else if (only === "data") {
  const { benchData } = await import("./data.ts")
  const [, , , imported = "200000", deletedOf = "500000"] = process.argv
  republish(await benchData(Number(imported), Number(deletedOf)), "data", "./results-clickhouse.md")
} else if (only === "start") {
  const { notes, rows } = await benchStart()
  console.log([...rows.map(format), ...notes].join("\n"))
} else if (only === "flags") {
  republish(await benchFlagEvaluation(), "flag evaluation", "./results.md")
} else if (only === "parser") {
  const { benchSqlParser } = await import("./sqlParser.ts")
  republish(await benchSqlParser(), "SQL parser", "./results.md")
} else if (only === "results") {
  const { benchQueryResults } = await import("./queryResults.ts")
  republish(await benchQueryResults(), "query results", "./results.md")
} else if (only === "short") {
  const { benchShortQueries } = await import("./shortQueries.ts")
  republish(await benchShortQueries(), "short queries", "./results-clickhouse.md")
} else if (only === "calls") {
  const { benchOwnCalls } = await import("./ownCalls.ts")
  republish(benchOwnCalls(), "own calls", "./results.md")
} else if (only === "cached") {
  const { benchCachedSteps } = await import("./cachedSteps.ts")
  republish(await benchCachedSteps(), "cached answer", "./results.md")
} else if (only === "amplification") {
  const { benchAmplification } = await import("./amplification.ts")
  if (!(await benchAmplification(process.argv[3]))) process.exitCode = 1
} else await benchServer()

/** Reading SQL: our parser beside the reference's, over the statements of `sqlShapes.ts`. */
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import createParser from "@posthog/hogql-parser"
import { Result } from "effect"
import type { Measured } from "./Comparison.ts"
import { sqlShapes } from "./sqlShapes.ts"

const statements = sqlShapes.map(({ ours }) => ours)
const kibibytes = statements.reduce((sum, sql) => sum + Buffer.byteLength(sql), 0) / 1024

/** CPU microseconds for a KiB, over a number of rounds of all statements. */
const perKibibyte = (rounds: number, read: (sql: string) => void): number => {
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) statements.forEach(read)
  const { system, user } = process.cpuUsage(before)
  return (system + user) / rounds / kibibytes
}

/** The median of five runs after one that warms up. */
const median = (rounds: number, read: (sql: string) => void): number => {
  perKibibyte(rounds, read)
  return Array.from({ length: 5 }, () => perKibibyte(rounds, read)).toSorted((a, b) => a - b)[2] ?? 0
}

/** Both read the same statements to a tree; one that is refused ends the run. */
export const benchSqlParser = async (): Promise<Measured> => {
  const reference = await createParser()
  const ours = median(500, (sql) => {
    if (Result.isFailure(parseStatement(sql))) throw new Error(`We do not read ${sql}`)
  })
  const baseline = median(3, (sql) => {
    const tree: unknown = JSON.parse(reference.parseSelect(sql, true))
    if (typeof tree === "object" && tree !== null && "error" in tree) {
      throw new Error(`The reference does not read ${sql}`)
    }
  })
  const speed = (micros: number): string => (1_000_000 / micros / 1024).toFixed(micros < 1000 ? 1 : 3)
  return {
    rows: [{ name: "SQL parser: statements of the eight forms", ours, baseline, unit: "KiB" }],
    notes: [
      `SQL parser: ${speed(ours)} MiB/s beside ${
        speed(baseline)
      } MiB/s of @posthog/hogql-parser, which is the baseline: the `
      + "reference's grammar as WebAssembly, its tree read from JSON"
    ]
  }
}

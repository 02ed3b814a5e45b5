import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** The numbers of a run. */
interface FuzzRun {
  /** The storage. */
  readonly name: string
  readonly seed: number
  readonly rounds: number
  /** The number of answers by their status. */
  readonly sent: ReadonlyMap<number, number>
  readonly counts: ReadonlyArray<{ readonly operationId: string; readonly count: number }>
}

const title = "# Counts of the fuzz run"

const rowsOf = (text: string, heading: string): ReadonlyArray<ReadonlyArray<string>> =>
  (text.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))

/** A table with a column for each storage; columns of other storages stay as they were. */
const withColumn = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  label: string,
  name: string,
  cells: ReadonlyMap<string, string>
): string => {
  const [head = [label], ...body] = rows
  const names = [...new Set([...head.slice(1), name])]
  const before = new Map(body.map(([key = "", ...values]) => [key, values]))
  const cellOf = (key: string, column: string) =>
    column === name ? cells.get(key) ?? "" : before.get(key)?.[head.slice(1).indexOf(column)] ?? ""
  const rowOf = (first: string, values: ReadonlyArray<string>) => `| ${[first, ...values].join(" | ")} |`
  const keys = [...new Set([...before.keys(), ...cells.keys()])]
  const lines = keys.map((key) => rowOf(key, names.map((column) => cellOf(key, column))))
  return [rowOf(label, names), `|---${"|---:".repeat(names.length)}|`, ...lines].join("\n")
}

/** Puts the numbers of a run into the page of counts. */
export const publish = (file: string, { counts, name, rounds, seed, sent }: FuzzRun): void => {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const run = new Map<string, string>([
    ["requests of the plan", String(rounds)],
    ["requests with those that prepare others", String([...sent.values()].reduce((sum, one) => sum + one, 0))],
    ["seed", String(seed)]
  ])
  for (const [status, count] of [...sent].sort(([one], [other]) => one - other)) {
    run.set(`answers ${status}`, String(count))
  }
  const successes = new Map(counts.map(({ count, operationId }) => [operationId, String(count)]))
  const head = text.startsWith(title) ? text.split("\n## ")[0] ?? title : title
  const runs = withColumn(rowsOf(text, "Runs"), "run", name, run)
  const operations = withColumn(rowsOf(text, "Successes"), "operation", name, successes)
  writeFileSync(file, `${head.trimEnd()}\n\n## Runs\n\n${runs}\n\n## Successes\n\n${operations}\n`)
}

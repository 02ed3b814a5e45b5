/**
 * Loaded into a server before its program (`NODE_OPTIONS=--import`): kills it at each step of the removal of data, once for
 * each. A step is a statement of one of the bundled files below that awaits an effect. `KILL_STEPS` names a file that has
 * the steps at which the server was killed already; without that file nothing is killed. `KILL_ONE_OF` leaves out all but
 * one of so many steps.
 */
import { randomInt } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"

const file = process.env["KILL_STEPS"] ?? ""
const oneOf = Number(process.env["KILL_ONE_OF"] ?? "1")

/** The files whose statements remove data. */
const removing = new Set([
  "packages/core/src/access/ProjectRemoval.ts",
  "packages/core/src/deletions/DeletionJob.ts",
  "packages/storage-clickhouse/src/deletions/ClickHouseEventRemoval.ts",
  "packages/storage-clickhouse/src/deletions/ClickHouseProjectData.ts",
  "packages/storage-clickhouse/src/deletions/DeletionKeys.ts",
  "packages/storage-pg/src/access/PgProjectData.ts",
  "packages/storage-pg/src/deletions/CompactTables.ts",
  "packages/storage-pg/src/deletions/PgTraceRemoval.ts"
])

/** A statement that awaits an effect, after the end of another one. */
const awaiting = /^\s*(?:const [^=]+ = |return |[a-z]\w* (?:\+?= )|if \(.*\) return |for \(.*\) )?yield\* /
const ended = /[;{}]\s*$/

/** The look at a service, while the program is put together. */
const service = /yield\* [A-Z][\w.]*;$/

const withSteps = (source: string): string => {
  let name: string | undefined
  let before = ";"
  return source.split("\n").map((line, at) => {
    const section = /^\/\/ (\S+\.(?:ts|js|mjs))$/.exec(line)?.[1]
    if (section !== undefined) name = section
    const isStep = name !== undefined && removing.has(name) && ended.test(before) && awaiting.test(line)
      && !service.test(line)
    if (line.trim() !== "") before = line
    return isStep ? `globalThis.killAtStep(${JSON.stringify(`${name}:${at}`)});${line}` : line
  }).join("\n")
}

/** Dies here, or a moment later, in the middle of the step. */
const die = (): void => {
  if (randomInt(2) === 0) process.kill(process.pid, "SIGKILL")
  else setTimeout(() => process.kill(process.pid, "SIGKILL"), randomInt(20))
}

let isDying = false
let passed = randomInt(oneOf)

Object.assign(globalThis, {
  killAtStep: (step: string): void => {
    if (isDying || !existsSync(file) || readFileSync(file, "utf8").split("\n").includes(step)) return
    appendFileSync(file, `${step}\n`)
    isDying = passed++ % oneOf === 0
    if (isDying) die()
  }
})

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (!url.includes("/dist/bundle/") || loaded.source === undefined || loaded.source === null) return loaded
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source)
    return { ...loaded, source: source.includes("DeletionJob.ts") ? withSteps(source) : source }
  }
})

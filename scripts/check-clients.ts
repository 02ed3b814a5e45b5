/**
 * Makes clients of docs/openapi.json with the generators that people use, and fails unless each compiles in strict mode
 * against every example of the document and of the guides, without a cast, and makes its calls against a server in memory.
 */
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { build } from "esbuild"
import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { bundlePath, ensureBundle } from "./bundle.ts"
import { operationsOf } from "./client/ContractDocument.ts"
import { dialects } from "./clients/Dialects.ts"
import { examplesOf } from "./clients/Examples.ts"
import { callsProgram, examplesProgram } from "./clients/Programs.ts"
import { run } from "./release/Packages.ts"

const folder = "clients"
const fewestCalls = 60

const document = recordOrEmpty(JSON.parse(readFileSync("docs/openapi.json", "utf8")))
const operations = operationsOf(document)
const examples = examplesOf(document)

/** Starts a server and waits until it has printed where it is. */
const startServer = async (): Promise<{ readonly child: ChildProcess; readonly env: Record<string, string> }> => {
  await ensureBundle()
  const settings = { HEDGEROW_STORAGE: "memory", HEDGEROW_PORT: "0" }
  const child = spawn(process.execPath, [bundlePath, "serve"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"]
  })
  // A program that fails ends the check at once.
  process.once("exit", () => child.kill("SIGTERM"))
  let output = ""
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const [, url, token, key] = /ready on (\S+)[\s\S]*token\s+(phc_\S+)[\s\S]*key\s+(phx_\S+)/.exec(output) ?? []
    if (url === undefined || token === undefined || key === undefined) continue
    return { child, env: { HEDGEROW_URL: url, HEDGEROW_TOKEN: token, HEDGEROW_KEY: key } }
  }
  throw new Error(`The server has ended:\n${output}`)
}

rmSync(`${folder}/out`, { recursive: true, force: true })
mkdirSync(`${folder}/out`)
for (const [name, dialect] of Object.entries(dialects)) {
  const [program = "", ...args] = dialect.command
  run(`node_modules/.bin/${program}`, args, folder)
  writeFileSync(`${folder}/out/${name}.examples.ts`, examplesProgram(dialect, examples))
  writeFileSync(`${folder}/out/${name}.calls.ts`, callsProgram(dialect, operations))
}
run("node_modules/.bin/tsc", ["-p", "."], folder)
console.log(`${examples.length} examples compile with each client`)

for (const name of Object.keys(dialects)) {
  const outfile = `${folder}/out/${name}.mjs`
  await build({
    entryPoints: [`${folder}/out/${name}.calls.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile
  })
  // Each has a server of its own, whose names and keys are free.
  const { child, env } = await startServer()
  try {
    const calls = Number(run(process.execPath, [outfile], ".", env))
    assert.ok(calls >= fewestCalls, `${name} makes ${calls} calls, fewer than ${fewestCalls}.`)
    console.log(`${name}: ${calls} calls`)
  } finally {
    child.kill("SIGTERM")
  }
}

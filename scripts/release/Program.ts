import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./Packages.ts"

/** The DuckDB that reads what the program sends; only this check needs it. */
const duckDb = "1.5.6-r.1"

const found = (pattern: RegExp, output: string): string => {
  const [, text] = pattern.exec(output) ?? []
  assert.ok(text, `${pattern} is not in:\n${output}`)
  return text
}

/** Starts the installed program and waits for its banner. */
const start = (directory: string, storage: string): Promise<readonly [ChildProcess, output: string]> =>
  new Promise((resolve, reject) => {
    const data = join(directory, "data")
    mkdirSync(data, { recursive: true })
    const child = spawn(join(directory, "node_modules/.bin/hedgerow"), {
      cwd: directory,
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        HEDGEROW_PORT: "0",
        HEDGEROW_STORAGE: storage,
        HEDGEROW_DATA_DIR: data
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const take = (chunk: Buffer): void => {
      output += chunk.toString("utf8")
      if (/phx_\S+[\s\S]*curl/.test(output) && output.includes("Hedgerow is ready on ")) resolve([child, output])
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.once("exit", (code) => reject(new Error(`hedgerow ended with ${code}:\n${output}`)))
  })

/** The events of a Parquet file, as DuckDB reads them. */
const readByDuckDb = (directory: string, file: Uint8Array): unknown => {
  const folder = join(directory, "duckdb")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "events.parquet"), file)
  if (!existsSync(join(folder, "node_modules"))) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    run("npm", ["install", "--no-audit", "--no-fund", `@duckdb/node-api@${duckDb}`], folder)
  }
  const script = `import { DuckDBInstance } from "@duckdb/node-api"
const database = await (await DuckDBInstance.create(":memory:")).connect()
const answer = await database.runAndReadAll("SELECT event FROM 'events.parquet' WHERE timestamp > '2000-01-01'")
console.log(JSON.stringify(answer.getRowsJson()))`
  return JSON.parse(run(process.execPath, ["--input-type=module", "--eval", script], folder))
}

/** Runs the installed program on a storage: an event comes in, is counted, drawn and read by others; files are served. */
export const useProgram = async (directory: string, storage: "memory" | "embedded"): Promise<void> => {
  const [child, output] = await start(directory, storage)
  const ended = new Promise((resolve) => child.once("exit", resolve))
  const url = found(/Hedgerow is ready on (\S+)/, output)
  const send = (path: string, body: object, accept = "application/json"): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${found(/(phx_\S+)/, output)}`, "content-type": "application/json", accept },
      body: JSON.stringify(body)
    })
  try {
    const event = { api_key: found(/(phc_\S+)/, output), event: "signed up", distinct_id: "ada" }
    assert.equal((await send("/capture/", event)).status, 200)
    const query = { kind: "ServiceSqlQuery", query: "SELECT event, count() AS n FROM events GROUP BY event" }
    const counted = await send("/api/projects/@current/query/", { query, refresh: "force_blocking" })
    assert.deepEqual(((await counted.json()) as { readonly results: unknown }).results, [["signed up", 1]])
    const drawn = await send("/api/projects/@current/query/", { query }, "image/svg+xml")
    assert.deepEqual([drawn.status, (await drawn.text()).slice(0, 4)], [200, "<svg"])
    for (const path of ["static/array.js", "docs", "docs/page.js"]) {
      assert.equal((await fetch(`${url}/${path}`)).status, 200, path)
    }
    assert.match(await (await fetch(`${url}/guides/server`)).text(), /A server in five minutes/)
    const rows = { kind: "ServiceSqlQuery", query: "SELECT event, timestamp FROM events" }
    const parquet = await send("/api/projects/@current/query/", { query: rows }, "application/vnd.apache.parquet")
    assert.deepEqual(readByDuckDb(directory, new Uint8Array(await parquet.arrayBuffer())), [["signed up"]])
  } finally {
    child.kill("SIGTERM")
  }
  assert.equal(await ended, 0)
}

/** The Nodes that are too old, of which the program says which one it needs. */
const oldNodes = ["18", "20"]

/** Runs the installed program on Nodes that are too old. */
export const refuseOldNodes = (directory: string): void => {
  const program = join(directory, "node_modules/hedgerow/dist/hedgerow.mjs")
  for (const node of oldNodes) {
    const said = run("sh", ["-c", `npx -y node@${node} ${program} serve 2>&1; test $? = 1`], directory)
    assert.match(said, /^Hedgerow needs Node 22\.19 or newer, and this is \d+\.\d+\.\d+\.$/m)
    assert.doesNotMatch(said, /SyntaxError|at file:/)
  }
}

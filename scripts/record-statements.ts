/**
 * Records the schema of PostgreSQL and the statements that a server sends to it, with their parameters, into
 * packages/storage-pg/test/released/NNNN.json, where NNNN is its last migration. Run it when a release is made
 * (docs/upgrades.md); another checkout may be given as the argument.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { recordingOf } from "./record/Recording.ts"
import { useEverything } from "./record/Usage.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const released = `${root}packages/storage-pg/test/released`
const main = `${process.argv[2] ?? root}/packages/server/src/main.ts`
const home = mkdtempSync(`${tmpdir()}/hedgerow-record-`)
chmodSync(home, 0o755)
const hedgerow = { PATH: process.env["PATH"], HEDGEROW_PORT: "0" }

const stop = async (child: ChildProcess, signal: "SIGINT" | "SIGTERM") => {
  child.kill(signal)
  if (child.exitCode === null) await once(child, "exit")
}

/** Starts the server that the migration has used, as the same user, but for what it logs. */
const startPostgres = (): ChildProcess => {
  const [, postgres = ""] = /^(\S+)/.exec(readFileSync(`${home}/data/postmaster.opts`, "utf8")) ?? []
  const { gid, uid } = statSync(`${home}/data`)
  const settings = {
    listen_addresses: "",
    unix_socket_directories: `${home}/data`,
    logging_collector: "on",
    log_destination: "jsonlog",
    log_directory: "statements",
    log_statement: "all"
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  return spawn(postgres, ["-D", `${home}/data`, ...args], { cwd: "/", stdio: "ignore", uid, gid })
}

const connect = async (url: string): Promise<pg.Client> => {
  for (let attempts = 0; attempts < 50; attempts++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch {
      await setTimeout(100)
    }
  }
  throw new Error("PostgreSQL did not start")
}

/** Starts a server and waits for the last words of its first start; one that ends before them is a fault. */
const startServer = async (url: string) => {
  const env = { ...hedgerow, HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: url }
  const server = spawn(process.execPath, [main, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] })
  let output = ""
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (!output.includes("Ask a question")) continue
    server.stdout.resume()
    return { server, output }
  }
  throw new Error(`The server ended before it was ready:\n${output}`)
}

const readLog = (): string =>
  readdirSync(`${home}/data/statements`).filter((name) => name.endsWith(".json")).sort()
    .map((name) => readFileSync(`${home}/data/statements/${name}`, "utf8")).join("")

const readSchema = (url: string) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [`${released}/printSchema.ts`, url], {
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Readonly<Record<string, ReadonlyArray<unknown>>>
}

/** One line for each member of each list. */
const textOf = (lists: Readonly<Record<string, ReadonlyArray<unknown>>>): string => {
  const listed = Object.entries(lists).map(([name, members]) =>
    `${JSON.stringify(name)}: [\n${members.map((member) => JSON.stringify(member)).join(",\n")}\n]`
  )
  return `{\n${listed.join(",\n")}\n}\n`
}

const migrated = spawnSync(process.execPath, [main, "migrate"], {
  env: { ...hedgerow, HEDGEROW_DATA_DIR: home },
  encoding: "utf8"
})
if (migrated.status !== 0) throw new Error(migrated.stderr)
const postgres = startPostgres()
try {
  const url = `postgres://hedgerow@localhost/postgres?host=${encodeURIComponent(`${home}/data`)}`
  const client = await connect(url)
  try {
    const { output, server } = await startServer(url)
    try {
      await useEverything(output)
    } finally {
      await stop(server, "SIGTERM")
    }
    const schema = readSchema(url)
    const statements = await recordingOf(client, readLog())
    const { rows: [last] } = await client.query("SELECT max(migration_id) AS id FROM hedgerow.schema_migrations")
    const file = `${released}/${String(last.id).padStart(4, "0")}.json`
    writeFileSync(file, textOf({ ...schema, statements }))
    console.log(`${file}: ${statements.length} statements`)
  } finally {
    await client.end()
  }
} finally {
  await stop(postgres, "SIGINT")
  rmSync(home, { recursive: true, force: true })
}

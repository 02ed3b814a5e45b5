import { afterAll, assert, it } from "@effect/vitest"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as pause } from "node:timers/promises"
import { type Access, ask } from "../ServerClient.ts"
import { main, makeDataDir, parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import { eventOf } from "../transfer/ImportFiles.ts"

/** A million with `HEDGEROW_TEST_EVENTS=1000000`: that takes some minutes for each storage. */
const count = Number(process.env["HEDGEROW_TEST_EVENTS"] ?? "30000")
const kills = 5

type Settings = Readonly<Record<string, string>>

interface Row {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: unknown
}

const files = makeDataDir()
afterAll(() => files.remove())
const file = (name: string): string => join(files.path, name)

/** A hash of rows that does not depend on their order: the exclusive or of those of each. */
const makeHash = () => {
  const sum = new Uint8Array(32)
  let rows = 0
  return {
    add: ({ distinct_id, event, properties, timestamp, uuid }: Row) => {
      const known = typeof properties === "string" ? JSON.parse(properties) as unknown : properties
      const text = canonicalJson([uuid, event, distinct_id, Date.parse(timestamp), known])
      for (const [at, byte] of createHash("sha256").update(text).digest().entries()) sum[at] = (sum[at] ?? 0) ^ byte
      rows++
    },
    result: () => ({ rows, hash: Buffer.from(sum).toString("hex") })
  }
}

/** Writes the events, and answers their number and hash. */
const writeEvents = async (path: string) => {
  const hash = makeHash()
  const lines = function*() {
    for (let index = 0; index < count; index++) {
      const event = eventOf(index)
      hash.add(event)
      yield `${JSON.stringify(event)}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return hash.result()
}

const hashOfFiles = async (paths: ReadonlyArray<string>) => {
  const hash = makeHash()
  for (const path of paths) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line !== "") hash.add(JSON.parse(line) as Row)
    }
  }
  return hash.result()
}

/** Runs a command, and kills it once it is so far; answers whether it was killed. */
const runUntil = (args: ReadonlyArray<string>, settings: Settings, isFar: () => boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env["PATH"], ...settings },
      stdio: ["ignore", "ignore", "pipe"]
    })
    let errors = ""
    child.stderr.on("data", (chunk: Buffer) => errors += chunk.toString("utf8"))
    const look = setInterval(() => isFar() ? child.kill("SIGKILL") : undefined, 2)
    child.once("exit", (code) => {
      clearInterval(look)
      if (code === null || code === 0) resolve(code === null)
      else reject(new Error(`${args.join(" ")}: ${errors}`))
    })
  })

const rowsImported = (state: string): number => {
  if (!existsSync(state)) return 0
  const { sources } = JSON.parse(readFileSync(state, "utf8")) as {
    readonly sources: Readonly<Record<string, { readonly row: number }>>
  }
  return Math.max(0, ...Object.values(sources).map(({ row }) => row))
}

const rowsExported = (folder: string): number =>
  existsSync(join(folder, "manifest.json"))
    ? (JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { readonly rows: number }).rows
    : 0

/** A busy machine looks late: the last kills may find the command at its end. */
const leastKills = 3

/** Runs a command again and again, killed up to five times on its way, until it ends. */
const killedOnTheWay = async (args: ReadonlyArray<string>, settings: Settings, rows: () => number): Promise<void> => {
  let done = 0
  while (done < kills) {
    const enough = (done + 1) * count / (kills + 2)
    if (!(await runUntil(args, settings, () => rows() >= enough))) break
    done++
  }
  assert.isAtLeast(done, leastKills)
  assert.isFalse(await runUntil(args, settings, () => false))
}

const importArgs = (name: string, ...more: ReadonlyArray<string>) => [
  "import",
  "events",
  "--state",
  file(`${name}.state`),
  "--rejects",
  file(`${name}.rejects`),
  "--batch-size",
  "1000",
  ...more,
  file("events.ndjson")
]

const exportKilled = async (name: string, settings: Settings) => {
  const folder = file(`${name}.out`)
  const rows = String(Math.ceil(count / (2 * kills + 5)))
  const args = ["export", "events", "--to", folder, "--format", "ndjson", "--rows-per-file", rows]
  await killedOnTheWay(args, settings, () => rowsExported(folder))
  const names = readdirSync(folder).filter((one) => one.endsWith(".ndjson")).toSorted()
  return hashOfFiles(names.map((one) => join(folder, one)))
}

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return Math.round((performance.now() - begun) / 1000)
}

/** Imports and exports on a storage that keeps data. */
const onStorage = async (name: string, settings: Settings): Promise<void> => {
  const expected = await writeEvents(file("events.ndjson"))
  const imported = await seconds(() =>
    killedOnTheWay(importArgs(name), settings, () => rowsImported(file(`${name}.state`)))
  )
  const exported = await seconds(async () => assert.deepStrictEqual(await exportKilled(name, settings), expected))
  assert.isFalse(existsSync(file(`${name}.rejects`)))
  process.stdout.write(
    `${name}: ${count} events imported in ${imported} s and exported in ${exported} s, each killed up to ${kills} times\n`
  )
}

it("embedded ClickHouse: what goes in, killed on the way, comes out, killed on the way, as the same", async () => {
  const data = makeDataDir()
  const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
  const server = runServer(["serve"], settings)
  await server.ready
  await onStorage("embedded", settings)
  const access = parsePrinted(server.output())
  assert.deepStrictEqual(await ask(access, "SELECT count(), uniq(uuid) FROM events"), [[count, count]])
  assert.strictEqual(await stopServer(server), 0, server.output())
  data.remove()
})

it.live("PostgreSQL alone: what goes in, killed on the way, comes out, killed on the way, as the same", () =>
  Effect.gen(function*() {
    const { url } = yield* PgDatabase.PgDatabase
    const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
    yield* Effect.promise(async () => {
      const server = runServer(["serve"], settings)
      await server.ready
      await onStorage("postgresql", settings)
      assert.strictEqual(await stopServer(server), 0, server.output())
    })
  }).pipe(Effect.provide(PgTest.layer)))

/** A file of all events by a job of the server; the download is cut off five times, and goes on. */
const downloaded = async ({ baseUrl, key }: Access) => {
  const at = `${baseUrl}/api/projects/1/exports/`
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const body = JSON.stringify({ export_format: "application/x-ndjson", model: "events" })
  const { id } = await (await fetch(at, { method: "POST", headers, body })).json() as { readonly id: string }
  const read = async () =>
    await (await fetch(`${at}${id}/`, { headers })).json() as { readonly has_content: boolean; readonly bytes: number }
  let made = await read()
  while (!made.has_content) {
    await pause(100)
    made = await read()
  }
  const pieces: Array<Buffer> = []
  let length = 0
  for (let cut = 1; length < made.bytes; cut++) {
    const response = await fetch(`${at}${id}/content/`, { headers: { ...headers, range: `bytes=${length}-` } })
    const enough = cut <= kills ? cut * made.bytes / (kills + 2) : Infinity
    for await (const chunk of response.body ?? []) {
      pieces.push(Buffer.from(chunk))
      length += chunk.length
      if (length >= enough) break
    }
  }
  return Buffer.concat(pieces)
}

it("memory: what goes in over HTTP, killed on the way, comes out, cut off on the way, as the same", async () => {
  const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
  await server.ready
  const access = parsePrinted(server.output())
  const expected = await writeEvents(file("events.ndjson"))
  const args = importArgs("memory", "--host", access.baseUrl, "--token", access.token)
  await killedOnTheWay(args, {}, () => rowsImported(file("memory.state")))
  assert.deepStrictEqual(await ask(access, "SELECT count(), uniq(uuid) FROM events"), [[count, count]])
  const hash = makeHash()
  for (const line of (await downloaded(access)).toString("utf8").trimEnd().split("\n")) {
    hash.add(JSON.parse(line) as Row)
  }
  assert.deepStrictEqual(hash.result(), expected)
  assert.strictEqual(await stopServer(server), 0, server.output())
})

import { assert, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runProgram } from "./RunProgram.ts"
import { makeDataDir, runServer, stopServer } from "./ServerProcess.ts"

const rowsOf = "SELECT toString(uuid) AS id, event, distinct_id, timestamp, properties FROM events "
  + "ORDER BY timestamp, id LIMIT 50000"

interface Listed {
  readonly files: ReadonlyArray<{ readonly bytes: number; readonly sha256: string }>
}

const readManifest = (path: string): Listed => JSON.parse(readFileSync(path, "utf8")) as Listed

/** A demo is exported, imported into another project of the same storage, and compared there. */
const roundTrip = async (settings: Readonly<Record<string, string>>) => {
  const files = makeDataDir()
  const hedgerow = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { status, stderr, stdout } = await runProgram(args, settings)
    assert.deepStrictEqual([status, stderr], [0, ""], args.join(" "))
    return stdout
  }
  const hashOf = async (project: string) => {
    const text = await hedgerow("query", "--project", project, "--format", "ndjson", rowsOf)
    return [text.trimEnd().split("\n").length, createHash("sha256").update(text).digest("hex")]
  }
  await hedgerow("demo", "--small")
  await hedgerow("project", "create", "--name", "Copy")
  const folder = join(files.path, "out")
  const exporting = () => hedgerow("export", "events", "--to", folder, "--format", "parquet", "--rows-per-file", "7000")
  assert.include(await exporting(), "20,000 rows are in 3 files of ")
  const list = join(folder, "manifest.json")
  const whole = readManifest(list)
  // As after a kill while the second file was written.
  const [first] = whole.files
  writeFileSync(list, JSON.stringify({ ...whole, complete: false, rows: 7_000, bytes: first?.bytes, files: [first] }))
  assert.include(await exporting(), "20,000 rows are in 3 files of ")
  assert.deepStrictEqual(readManifest(list), whole)
  const pieces = readdirSync(folder).filter((name) => name.endsWith(".parquet")).sort().map((name) =>
    join(folder, name)
  )
  const own = ["--rejects", join(files.path, "rejects"), "--state", join(files.path, "state")]
  const imported = await hedgerow("import", "events", "--project", "2", ...own, ...pieces)
  assert.include(imported, "20,000 events of 3 sources are in project 2 (Copy)")
  const before = await hashOf("1")
  assert.strictEqual(before[0], 20_000)
  assert.deepStrictEqual(await hashOf("2"), before)
  const persons = await hedgerow("export", "persons", "--to", join(files.path, "persons"))
  assert.include(persons, "1,000 rows are in 1 files of ")
  files.remove()
}

it("what is exported from ClickHouse beside a running server is imported as the same", async () => {
  const data = makeDataDir()
  const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
  const server = runServer(["serve"], settings)
  await server.ready
  await roundTrip(settings)
  assert.strictEqual(await stopServer(server), 0, server.output())
  data.remove()
})

it.live("what is exported from PostgreSQL without a server is imported as the same", () =>
  Effect.gen(function*() {
    const { url } = yield* PgDatabase.PgDatabase
    const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
    yield* Effect.promise(() => roundTrip(settings))
  }).pipe(Effect.provide(PgTest.layer)))

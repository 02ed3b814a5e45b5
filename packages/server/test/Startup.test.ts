import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { runProgram } from "./RunProgram.ts"
import { ask, baseUrlOf } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

const data = makeDataDir()
afterAll(() => data.remove())

const startFailure = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_DATA_DIR: `${data.path}/unused`, ...env })
  const code = await server.exited
  assert.strictEqual(code, 1, server.output())
  return server.output()
}

/** The same within this process, where the rest of the program is loaded once. */
const refusal = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const directory = `${data.path}/unused`
  const settings = { HEDGEROW_STORAGE: "memory", HEDGEROW_DATA_DIR: directory, HEDGEROW_PORT: "0", ...env }
  const { status, stderr, stdout } = await runProgram(["serve"], settings)
  assert.strictEqual(status, 1)
  return stdout + stderr
}

const secret = "correct-horse"

const external = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: "postgres://me@127.0.0.1:1/db" }

describe("a bad setting stops the start, names the variable and shows no stack", () => {
  const cases: ReadonlyArray<readonly [name: string, value: string, more?: Readonly<Record<string, string>>]> = [
    ["HEDGEROW_PORT", "abc"],
    ["HEDGEROW_PORT", "65536"],
    ["HEDGEROW_HOST", "no.such.host.invalid"],
    ["HEDGEROW_HOST", "192.0.2.1"],
    ["HEDGEROW_STORAGE", "floppy"],
    ["HEDGEROW_DATABASE_URL", "nonsense"],
    ["HEDGEROW_DATABASE_URL", `mysql://me:${secret}@127.0.0.1/db`],
    ["HEDGEROW_DATABASE_SCHEMA", "Bad Name"],
    ["HEDGEROW_CLICKHOUSE_URL", "nonsense"],
    ["HEDGEROW_CLICKHOUSE_URL", `http://me:${secret}@127.0.0.1:8123/a/b`],
    ["HEDGEROW_CLICKHOUSE_URL", `http://me:${secret}%@127.0.0.1:8123/db`],
    ["HEDGEROW_CLICKHOUSE_URL", `http://me:${secret}@127.0.0.1:8123/db`, { HEDGEROW_STORAGE: "memory" }],
    ["HEDGEROW_CLICKHOUSE_CLUSTER", "shards"],
    ["HEDGEROW_LOG_LEVEL", "loud"],
    ["HEDGEROW_PUBLIC_URL", "nowhere"],
    ["HEDGEROW_TRUST_PROXY", "perhaps"],
    ["HEDGEROW_QUERY_TIMEOUT", "soon"],
    ["HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY", secret],
    ["HEDGEROW_BOOTSTRAP_PROJECT_TOKEN", secret],
    ["HEDGEROW_DATABASE_URL", `postgres://me:${secret}@127.0.0.1:1/db`, { HEDGEROW_STORAGE: "external" }],
    ["HEDGEROW_DATABASE_URL", `postgres://me:${secret}@no.such.host.invalid/db`, { HEDGEROW_STORAGE: "external" }],
    ["HEDGEROW_DATABASE_URL", `postgres://me:${secret}@127.0.0.1:99999/db`, { HEDGEROW_STORAGE: "external" }],
    ["HEDGEROW_CLICKHOUSE_URL", `http://me:${secret}@127.0.0.1:1/db`, external],
    ["HEDGEROW_CLICKHOUSE_URL", `https://me:${secret}@no.such.host.invalid/db`, external]
  ]
  for (const [name, value, more] of cases) {
    it.concurrent(`${name}=${value}`, async () => {
      const output = await refusal({ [name]: value, ...more })
      assert.match(output, new RegExp(`^hedgerow: ${name}: [^\\n]+\\n$`))
      assert.notInclude(output, secret)
    })
  }

  it("names all of them at once", async () => {
    const output = await startFailure({
      HEDGEROW_PORT: "abc",
      HEDGEROW_TRUST_PROXY: "perhaps",
      HEDGEROW_RATE_LIMIT_QUERY: "often",
      HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: secret,
      HEDGEROW_OTLP_URL: "nowhere"
    })
    assert.match(
      output,
      new RegExp(
        `^${
          ["PORT", "TRUST_PROXY", "RATE_LIMIT_QUERY", "BOOTSTRAP_PROJECT_TOKEN", "OTLP_URL"].map((name) =>
            `hedgerow: HEDGEROW_${name}: [^\\n]+\\n`
          ).join("")
        }$`
      )
    )
    assert.notInclude(output, secret)
  })

  it("external storage without a URL", async () => {
    const output = await refusal({ HEDGEROW_STORAGE: "external" })
    assert.strictEqual(output, "hedgerow: HEDGEROW_DATABASE_URL is required when HEDGEROW_STORAGE is external.\n")
  })
})

describe("a resource of the server is taken", () => {
  let other: Server
  let port = 0
  beforeAll(() =>
    new Promise<void>((resolve) => {
      other = createServer().listen(0, "127.0.0.1", () => {
        const address = other.address()
        port = typeof address === "object" && address !== null ? address.port : 0
        resolve()
      })
    })
  )
  afterAll(() => new Promise<void>((resolve) => other.close(() => resolve())))

  it("a busy port", async () => {
    const output = await startFailure({ HEDGEROW_PORT: String(port) })
    assert.strictEqual(
      output,
      `hedgerow: 127.0.0.1:${port} is in use by another process; set HEDGEROW_PORT to a free port.\n`
    )
  })

  it("a data directory that cannot be written, for root too", async () => {
    const file = `${data.path}/file`
    writeFileSync(file, "")
    for (
      const [directory, words] of [
        [file, `ENOTDIR: not a directory, scandir '${file}'`],
        [`${file}/below`, `ENOTDIR: not a directory, access '${file}/below'`],
        ["/proc/hedgerow", "ENOENT: no such file or directory, mkdir '/proc/hedgerow'"],
        ["/proc/hedgerow/data", "ENOENT: no such file or directory, mkdir '/proc/hedgerow'"]
      ] as const
    ) {
      const output = await refusal({ HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: directory })
      assert.strictEqual(
        output,
        `hedgerow: The directory ${directory} cannot be read and written: ${words}. Give it, with all that is in it, to `
          + "the user of the server, or name another in HEDGEROW_DATA_DIR\n"
      )
    }
  })
})

/** The lines of the banner for the server's pages. */
const pagesOf = (baseUrl: string): string =>
  `  API page          ${baseUrl}/docs\n  Guides            ${baseUrl}/guides/\n`

describe("first and second start on embedded storage", () => {
  it("use the given keys without printing the key, refuse a second server, and print no keys again", async () => {
    const settings = {
      HEDGEROW_STORAGE: "embedded",
      HEDGEROW_DATA_DIR: `${data.path}/given`,
      HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: "phx_given-for-this-test-alone",
      HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: "phc_given_for_this_test"
    }
    const first = runServer(["serve"], settings)
    try {
      await first.ready
      assert.notInclude(first.output(), "phx_given")
      assert.match(
        first.output(),
        /^The first start makes the storage in \S+, which takes some seconds\.\n(?: {2}(?:PostgreSQL|ClickHouse|the program) \D+[\d.]+ s\)\n)+ {2}tables are up to date \(after [\d.]+ s\)\nHedgerow is ready on /
      )
      assert.include(first.output(), pagesOf(baseUrlOf(first.output())))
      assert.strictEqual((await fetch(`${baseUrlOf(first.output())}/docs`)).status, 200)
      assert.match(first.output(), /Project id\s+1\n/)
      assert.match(first.output(), /Project token\s+phc_given_for_this_test /)
      assert.match(first.output(), /Personal API key\s+as set by HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY/)
      const access = { baseUrl: baseUrlOf(first.output()), key: "phx_given-for-this-test-alone" }
      assert.deepStrictEqual(await ask(access, "select count() from events"), [[0]])

      const second = await startFailure(settings)
      assert.match(second, /^hedgerow: The directory \S+ is in use by a running server \(process \d+\)\n$/)
      assert.deepStrictEqual(await ask(access, "select 1"), [[1]], "the first server goes on")
    } finally {
      assert.strictEqual(await stopServer(first), 0, first.output())
    }
    const again = runServer(["serve"], {
      ...settings,
      HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: "phx_another-key-for-this-test"
    })
    try {
      await again.ready
      const baseUrl = baseUrlOf(again.output())
      assert.strictEqual(
        again.output().replace(/hgl_\w{43}/, "hgl_…"),
        `Hedgerow is ready on ${baseUrl} (storage: embedded)\n\n${pagesOf(baseUrl)}`
          + `  First account     ${baseUrl}/setup#hgl_…   (sets your password; works once)\n`
          + "  Another API key   hedgerow key create --label NAME --scope '*'\n\n"
      )
      assert.deepStrictEqual(await ask({ baseUrl, key: "phx_given-for-this-test-alone" }, "select 1"), [[1]])
      const refused = await fetch(`${baseUrl}/api/projects/1/`, {
        headers: { authorization: "Bearer phx_another-key-for-this-test" }
      })
      assert.strictEqual(refused.status, 401)
    } finally {
      assert.strictEqual(await stopServer(again), 0, again.output())
    }
  })

  it("make other keys for every new installation", async () => {
    const printed = await Promise.all([1, 2].map(async () => {
      const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
      await server.ready
      assert.strictEqual(await stopServer(server), 0)
      return parsePrinted(server.output())
    }))
    assert.strictEqual(new Set(printed.flatMap(({ key, token }) => [key.slice(4), token.slice(4)])).size, 4)
  })
})

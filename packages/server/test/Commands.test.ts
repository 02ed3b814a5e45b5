import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { runProgram } from "./RunProgram.ts"
import { capture } from "./ServerClient.ts"
import { main, makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const data = makeDataDir()
const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }

const manifest = new URL("../package.json", import.meta.url)

/** Runs a command to its end. */
const hedgerow = (args: ReadonlyArray<string>) => runProgram(args, settings)

/** Runs a command as a process of its own, with this text as its input. */
const spawned = (args: ReadonlyArray<string>, input = "") => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"], ...settings },
    encoding: "utf8",
    timeout: 120_000,
    input
  })
  return { status, stdout, stderr }
}

describe("the command line", () => {
  it("shows help and version", async () => {
    const help = spawned(["--help"])
    assert.strictEqual(help.status, 0)
    for (
      const command of [
        "serve",
        "migrate",
        "query",
        "key",
        "project",
        "organization",
        "user",
        "job",
        "move",
        "dead-letters"
      ]
    ) {
      assert.include(help.stdout, `  ${command}  `)
    }
    const version = await hedgerow(["--version"])
    assert.strictEqual(version.status, 0)
    const { version: released } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }
    assert.strictEqual(version.stdout, `hedgerow v${released}\n`)
  })

  it.each([
    [["bogus"], "Unknown subcommand \"bogus\""],
    [["query", "--format", "xml", "select 1"], "--format"],
    [["query", "--project", "abc", "select 1"], "Invalid value for flag --project: \"abc\""]
  ])("says what is wrong with %j, with the usage", async (args, message) => {
    const { status, stderr, stdout } = await hedgerow(args)
    assert.strictEqual(status, 1)
    assert.include(stderr, message)
    assert.notInclude(stderr, "Help requested")
    assert.include(stdout, "USAGE")
  })
})

const table = `┌─────────┬─────────────────────┬──────┬───────────┐
│ name    │ big                 │ none │ at        │
├─────────┼─────────────────────┼──────┼───────────┤
│ seen 🌱 │ 9223372036854775807 │ NULL │ yesterday │
└─────────┴─────────────────────┴──────┴───────────┘
1 row
`

describe("hedgerow migrate", () => {
  it("makes the tables of a new storage and finds nothing to do the second time", async () => {
    for (const _ of [1, 2]) {
      const { status, stderr, stdout } = await hedgerow(["migrate"])
      assert.deepStrictEqual({ status, stderr, stdout }, {
        status: 0,
        stderr: "",
        stdout: "The embedded storage is up to date.\n"
      })
    }
  })
})

describe("hedgerow query", () => {
  const big = "select 9223372036854775807 as big, 'x' as x"

  it("has no project to ask before the first start, which a process says by its exit code too", async () => {
    const expected = { status: 1, stdout: "", stderr: "hedgerow: There is no project 1.\n" }
    assert.deepStrictEqual(await hedgerow(["query", "select 1"]), expected)
    assert.deepStrictEqual(spawned(["query", "select 1"]), expected)
  })

  describe("beside a running server", () => {
    let server: RunningServer
    beforeAll(async () => {
      server = runServer(["serve"], settings)
      await server.ready
      const { baseUrl, token } = parsePrinted(server.output())
      const event = { event: "seen 🌱", distinct_id: "ada", properties: { at: "yesterday" } }
      const others = Array.from({ length: 101 }, (_, i) => ({ event: "other", distinct_id: `user-${i}` }))
      const body = JSON.stringify({ api_key: token, batch: [event, ...others] })
      assert.strictEqual((await capture(baseUrl, body)).status, 200)
    })
    afterAll(async () => {
      assert.strictEqual(await stopServer(server), 0, server.output())
      data.remove()
    })

    it("prints a table with exact integers", async () => {
      const sql = "select event as name, 9223372036854775807 as big, null as none, "
        + "properties.at as at from events where event = 'seen 🌱'"
      assert.deepStrictEqual(await hedgerow(["query", sql]), { status: 0, stderr: "", stdout: table })
    })

    it("prints the whole answer as JSON, every digit of it", async () => {
      const { status, stdout } = await hedgerow(["query", "--json", big])
      assert.strictEqual(status, 0)
      assert.include(stdout, "\"results\":[[9223372036854775807,\"x\"]]")
      assert.deepStrictEqual((JSON.parse(stdout) as { readonly columns: unknown }).columns, ["big", "x"])
    })

    it("prints rows as CSV and as lines of JSON, and answers statements from its input one by one", async () => {
      assert.strictEqual((await hedgerow(["query", "--format", "csv", big])).stdout, "big,x\r\n9223372036854775807,x\n")
      const statements = "select ';' as a;\nselect event as b from events where event = 'seen 🌱'"
      const { status, stdout } = spawned(["query", "--format", "ndjson"], statements)
      assert.deepStrictEqual([status, stdout], [0, "{\"a\":\";\"}\n{\"b\":\"seen 🌱\"}\n"])
    })

    it("explains how a query would be run", async () => {
      const { stdout } = await hedgerow(["query", "--format", "ndjson", "explain select count() from events"])
      assert.include(stdout, "{\"explain\":\"Read events of the project as events_1\"}")
      assert.match(stdout, /"explain":"Rows read: about \d+"/)
      assert.include(stdout, "{\"explain\":\"ClickHouse runs:\"}")
    })

    it("counts rows and says when there are more", async () => {
      assert.match((await hedgerow(["query", "select 1 where 1 = 2"])).stdout, /\n0 rows\n$/)
      assert.match(
        (await hedgerow(["query", "select distinct_id from events"])).stdout,
        /\n100 rows, there are more: add a LIMIT\n$/
      )
    })

    it.each([
      ["selec 1", /^hedgerow: .+\n {2}selec 1\n {2}\^{5}\nA statement begins with .+\n$/],
      ["select nothing from events", /^hedgerow: .*nothing\n {2}select nothing from events\n {9}\^{7}\n.+\n$/],
      ["select noSuchFunction(1)", /^hedgerow: .+\n {2}select noSuchFunction\(1\)\n {9}\^{17}\n.+\n$/],
      ["", /^hedgerow: Empty query\n.+\n$/]
    ])("says what is wrong with %j", async (sql, message) => {
      const { status, stderr, stdout } = await hedgerow(["query", sql])
      assert.strictEqual(status, 1)
      assert.strictEqual(stdout, "")
      assert.match(stderr, message)
    })

    it("knows no other project", async () => {
      const { status, stderr } = await hedgerow(["query", "--project", "99", "select 1"])
      assert.deepStrictEqual({ status, stderr }, { status: 1, stderr: "hedgerow: There is no project 99.\n" })
    })
  })
})

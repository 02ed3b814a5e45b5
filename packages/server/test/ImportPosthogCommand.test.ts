import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runProgram } from "./RunProgram.ts"
import { main, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

interface Outcome {
  readonly what: string
  readonly name: string
  readonly outcome: string
}

interface Report {
  readonly dry_run: boolean
  readonly outcomes: ReadonlyArray<Outcome>
}

const flagKeys = Array.from({ length: 20 }, (_, index) => `flag-${index}`)

describe("hedgerow import posthog", () => {
  let server: RunningServer
  let source: Printed
  beforeAll(async () => {
    server = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
    await server.ready
    source = parsePrinted(server.output())
    const send = (path: string, body: object) =>
      fetch(`${source.baseUrl}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${source.key}`, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    const properties = { $set: { plan: "pro" } }
    await send("/batch/", { api_key: source.token, batch: [{ event: "paid", distinct_id: "ada", properties }] })
    for (const key of flagKeys) {
      const made = await send(`/api/projects/${source.projectId}/feature_flags/`, {
        key,
        _should_create_usage_dashboard: false
      })
      assert.strictEqual(made.status, 201)
    }
  }, 120_000)
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
  })

  const args = (...more: ReadonlyArray<string>) => [
    "import",
    "posthog",
    "--host",
    source.baseUrl,
    "--key",
    source.key,
    ...more
  ]

  const flagsAt = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      Effect.map(
        sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM feature_flags`,
        ([row]) => row?.count ?? 0
      )
  )

  /** Copies in a process of its own, which is killed once it has made some of the flags. */
  const killed = Effect.fnUntraced(function*(settings: Readonly<Record<string, string>>) {
    const before = yield* flagsAt
    const child = spawn(process.execPath, [main, ...args()], {
      env: { PATH: process.env["PATH"], ...settings },
      stdio: "ignore"
    })
    const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
    while (child.exitCode === null && (yield* flagsAt) < before + 3) yield* Effect.sleep("20 millis")
    child.kill("SIGKILL")
    return yield* Effect.promise(() => exited)
  })

  it.live("copies into PostgreSQL beside a server after a dry run and a kill, and then has nothing to do", () =>
    Effect.gen(function*() {
      const { url } = yield* PgDatabase.PgDatabase
      const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
      const hedgerow = Effect.fnUntraced(function*(...given: ReadonlyArray<string>) {
        const { status, stderr, stdout } = yield* Effect.promise(() => runProgram(given, settings))
        assert.deepStrictEqual([status, stderr], [0, ""], given.join(" "))
        return stdout
      })
      const report = Effect.fnUntraced(function*(...more: ReadonlyArray<string>) {
        const printed = yield* hedgerow(...args("--json", ...more))
        assert.notInclude(printed, source.key)
        return JSON.parse(printed) as Report
      })
      const made = ({ outcomes }: Report) => outcomes.filter(({ outcome }) => outcome === "made")
      const flagsIn = (outcomes: ReadonlyArray<Outcome>) =>
        outcomes.filter(({ what }) => what === "flag").map(({ name }) => name)
      const target = runServer(["serve"], settings)
      yield* Effect.promise(() => target.ready)
      const before = yield* flagsAt
      const dry = yield* report("--dry-run")
      assert.isTrue(dry.dry_run)
      assert.sameMembers(flagsIn(made(dry)), flagKeys)
      assert.strictEqual(yield* flagsAt, before)
      assert.strictEqual(yield* killed(settings), null, "it ended before it was killed")
      assert.isBelow(yield* flagsAt, before + flagKeys.length)
      assert.match(yield* hedgerow(...args()), /\d+ made, \d+ there already, \d+ left out\.\n$/)
      assert.strictEqual(yield* flagsAt, before + flagKeys.length)
      const again = yield* report()
      assert.deepStrictEqual(made(again), [])
      assert.sameMembers(flagsIn(again.outcomes), flagKeys)
      assert.strictEqual(yield* Effect.promise(() => stopServer(target)), 0, target.output())
    }).pipe(Effect.provide(PgTest.layer)))

  it("says in words what is wrong, and never the key", async () => {
    const memory = { HEDGEROW_STORAGE: "memory" }
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [["import", "posthog", "--host", "eu.posthog.com", "--key", "phx_wrong"], "eu.posthog.com is no address"],
      [
        [
          "import",
          "posthog",
          "--host",
          source.baseUrl,
          "--key",
          "phx_wrong",
          "--to-host",
          source.baseUrl,
          "--to-key",
          "phx_1"
        ],
        "does not open the project: "
      ],
      [args("--to-host", source.baseUrl), "--to-host needs HEDGEROW_IMPORT_TO_KEY or --to-key."],
      [["import", "posthog", "--host", "http://posthog.example", "--key", "phx_wrong"], "give an https address"],
      [args("--to-host", "http://analytics.example", "--to-key", "phx_wrong"), "give an https address"],
      [["import", "posthog", "--host", "http://127.0.0.1.example", "--key", "phx_wrong"], "give an https address"],
      [["import", "posthog", "--host", source.baseUrl], "HEDGEROW_IMPORT_KEY"]
    ]
    for (const [given, words] of cases) {
      const { status, stderr, stdout } = await runProgram(given, memory)
      assert.strictEqual(status, 1)
      assert.include(stderr, words)
      assert.notInclude(`${stderr}${stdout}`, "phx_")
    }
  })

  it("prints what was made before the target was gone", async () => {
    const project = { id: 1, api_token: "phc_1" }
    const actions = { results: ["First", "Second"].map((name, id) => ({ id: id + 1, name, steps: [] })) }
    const stand = createServer((request, response) => {
      const { method, url = "" } = request
      request.setEncoding("utf8").on("data", (body: string) => {
        if (body.includes("Second")) request.socket.destroy()
      }).on("end", () => {
        const isProject = /projects\/\d\/$/.test(url)
        const found = isProject ? project : url.includes("/projects/1/actions/") ? actions : { results: [] }
        response.end(JSON.stringify(method === "POST" ? { id: 9 } : found))
      })
    })
    await new Promise<void>((resolve) => stand.listen(0, "127.0.0.1", resolve))
    const { port } = stand.address() as AddressInfo
    const host = `http://127.0.0.1:${port}`
    const given = ["import", "posthog", "--host", host, "--to-host", host, "--json"]
    const ran = await runProgram([...given, "--from-project", "1", "--project", "2", "--without-persons"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_IMPORT_KEY: "phx_1",
      HEDGEROW_IMPORT_TO_KEY: "phx_2"
    })
    stand.close()
    assert.strictEqual(ran.status, 1)
    assert.include(ran.stderr, `${host} does not answer, or leads elsewhere.`)
    const { outcomes } = JSON.parse(ran.stdout) as Report
    const made = outcomes.filter(({ outcome }) => outcome === "made").map(({ name }) => name)
    assert.deepStrictEqual(made, ["First"])
  })

  it("copies to a running server that is in memory", async () => {
    const other = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
    await other.ready
    const { baseUrl, key } = parsePrinted(other.output())
    // Keys are read from the environment, which other users of the machine do not see.
    const ran = await runProgram(["import", "posthog", "--host", source.baseUrl, "--to-host", baseUrl, "--json"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_IMPORT_KEY: source.key,
      HEDGEROW_IMPORT_TO_KEY: key
    })
    assert.deepStrictEqual([ran.status, ran.stderr], [0, ""])
    const { outcomes } = JSON.parse(ran.stdout) as Report
    assert.sameMembers(
      outcomes.filter(({ outcome, what }) => outcome === "made" && what === "flag").map(({ name }) => name),
      flagKeys
    )
    assert.strictEqual(await stopServer(other), 0, other.output())
  })
})

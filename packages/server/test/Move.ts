import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { hasUnmovedEvents } from "@hedgerow/storage-clickhouse/move/UnmovedEvents"
import { EmbeddedPostgres, PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, FileSystem, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { v7 } from "uuid"
import { runProgram } from "./RunProgram.ts"
import { type Access, ask, capture } from "./ServerClient.ts"
import { inside as insideOf } from "./ServerEngines.ts"
import { main, makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const data = makeDataDir()
const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings }

const hedgerow = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  runProgram(args, { ...settings, ...env })

const plans = ["free", "pro", "team", null]
const names = ["page opened", "paid", "left", "späť 🌿"]

/** Events of some months, of persons that are merged, changed and in groups, with odd properties among them. */
const eventsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    uuid: v7(),
    event: i % 29 === 0 ? "$identify" : names[i % names.length],
    distinct_id: i % 29 === 0 ? `known ${i % 7}` : `visitor ${i % 41}`,
    timestamp: new Date(Date.UTC(2026, 5 + i % 5, 1 + i % 27, i % 24, i % 60, i % 50, i % 3 === 0 ? 0 : i % 1000))
      .toISOString(),
    properties: {
      n: i,
      price: i % 4 === 0 ? i / 8 : `${i}`,
      plan: plans[i % plans.length],
      nested: { list: [i, `${i}`, null], deep: { er: { still: i % 3 } } },
      $browser: i % 2 === 0 ? "Firefox" : "Safari",
      $current_url: `https://example.org/${i % 13}?q=${i}`,
      text: `tab\t"quote" \u0001 line\n${i}`,
      big: 12345678901234567890n.toString(),
      ...(i % 5 === 0 ? { $set: { plan: plans[i % 3], [`seen ${i % 3}`]: i } } : {}),
      ...(i % 29 === 0 ? { $anon_distinct_id: `visitor ${i % 41}` } : {}),
      ...(i % 6 === 0 ? { $groups: { company: `company ${i % 4}` }, $session_id: `session ${i % 9}` } : {})
    }
  }))

const groups = Array.from({ length: 4 }, (_, i) => ({
  uuid: v7(),
  event: "$groupidentify",
  distinct_id: "visitor 1",
  timestamp: "2026-10-01T00:00:00Z",
  properties: { $group_type: "company", $group_key: `company ${i}`, $group_set: { size: i, name: `Ñame ${i}` } }
}))

const send = async (access: Pick<Access, "baseUrl">, token: string, events: ReadonlyArray<object>) => {
  for (let at = 0; at < events.length; at += 200) {
    const response = await capture(
      access.baseUrl,
      JSON.stringify({ api_key: token, batch: events.slice(at, at + 200) })
    )
    assert.strictEqual(response.status, 200)
  }
}

const questions = [
  "select count(), count(distinct uuid), min(timestamp), max(timestamp) from events",
  "select uuid, event, distinct_id, person_id, timestamp, properties from events order by uuid limit 50000",
  "select event, count() from events group by event order by event",
  "select toStartOfMonth(timestamp) as month, count(distinct person_id) from events group by month order by month",
  "select properties.plan as plan, sum(toFloat(properties.price)) from events group by plan order by plan",
  "select properties.nested.deep.er.still as v, count() from events where toFloat(properties.n) > 20 group by v order by v",
  "select properties.$browser as b, properties.$current_url as u, count() from events group by b, u order by b, u",
  "select person.properties.plan as p, count() from events group by p order by p",
  "select person_id, count() from events group by person_id order by person_id",
  "select id, properties, is_identified from persons order by id",
  "select distinct_id, person_id from person_distinct_ids order by distinct_id",
  "select $group_0 as g, $session_id as s, count() from events group by g, s order by g, s",
  "select key, properties from groups order by key",
  "select properties.nested.list[1] as first, properties.text as t from events where event = 'paid' order by uuid"
]

const answersOf = async (access: Access) => {
  const answers: Array<readonly [question: string, rows: unknown]> = []
  for (const question of questions) {
    const rows = await ask(access, question)
    assert.isAbove(rows.length, 0, question)
    answers.push([question, rows])
  }
  return answers
}

/** The PostgreSQL of the directory, attached to when a server runs it. */
const postgres = EmbeddedPostgres.layer({ directory: data.path, whenRunning: "attach" }).pipe(
  Layer.provide(NodeServices.layer)
)

/** Works on the engines that a running server has. */
const inside = <A, E>(work: Effect.Effect<A, E, ClickHouse | SqlClient.SqlClient>): Promise<A> =>
  insideOf(data.path, work)

const rowsOf = (project: number) =>
  inside(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<
      { count: number }
    >`SELECT count(*)::int4 AS count FROM events WHERE project_id = ${project}`
    return row?.count
  }))

/** Runs `move events` and ends it when that number of events has been moved. */
const endedAt = async (moved: number, by: "SIGINT" | "SIGKILL"): Promise<void> => {
  const child = spawn(process.execPath, [main, "move", "events", "--project", "1", "--page-size", "20"], {
    env: environment,
    stdio: "ignore"
  })
  const exited = new Promise<unknown>((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)))
  const isThere = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`SELECT 1 FROM event_moves WHERE project_id = 1 AND moved >= ${moved}`
    return rows.length > 0
  })
  await inside(Effect.repeat(isThere, { until: (there) => there, schedule: Schedule.spaced("5 millis") }))
  child.kill(by)
  assert.strictEqual(await exited, by === "SIGKILL" ? by : 130)
}

interface Filled {
  readonly access: Access
  readonly token: string
  readonly otherToken: string
  readonly answers: ReadonlyArray<readonly [question: string, rows: unknown]>
}

/** A server whose events are in PostgreSQL alone. */
const fill = (url: string, count: number): Promise<Filled> => {
  const external = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: url }
  return using(runServer(["serve"], external), async (server) => {
    const printed = parsePrinted(server.output())
    const other = await hedgerow(["project", "create", "--name", "Other", "--json"], external)
    assert.strictEqual(other.status, 0, other.stderr)
    const { api_token: otherToken } = JSON.parse(other.stdout) as { readonly api_token: string }
    await send(printed, printed.token, [...groups, ...eventsOf(count - groups.length)])
    await send(printed, otherToken, eventsOf(60))
    return { access: printed, token: printed.token, otherToken, answers: await answersOf(printed) }
  })
}

const using = async <A>(server: RunningServer, use: (server: RunningServer) => Promise<A>): Promise<A> => {
  try {
    await server.ready
    return await use(server)
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

const summary = /│ 1 +│ 1000 +│ 1000 +│ 0 +│ 0 +│ 0 +│/

const parsePrintedUrl = (server: RunningServer): string =>
  /Hedgerow is ready on (\S+)/.exec(server.output())?.[1] ?? assert.fail(server.output())

/** Makes the copy of project 1 fail, on the ClickHouse whose tables a command has made. */
const breakSnapshot = Effect.fnUntraced(function*(status: number | null) {
  assert.strictEqual(status, 0)
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO clickhouse_snapshots (target, project_id, position, topic)
    SELECT DISTINCT target, 1, 0, 'nonsense' FROM clickhouse_migrations`
}, Effect.provide(PgDatabase.layerClient))

const mendSnapshot = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`DELETE FROM clickhouse_snapshots WHERE topic = 'nonsense'`
).pipe(Effect.provide(PgDatabase.layerClient))

const removeAll = async (access: Access, filled: Filled, fresh: number) => {
  assert.strictEqual((await hedgerow(["move", "remove", "--project", "1"])).status, 0)
  assert.deepStrictEqual([await rowsOf(1), await rowsOf(2)], [0, 60])
  assert.deepStrictEqual(await answersOf(access), filled.answers)

  // An event that exists twice: the numbers differ, and none is removed.
  assert.strictEqual((await hedgerow(["move", "events"])).status, 0)
  assert.isFalse(await inside(hasUnmovedEvents))
  await inside(
    Effect.flatMap(ClickHouse, (clickhouse) =>
      clickhouse.command({
        sql: "INSERT INTO events SELECT * FROM events WHERE project_id = 2 AND event = 'paid' LIMIT 1"
      }))
  )
  const differs = await hedgerow(["move", "events", "--project", "2"])
  assert.strictEqual(differs.status, 1)
  assert.match(differs.stdout, /│ 2 +│ 60 +│ 60 +│ 0 +│ 0 +│ 1 +│/)
  assert.match(differs.stderr, /^hedgerow: ClickHouse does not have the same events/)
  assert.strictEqual((await hedgerow(["move", "remove"])).status, 1)
  assert.strictEqual(await rowsOf(2), 60)
  const inAll = await inside(
    Effect.flatMap(
      ClickHouse,
      (clickhouse) =>
        clickhouse.query({ sql: "SELECT project_id, count() FROM events GROUP BY project_id ORDER BY project_id" })
    )
  )
  assert.deepStrictEqual(inAll.rows, [[1, "1000"], [2, String(60 + fresh + 1)]])
}

/** Tests that events are moved beside a running server, by a command that is ended in the middle. */
export const movesEvents = (ends: ReadonlyArray<readonly [moved: number, by: "SIGINT" | "SIGKILL"]>) =>
  describe("hedgerow move", () => {
    it("takes events from PostgreSQL to ClickHouse, killed on the way, beside a running server", async () => {
      try {
        const filled = await Effect.runPromise(
          Effect.flatMap(
            EmbeddedPostgres.EmbeddedPostgres,
            ({ url }) => Effect.promise(() => fill(Redacted.value(url), 1_000))
          ).pipe(Effect.provide(postgres), Effect.orDie)
        )
        await using(runServer(["serve"], settings), async (server) => {
          const access = { baseUrl: parsePrintedUrl(server), key: filled.access.key }
          assert.include(server.output(), "hedgerow move events")
          assert.deepStrictEqual(await ask(access, "select count() from events"), [[0]])
          assert.match(
            (await hedgerow(["move", "remove"])).stderr,
            /project 1 have not been moved wholly[^]*project 2 have not/
          )

          // The server takes events of the other project all the time.
          const moving = new AbortController()
          let fresh = 0
          const ingestion = (async () => {
            while (!moving.signal.aborted) {
              await send(access, filled.otherToken, [{ uuid: v7(), event: "fresh", distinct_id: "somebody" }])
              fresh++
            }
          })()
          for (const [moved, by] of ends) await endedAt(moved, by)
          const done = await hedgerow(["move", "events", "--project", "1", "--page-size", "70"])
          moving.abort()
          await ingestion
          assert.strictEqual(done.status, 0, done.stderr)
          assert.match(done.stdout, summary)
          assert.deepStrictEqual(await answersOf(access), filled.answers)

          const status = JSON.parse((await hedgerow(["move", "status", "--json"])).stdout) as ReadonlyArray<
            Record<string, unknown>
          >
          assert.deepStrictEqual(
            status.map((row) => [row["project"], row["in_postgresql"], row["in_clickhouse"], row["moved"]]),
            [[1, 1000, 1000, 1000], [2, 60, fresh, 0]]
          )
          assert.isTrue(await inside(hasUnmovedEvents))
          assert.match((await hedgerow(["move", "remove"])).stderr, /project 2 have not been moved wholly/)
          await removeAll(access, filled, fresh)
        })
        const alone = await hedgerow(["move", "events", "--project", "1"])
        assert.strictEqual(alone.status, 0, alone.stderr)
        assert.match(alone.stdout, /│ 1 +│ 0 +│ 0 +│ 0 +│ 0 +│ 0 +│/)
      } finally {
        data.remove()
      }
    })
  })

const command = (...call: Parameters<typeof hedgerow>) => Effect.promise(() => hedgerow(...call))

/** Tests that events are moved without a server. */
export const movesEventsAlone = () =>
  describe("hedgerow move to a ClickHouse somewhere else", () => {
    it.live("needs no server, and says which project has not been moved", () =>
      Effect.gen(function*() {
        const { url } = yield* PgDatabase.PgDatabase
        const engine = yield* EmbeddedClickHouse.make({
          directory: yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "hedgerow-move-" }),
          durable: false,
          transport: "loopback"
        })
        const before = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: Redacted.value(url) }
        const after = { ...before, HEDGEROW_CLICKHOUSE_URL: `${Redacted.value(engine.url)}/moved` }
        const filled = yield* Effect.promise(() => fill(Redacted.value(url), 90))
        assert.match(
          (yield* command(["move", "events"], before)).stderr,
          /^hedgerow: The configured storage has no ClickHouse/
        )
        const none = yield* command(["move", "events", "--project", "9"], after)
        assert.deepStrictEqual([none.status, none.stderr], [1, "hedgerow: There is no project 9.\n"])
        yield* breakSnapshot((yield* command(["move", "status"], after)).status)
        const broken = yield* command(["move", "events"], after)
        assert.strictEqual(broken.status, 1)
        assert.match(broken.stdout, /│ 2 +│ 60 +│ 60 +│ 0 +│ 0 +│ 0 +│/)
        assert.match(broken.stderr, /^hedgerow: Project 1: /m)
        const removed = yield* command(["move", "remove"], after)
        assert.strictEqual(removed.status, 1)
        assert.match(removed.stderr, /^hedgerow: Project 1: [^\n]*have not been moved wholly[^\n]*\n$/m)
        assert.match(removed.stdout, /Project 2: 60 events removed/)
        yield* mendSnapshot
        const done = yield* command(["move", "events"], after)
        assert.strictEqual(done.status, 0, done.stderr)
        assert.match(done.stdout, /│ 1 +│ 90 +│ 90 +│ 0 +│ 0 +│ 0 +│[^]*│ 2 +│ 0 +│ 0 +│ 0 +│ 0 +│ 0 +│/)
        const [, answers] = filled.answers[8] ?? assert.fail()
        const asked = JSON.parse((yield* command(["query", "--json", questions[8] ?? ""], after)).stdout) as {
          readonly results: unknown
        }
        assert.deepStrictEqual(asked.results, answers)
      }).pipe(Effect.scoped, Effect.provide(Layer.merge(PgTest.layerEmpty, NodeServices.layer))))
  })

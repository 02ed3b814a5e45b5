import { assert, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout as pause } from "node:timers/promises"
import { startLoad } from "./BatchLoad.ts"
import { openPostgres } from "./OperatedPostgres.ts"
import { ask, askRaw, settles } from "./ServerClient.ts"
import { engines, postgresPid } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

/** Sends requests, each soon after the answer to the last, and collects the statuses. */
const keepAsking = ({ baseUrl, key, token }: Printed) => {
  const stopping = new AbortController()
  const statuses = new Set<number>()
  const project = { headers: { authorization: `Bearer ${key}` } }
  const flags = { method: "POST", body: JSON.stringify({ api_key: token, distinct_id: "ada" }) }
  const requests = [
    () => askRaw({ baseUrl, key }, "select count() from events"),
    () => fetch(`${baseUrl}/flags/?v=2`, flags),
    () => fetch(`${baseUrl}/api/projects/1/`, project),
    () => fetch(`${baseUrl}/_ready`)
  ]
  const asking = Promise.all(requests.map(async (request) => {
    while (!stopping.signal.aborted) {
      const response = await request()
      await response.text()
      statuses.add(response.status)
      await pause(20)
    }
  }))
  const stop = async () => {
    stopping.abort()
    await asking
  }
  return { statuses, stop }
}

/** The background work of a server goes on: a job calculates a cohort, which also takes what listens to others. */
const calculatesCohort = async ({ baseUrl, key }: Printed, name: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const filters = {
    properties: { type: "AND", values: [{ key: "seen 1", type: "person", operator: "is_set", value: "is_set" }] }
  }
  const made = await fetch(`${baseUrl}/api/projects/1/cohorts/`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name, filters })
  })
  assert.strictEqual(made.status, 201, await made.clone().text())
  const { id } = (await made.json()) as { readonly id: number }
  const cohort = async () =>
    (await (await fetch(`${baseUrl}/api/projects/1/cohorts/${id}/`, { headers })).json()) as {
      readonly count: number | null
    }
  await settles(async () => (await cohort()).count !== null, true)
}

/** Loads a server, does each harm in turn, and checks that the process goes on and that nothing is lost or doubled. */
const survives = async (server: RunningServer, harms: ReadonlyArray<() => Promise<void> | void>) => {
  const printed = parsePrinted(server.output())
  const load = startLoad(printed.token, printed.baseUrl)
  const asking = keepAsking(printed)
  try {
    const isTaking = async () => {
      const before = load.acknowledged.length
      const takes = () => server.process.exitCode !== null || load.acknowledged.length > before + 10
      await vi.waitUntil(takes, { timeout: 120_000 })
      assert.isNull(server.process.exitCode, server.output())
    }
    await isTaking()
    for (const harm of harms) {
      await harm()
      await isTaking()
    }
  } finally {
    await Promise.all([load.stop(), asking.stop()])
  }
  await settles(async () => {
    await load.finish()
    return load.acknowledged.length
  }, load.sent.length)
  assert.includeMembers([...asking.statuses], [200])
  assert.notInclude([...load.outcomes.keys()], "broken", "no connection is cut")
  const sent = load.sent.flatMap(({ uuids }) => uuids).length
  assert.deepStrictEqual(await ask(printed, "select count(), uniq(uuid) from events"), [[sent, sent]])
  assert.isAbove(Number((await ask(printed, "select count() from persons"))[0]?.[0]), 0)
  await calculatesCohort(printed, "after all")
}

/** A way to end PostgreSQL: at once but cleanly, at once, or without a word. */
type Signal = "SIGINT" | "SIGQUIT" | "SIGKILL"

/** Tests that a server goes on when a PostgreSQL outside it ends in each of these ways under load. */
export const outsideRestarts = (signals: ReadonlyArray<Signal>) => {
  it("a PostgreSQL outside that restarts under load is waited for by the same process, and every acknowledged event is there once", async () => {
    const data = makeDataDir()
    const postgres = await openPostgres(data.path)
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: postgres.url })
    try {
      await server.ready
      await survives(server, signals.map((signal) => () => postgres.restart(signal)))
      assert.strictEqual(await stopServer(server), 0, server.output())
    } finally {
      server.process.kill("SIGKILL")
      await postgres.stop()
      data.remove()
    }
  })
}

/** Runs a statement on the server's PostgreSQL, past the server. */
const onPostgres = (directory: string, text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ readonly pid: number }>(text)).pipe(
    Effect.provide(engines(directory)),
    Effect.runPromise
  )

const ofServer = "application_name LIKE 'hedgerow%' AND pid <> pg_backend_pid()"

/** Tests that a server mends the deaths of its embedded PostgreSQL, and of single connections, under load. */
export const embeddedDeaths = (signals: ReadonlyArray<Signal>) => {
  it("the death of the embedded PostgreSQL, and of single connections, is mended by the same process under load, and every acknowledged event is there once", async () => {
    const data = makeDataDir()
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
    try {
      await server.ready
      const restarted = async (signal: Signal) => {
        const before = postgresPid(data.path)
        process.kill(before, signal)
        await vi.waitUntil(() => ![0, before].includes(postgresPid(data.path)), { timeout: 120_000 })
      }
      await survives(server, [
        async () => {
          await onPostgres(data.path, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ofServer}`)
        },
        async () => {
          const [backend] = await onPostgres(data.path, `SELECT pid FROM pg_stat_activity WHERE ${ofServer} LIMIT 1`)
          process.kill(backend?.pid ?? 0, "SIGKILL")
        },
        ...signals.map((signal) => () => restarted(signal))
      ])
      const listening = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'hedgerow hints' AND query ~ 'LISTEN'"
      await settles(async () => (await onPostgres(data.path, listening)).length > 0, true)
      assert.strictEqual(await stopServer(server), 0, server.output())
      assert.strictEqual(postgresPid(data.path), 0, "it has ended too")
    } finally {
      server.process.kill("SIGKILL")
      data.remove()
    }
  })
}

import { assert, describe, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Redacted } from "effect"
import { v7 } from "uuid"
import { openProxy } from "./DatabaseProxy.ts"
import { type Access, ask, askRaw, baseUrlOf, capture, settles } from "./ServerClient.ts"
import { endLeases, insidePostgres } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type Printed, runServer, stopServer } from "./ServerProcess.ts"
import { stopClickHouse, stopPostgres } from "./StoppedProcesses.ts"

interface World extends Printed {
  readonly dataDir: string
  readonly restart: () => Promise<Access>
}

/** A server on embedded storage of its own, and what the test does with it. */
const withServer = async (test: (world: World) => Promise<void>) => {
  const data = makeDataDir()
  const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path, HEDGEROW_STORE_SILENCE: "3 seconds" }
  let server = runServer(["serve"], settings)
  try {
    await server.ready
    const printed = parsePrinted(server.output())
    await test({
      ...printed,
      dataDir: data.path,
      restart: async () => {
        assert.strictEqual(await stopServer(server), 0, server.output())
        server = runServer(["serve"], settings)
        await server.ready
        return { baseUrl: /ready on (\S+)/.exec(server.output())?.[1] ?? "", key: printed.key }
      }
    })
    assert.strictEqual(await stopServer(server), 0, server.output())
  } catch (error) {
    throw new Error(`with this output of the server:\n${server.output()}`, { cause: error })
  } finally {
    server.process.kill("SIGKILL")
    data.remove()
  }
}

const bodyOf = (token: string, uuid: string = v7()): string =>
  JSON.stringify({
    api_key: token,
    batch: [{ uuid, event: "load", distinct_id: "ada", properties: { $set: { a: 1 } } }]
  })

const checkRefused = async (response: Response, code = "error") => {
  const body = (await response.json()) as Record<string, unknown>
  assert.strictEqual(response.status, 503, JSON.stringify(body))
  assert.isAtLeast(Number(response.headers.get("retry-after")), 1)
  assert.deepInclude(body, { type: "server_error", code, attr: null })
}

const queryRefusal = "query_engine_unavailable"

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

/** The detail of `/_ready`, which names the stores that do not answer. */
const unready = async (baseUrl: string): Promise<unknown> => {
  const response = await fetch(`${baseUrl}/_ready`)
  assert.strictEqual(response.status, 503)
  assert.isAtLeast(Number(response.headers.get("retry-after")), 1)
  return ((await response.json()) as { readonly detail: unknown }).detail
}

const counts = async (access: Access) => {
  const question = "select count(), count(distinct uuid) from events where event = 'load'"
  await settles(async () => (await askRaw(access, question)).status, 200)
  return (await ask(access, question))[0]
}

describe("a ClickHouse that hangs", () => {
  it("is refused while it hangs, and goes on with every event once", () =>
    withServer(async (world) => {
      const { baseUrl, dataDir, token } = world
      assert.strictEqual((await capture(baseUrl, bodyOf(token))).status, 200)
      const goOn = stopClickHouse(dataDir)
      const sent = Array.from({ length: 5 }, () => bodyOf(token))
      // Those that find it out.
      await Promise.all([
        ...sent.map((body) => capture(baseUrl, body).then((response) => checkRefused(response))),
        askRaw(world, "select count() from events").then((response) => checkRefused(response, queryRefusal))
      ])
      // Those that come after it is known.
      const later = bodyOf(token)
      for (let round = 0; round < 5; round++) await checkRefused(await capture(baseUrl, later))
      await checkRefused(await askRaw(world, "select event from events"), queryRefusal)
      assert.deepStrictEqual(await ask(world, "select 1, [2, 3]"), [[1, [2, 3]]], "constants need no engine")
      assert.strictEqual(await statusOf(`${baseUrl}/_health`), 200)
      assert.strictEqual(await unready(baseUrl), "The server is not ready: its event store does not answer.")
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="clickhouse"[^}]*\} 1$/m)
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="postgres"[^}]*\} 0$/m)

      goOn()
      await settles(() => statusOf(`${baseUrl}/_ready`), 200)
      // Inserts come one after the other: what the engine had of the others is stored before this one, or not at all.
      const after = bodyOf(token)
      await settles(async () => (await capture(baseUrl, after)).status, 200)
      await insidePostgres(dataDir, endLeases)
      await settles(async () => (await capture(baseUrl, later)).status, 200)
      for (const body of sent) await settles(async () => (await capture(baseUrl, body)).status, 200)
      assert.deepStrictEqual(await counts(world), [8, 8])
      const again = await world.restart()
      assert.deepStrictEqual(await counts(again), [8, 8])
    }))
})

/** Asks for flags and their definitions in every protocol. */
const askFlags = ({ baseUrl, key, token }: Access & { readonly token: string }) => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers }
    })
  const subject = { token, distinct_id: "ada" }
  return Promise.all([
    post("/flags/?v=2", subject),
    post("/decide/?v=3", subject),
    post("/ofrep/v1/evaluate/flags", { context: { targetingKey: "ada" } }, { authorization: `Bearer ${token}` }),
    fetch(`${baseUrl}/flags/definitions/?token=${token}`, { headers: { authorization: `Bearer ${key}` } })
  ])
}

const addFlag = async ({ baseUrl, key }: Access, flag: string, properties: ReadonlyArray<object>) => {
  const { status } = await fetch(`${baseUrl}/api/projects/1/feature_flags/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ key: flag, filters: { groups: [{ properties, rollout_percentage: 100 }] } })
  })
  assert.strictEqual(status, 201)
}

const checkFlags = async (world: Access & { readonly token: string }, isStale: boolean) => {
  const answers = await askFlags(world)
  for (const answer of answers) {
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(/^\d+$/.test(answer.headers.get("x-hedgerow-stale") ?? "none"), isStale)
  }
  const { errorsWhileComputingFlags, flags } = (await answers[0].json()) as {
    readonly errorsWhileComputingFlags: boolean
    readonly flags: Record<string, { readonly enabled: boolean; readonly failed?: true }>
  }
  assert.strictEqual(errorsWhileComputingFlags, isStale)
  assert.deepStrictEqual([flags["everybody"]?.enabled, flags["known"]?.failed === true], [true, isStale])
}

const makeFlags = async (world: World) => {
  assert.strictEqual((await capture(world.baseUrl, bodyOf(world.token))).status, 200)
  await addFlag(world, "everybody", [])
  await addFlag(world, "known", [{ key: "a", type: "person", operator: "exact", value: ["1"] }])
  await checkFlags(world, false)
}

describe("flags while PostgreSQL hangs", () => {
  it(
    "are answered while it is stopped, from the first moment on, and are fresh again afterwards",
    () =>
      withServer(async (world) => {
        await makeFlags(world)
        const goOn = stopPostgres(world.dataDir)
        // A kept value counts as current for a moment; then no server can check it.
        await settles(async () => (await askFlags(world))[0].headers.has("x-hedgerow-stale"), true)
        for (let round = 0; round < 5; round++) await checkFlags(world, true)
        await settles(() => statusOf(`${world.baseUrl}/_ready`), 503)
        for (let round = 0; round < 5; round++) await checkFlags(world, true)
        const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text()
        assert.isAtLeast(Number(/^hedgerow_stale_answers_total(?:\{[^}]*\})? (\d+)$/m.exec(metrics)?.[1]), 40)
        goOn()
        await settles(async () => (await askFlags(world)).some(({ headers }) => headers.has("x-hedgerow-stale")), false)
        await checkFlags(world, false)
      })
  )
})

describe("flags while PostgreSQL is away", () => {
  it.live(
    "go on where they were known, and are 503 on a server that has never known them",
    () =>
      Effect.gen(function*() {
        const proxy = yield* openProxy(new URL(Redacted.value((yield* PgDatabase.PgDatabase).url)))
        const settings = { HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: proxy.url }
        yield* Effect.promise(async () => {
          const first = runServer(["serve"], settings)
          await first.ready
          const other = runServer(["serve"], settings)
          await other.ready
          try {
            const world = {
              ...parsePrinted(first.output()),
              dataDir: "",
              restart: () => Promise.reject(new Error("none"))
            }
            await makeFlags(world)
            proxy.goAway()
            await settles(async () => (await askFlags(world))[0].headers.has("x-hedgerow-stale"), true)
            for (let round = 0; round < 5; round++) await checkFlags(world, true)
            const unknowing = { ...world, baseUrl: baseUrlOf(other.output()) }
            for (const answer of await askFlags(unknowing)) await checkRefused(answer)
            for (const path of ["/api/users/@me/", "/api/projects/1/", "/api/projects/1/feature_flags/"]) {
              await checkRefused(
                await fetch(world.baseUrl + path, { headers: { authorization: `Bearer ${world.key}` } })
              )
            }
            await checkRefused(await capture(world.baseUrl, bodyOf(world.token)))
            await checkRefused(await askRaw(world, "select 1"))
            assert.deepStrictEqual(
              [await statusOf(`${world.baseUrl}/_health`), await statusOf(`${world.baseUrl}/_ready`)],
              [200, 503]
            )
            proxy.comeBack()
            await settles(
              async () => (await askFlags(world)).some(({ headers }) => headers.has("x-hedgerow-stale")),
              false
            )
            await checkFlags(world, false)
            await settles(async () => (await askFlags(unknowing))[0].status, 200)
          } finally {
            proxy.comeBack()
            const codes = await Promise.all([first, other].map(stopServer))
            assert.deepStrictEqual(codes, [0, 0], first.output() + other.output())
          }
        })
      }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty))
  )
})

describe("a PostgreSQL that hangs", () => {
  it("is refused while it hangs, and goes on with every event once", () =>
    withServer(async (world) => {
      const { baseUrl, dataDir, key, token } = world
      const project = () =>
        fetch(`${baseUrl}/api/projects/1/activity/`, { headers: { authorization: `Bearer ${key}` } })
      assert.strictEqual((await capture(baseUrl, bodyOf(token))).status, 200)
      const goOn = stopPostgres(dataDir)
      const sent = Array.from({ length: 5 }, () => bodyOf(token))
      const asked = Array.from({ length: 20 }, project)
      await Promise.all([
        ...sent.map((body) => capture(baseUrl, body).then(checkRefused)),
        ...asked.map((response) => response.then(checkRefused))
      ])
      const later = bodyOf(token)
      for (let round = 0; round < 5; round++) {
        await checkRefused(await capture(baseUrl, later))
        await checkRefused(await project())
        await checkRefused(await askRaw(world, "select 1"))
      }
      assert.strictEqual(await statusOf(`${baseUrl}/_health`), 200)
      assert.strictEqual(await unready(baseUrl), "The server is not ready: its database does not answer.")
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="postgres"[^}]*\} 1$/m)
      assert.match(metrics, /^hedgerow_store_breaker_open\{[^}]*store="clickhouse"[^}]*\} 0$/m)

      goOn()
      await settles(() => statusOf(`${baseUrl}/_ready`), 200)
      await settles(async () => (await capture(baseUrl, later)).status, 200)
      for (const body of sent) await settles(async () => (await capture(baseUrl, body)).status, 200)
      assert.deepStrictEqual(await counts(world), [7, 7])
      assert.strictEqual((await project()).status, 200)
    }))
})

import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { EmbeddedClickHouse } from "@hedgerow/storage-clickhouse"
import { PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, FileSystem, Redacted } from "effect"
import { spawnSync } from "node:child_process"
import { v7 } from "uuid"
import { type Access, ask, askRaw, baseUrlOf, capture, settles } from "./ServerClient.ts"
import { main, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

/** Enough queries for the test, few enough to run out of. */
const queriesPerHour = 25

/** A ClickHouse as another process has it: over HTTP, with a password. Its database is made by the servers. */
const clickHouseUrl = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-clickhouse-" })
  const { url } = yield* EmbeddedClickHouse.make({ directory, durable: false, transport: "loopback" })
  return `${Redacted.value(url)}/meadow%20events`
}).pipe(Effect.provide(NodeServices.layer), Effect.orDie)

const startTwo = async (env: Readonly<Record<string, string>>) => {
  const settings = {
    HEDGEROW_STORAGE: "external",
    ...env,
    HEDGEROW_RATE_LIMITS: "true",
    HEDGEROW_RATE_LIMIT_QUERY: `${queriesPerHour}/hour`
  }
  const servers = [runServer(["serve"], settings), runServer(["serve"], settings)] as const
  await Promise.all(servers.map((server) => server.ready))
  return servers
}

const bodyOf = (token: string, server: number): string =>
  JSON.stringify({
    api_key: token,
    batch: Array.from({ length: 10 }, (_, i) => ({
      uuid: v7(),
      event: `sent to ${server}`,
      distinct_id: `user-${i}`,
      properties: { $set: { [`seen by ${server}`]: true } }
    }))
  })

/** Project 1 as a server returns it. */
const projectAt = async (access: Access): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(`${access.baseUrl}/api/projects/1/`, {
    headers: { authorization: `Bearer ${access.key}` }
  })
  return (await response.json()) as Readonly<Record<string, unknown>>
}

const changeProject = (access: Access, path: string, body: object): Promise<Response> =>
  fetch(`${access.baseUrl}/api/projects/1/${path}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${access.key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

/** A change counts at once where it was made, and soon on the other server. */
const checkCaches = async (here: Access, there: Access, token: string) => {
  assert.strictEqual((await projectAt(there))["name"], "Default project")
  assert.strictEqual((await changeProject(here, "", { name: "Meadow", timezone: "Asia/Tokyo" })).status, 200)
  assert.strictEqual((await projectAt(here))["name"], "Meadow")
  await settles(async () => (await projectAt(there))["name"], "Meadow")
  const hour = "select toHour(toDateTime('2026-01-01T20:00:00Z'))"
  assert.deepStrictEqual([await ask(here, hour), await ask(there, hour)], [[[5]], [[5]]])

  const isStored = async (apiToken: string, name: string) => {
    const body = JSON.stringify({ api_key: apiToken, event: name, distinct_id: "ada" })
    assert.strictEqual((await capture(there.baseUrl, body)).status, 200)
    return (await ask(there, `select 1 from events where event = '${name}'`)).length === 1
  }
  assert.isTrue(await isStored(token, "before"))
  const reset = (await (await changeProject(here, "reset_token/", {})).json()) as { readonly api_token: string }
  assert.isTrue(await isStored(reset.api_token, "with the new token"))
  await settles(() => isStored(token, `with the old token ${v7()}`), false)
}

/** A key that a command on the same database makes. */
const makeKey = (url: string): string => {
  const { stdout } = spawnSync(process.execPath, [main, "key", "create", "--label", "CI", "--scope", "*", "--json"], {
    env: { PATH: process.env["PATH"], HEDGEROW_STORAGE: "external", HEDGEROW_DATABASE_URL: url },
    encoding: "utf8"
  })
  return (JSON.parse(stdout) as { readonly value: string }).value
}

/** Each server counts what it answers itself. */
const checkLimits = async (here: string, there: string, key: string) => {
  for (let i = 0; i < queriesPerHour; i++) {
    const response = await askRaw({ baseUrl: here, key }, "select 1")
    assert.deepStrictEqual(
      [response.status, response.headers.get("ratelimit-remaining")],
      [200, String(queriesPerHour - 1 - i)]
    )
  }
  const refused = await askRaw({ baseUrl: here, key }, "select 1")
  assert.strictEqual(refused.status, 429)
  assert.isAbove(Number(refused.headers.get("retry-after")), 3000)
  assert.deepInclude(await refused.json(), { type: "throttled_error", code: "throttled" })
  assert.strictEqual((await askRaw({ baseUrl: there, key }, "select 1")).status, 200)
}

/** The settings of servers whose events are in ClickHouse, or in PostgreSQL. */
const settingsOf = Effect.fnUntraced(function*(url: string, events: "ClickHouse" | "PostgreSQL") {
  const database = { HEDGEROW_DATABASE_URL: url }
  return events === "PostgreSQL" ? database : { ...database, HEDGEROW_CLICKHOUSE_URL: yield* clickHouseUrl }
})

describe.each(["PostgreSQL", "ClickHouse"] as const)("two servers on external storage, events in %s", (events) => {
  it.live(
    "come up together, make one project, see each other's events and changes, and limit each for itself",
    () =>
      Effect.gen(function*() {
        const url = Redacted.value((yield* PgDatabase.PgDatabase).url)
        const settings = yield* settingsOf(url, events)
        yield* Effect.promise(async () => {
          const servers = await startTwo(settings)
          try {
            const made = servers.filter((server) => server.output().includes("Project token"))
            assert.lengthOf(made, 1, "one of them made the project")
            const { key, token } = parsePrinted(made[0]?.output() ?? "")
            const urls = servers.map((server) => baseUrlOf(server.output()))

            const requests = urls.flatMap((baseUrl, server) => {
              const body = bodyOf(token, server)
              return [...urls.map((other) => capture(other, body)), capture(baseUrl, bodyOf(token, server))]
            })
            const statuses = (await Promise.all(requests)).map(({ status }) => status)
            assert.deepStrictEqual(statuses, statuses.map(() => 200))

            for (const baseUrl of urls) {
              const access = { baseUrl, key }
              assert.deepStrictEqual(
                await ask(access, "select event, count() from events group by event order by event"),
                [["sent to 0", 20], ["sent to 1", 20]]
              )
              assert.deepStrictEqual(await ask(access, "select uniq(person_id) from events"), [[10]])
              assert.deepStrictEqual(
                await ask(
                  access,
                  "select toString(properties.`seen by 0`), toString(properties.`seen by 1`), count() from persons group by 1, 2"
                ),
                [["true", "true", 10]]
              )
            }
            const [here = "", there = ""] = urls
            await checkCaches({ baseUrl: here, key }, { baseUrl: there, key }, token)
            await checkLimits(here, there, makeKey(url))
          } finally {
            const codes = await Promise.all(servers.map(stopServer))
            assert.deepStrictEqual(codes, [0, 0], servers.map((server) => server.output()).join("\n"))
          }
        })
      }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty))
  )
})

describe("a ClickHouse that cannot be used", () => {
  it.live("stops the start with its address and why, without the password", () =>
    Effect.gen(function*() {
      const url = Redacted.value((yield* PgDatabase.PgDatabase).url)
      const right = new URL(yield* clickHouseUrl)
      const wrong = new URL(right)
      wrong.password = "not-the%20password"
      yield* Effect.promise(async () => {
        const server = runServer(["serve"], {
          HEDGEROW_STORAGE: "external",
          HEDGEROW_DATABASE_URL: url,
          HEDGEROW_CLICKHOUSE_URL: wrong.toString()
        })
        assert.strictEqual(await server.exited, 1)
        const output = server.output()
        assert.match(
          output,
          /^hedgerow: HEDGEROW_CLICKHOUSE_URL: the ClickHouse at 127\.0\.0\.1:\d+\/\S+ cannot be used: [^\n]+\n$/
        )
        assert.include(output, "(code 516)")
        for (const secret of ["not-the", right.password]) assert.notInclude(output, secret)
      })
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))
})

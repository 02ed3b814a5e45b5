import { assert, describe, it } from "@effect/vitest"
import { type Access, ask, baseUrlOf, capture } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const withoutChdb = { NODE_OPTIONS: `--import ${new URL("./WithoutChdb.ts", import.meta.url).href}` }

const keptInPostgres =
  "Events are kept in PostgreSQL: the optional package chdb, the embedded ClickHouse, is not installed."

const unmoved =
  "PostgreSQL holds events from before ClickHouse, which queries do not see: move them with `hedgerow move events`."

const countEvents = "select count() from events"

/** Runs a server until `use` is done. */
const during = async <A>(env: Readonly<Record<string, string>>, use: (server: RunningServer) => Promise<A>) => {
  const server = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", ...env })
  try {
    await server.ready
    return await use(server)
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

const send = async ({ baseUrl }: Access, token: string, event: string) => {
  const body = JSON.stringify({ api_key: token, event, distinct_id: "ada", properties: { $set: { plan: "pro" } } })
  assert.strictEqual((await capture(baseUrl, body)).status, 200)
}

const buildInfo = async ({ baseUrl }: Access) =>
  /hedgerow_build_info\{(.*)\}/.exec(await (await fetch(`${baseUrl}/metrics`)).text())?.[1]

describe("embedded storage where the engine is not installed", () => {
  it("keeps events in PostgreSQL with a notice, names them later, and never hides those of the engine", async () => {
    const data = makeDataDir()
    const here = { HEDGEROW_DATA_DIR: data.path }
    try {
      const { key, token } = await during({ ...here, ...withoutChdb }, async (server) => {
        const { baseUrl, key, token } = parsePrinted(server.output())
        assert.include(server.output(), `(storage: embedded)\n${keptInPostgres}\n`)
        assert.match(server.output(), new RegExp(`"level":"warn","message":"${keptInPostgres}"`))
        await send({ baseUrl, key }, token, "kept in PostgreSQL")
        assert.deepStrictEqual(await ask({ baseUrl, key }, countEvents), [[1]])
        assert.include(await buildInfo({ baseUrl, key }), "events=\"postgres\"")
        return { key, token }
      })

      await during(here, async (server) => {
        const access = { baseUrl: baseUrlOf(server.output()), key }
        assert.include(server.output(), `(storage: embedded)\n${unmoved}\n`)
        assert.deepStrictEqual(await ask(access, countEvents), [[0]])
        await send(access, token, "kept in ClickHouse")
        assert.deepStrictEqual(await ask(access, "select event, person.properties.plan from events"), [
          ["kept in ClickHouse", "pro"]
        ])
        assert.include(await buildInfo(access), "events=\"clickhouse\"")
      })

      const refused = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", ...here, ...withoutChdb })
      assert.strictEqual(await refused.exited, 1)
      assert.match(
        refused.output(),
        /^hedgerow: The directory \S+\/clickhouse holds events, which need the embedded ClickHouse\. The optional package chdb.* is not installed for \S+\.\n$/
      )
    } finally {
      data.remove()
    }
  })
})

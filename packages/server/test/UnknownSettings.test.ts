import { assert, describe, it } from "@effect/vitest"
import { findUnknownSettings, readSettings, settingNames } from "@hedgerow/server/config/UnknownSettings"
import { ConfigProvider, Effect } from "effect"
import { readFileSync } from "node:fs"
import { settings } from "./observability/InProcess.ts"
import { runProgram } from "./RunProgram.ts"

const given = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

/** What Kubernetes adds to every container beside services called `hedgerow` and `hedgerow-clickhouse`. */
const serviceLinks = {
  HEDGEROW_SERVICE_HOST: "10.0.0.7",
  HEDGEROW_SERVICE_PORT: "8000",
  HEDGEROW_SERVICE_PORT_HTTP: "8000",
  HEDGEROW_PORT: "tcp://10.0.0.7:8000",
  HEDGEROW_PORT_8000_TCP: "tcp://10.0.0.7:8000",
  HEDGEROW_PORT_8000_TCP_PROTO: "tcp",
  HEDGEROW_PORT_8000_TCP_PORT: "8000",
  HEDGEROW_PORT_8000_TCP_ADDR: "10.0.0.7",
  HEDGEROW_CLICKHOUSE_SERVICE_HOST: "10.0.0.8",
  HEDGEROW_CLICKHOUSE_SERVICE_PORT: "8123",
  HEDGEROW_CLICKHOUSE_PORT: "tcp://10.0.0.8:8123",
  HEDGEROW_CLICKHOUSE_PORT_8123_TCP_ADDR: "10.0.0.8"
}

describe("misspelt settings", () => {
  it.each([
    ["HEDGEROW_STORGE", "HEDGEROW_STORAGE"],
    ["HEDGEROW_DATADIR", "HEDGEROW_DATA_DIR"],
    ["HEDGEROW_DATABASE_URI", "HEDGEROW_DATABASE_URL"],
    ["HEDGEROW_DATABASE_URL_FILE", "HEDGEROW_DATABASE_URL"],
    ["HEDGEROW_AI_MODLE", "HEDGEROW_AI_MODEL"],
    ["HEDGEROW_RATE_LIMIT_QUERRY", "HEDGEROW_RATE_LIMIT_QUERY"],
    ["HEDGEROW_QUERY_TIME_OUT", "HEDGEROW_QUERY_TIMEOUT"]
  ])("%s stops the start and every command, and %s is named", async (name, meant) => {
    for (const args of [["serve"], ["project", "list"]]) {
      const { status, stderr, stdout } = await runProgram(args, { HEDGEROW_STORAGE: "memory", [name]: "x" })
      assert.deepStrictEqual([status, stdout, stderr], [
        1,
        "",
        `hedgerow: ${name}: is no setting. Did you mean ${meant}?\n`
      ])
    }
  })

  it("are named together with bad values", async () => {
    const { stderr } = await runProgram(["serve"], { HEDGEROW_STORGE: "memory", HEDGEROW_TRUST_PROXY: "perhaps" })
    assert.match(stderr, /^hedgerow: HEDGEROW_STORGE: [^\n]+\nhedgerow: HEDGEROW_TRUST_PROXY: [^\n]+\n$/)
  })

  it.effect("are not those that come near none", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* findUnknownSettings, [{ name: "HEDGEROW_COLOUR", meant: undefined }])
      assert.strictEqual((yield* readSettings).port, 8000)
    }).pipe(given({ HEDGEROW_COLOUR: "green", HEDGEROWS: "2", HEDGEROW_METRICS: "on" })))

  it.effect("are not the variables of Kubernetes, of which none sets the port", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* findUnknownSettings, [])
      assert.strictEqual((yield* readSettings).port, 8000)
      assert.strictEqual((yield* settings({ ...serviceLinks, HEDGEROW_PORT: "80" })).port, 80)
    }).pipe(given(serviceLinks)))

  it.effect("keys that commands read are none of them", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* findUnknownSettings, [])
    }).pipe(given({ HEDGEROW_IMPORT_KEY: "phx_1", HEDGEROW_IMPORT_TO_KEY: "phx_2" })))

  it.effect("every setting of the documentation is known", () =>
    Effect.gen(function*() {
      const guide = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
      const documented = [...guide.matchAll(/^\| `(HEDGEROW_[A-Z_]+)` \|/gm)].map(([, name = ""]) => name)
      const known = yield* settingNames
      assert.isAbove(documented.length, 60)
      assert.deepStrictEqual(documented.filter((name) => !known.has(name)), [])
      const undocumented = [...known].filter((name) => name.startsWith("HEDGEROW_") && !documented.includes(name))
      assert.deepStrictEqual(undocumented.filter((name) => !name.startsWith("HEDGEROW_RATE_LIMIT_")), [])
    }))
})

describe("commands beside a storage in memory", () => {
  it.each([
    "migrate",
    "query select",
    "key list",
    "key create --label x --scope query:read",
    "secret list",
    "project list",
    "organization list",
    "user list",
    "job list",
    "outbox list",
    "move status",
    "dead-letters list",
    "adopt lost-events",
    "adopt clickhouse",
    "adopt secret-keys"
  ])("%s says that there are no data for it", async (command) => {
    const { status, stderr } = await runProgram(command.split(" "), { HEDGEROW_STORAGE: "memory" })
    assert.strictEqual(status, 1)
    assert.match(stderr, /^hedgerow: HEDGEROW_STORAGE: memory holds data for the server's own process alone/)
  })
})

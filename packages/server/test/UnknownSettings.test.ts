import { assert, describe, it } from "@effect/vitest"
import * as Commands from "@hedgerow/server/commands/All"
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

/** A command with those below it; of the library's type only what names them. */
interface CommandNode {
  readonly name: string
  readonly subcommands: ReadonlyArray<{ readonly commands: ReadonlyArray<CommandNode> }>
}

/** The commands that do something, by their whole names. */
const leavesOf = ({ name, subcommands }: CommandNode): ReadonlyArray<string> =>
  subcommands.length === 0
    ? [name]
    : subcommands.flatMap(({ commands }) => commands.flatMap(leavesOf)).map((rest) => `${name} ${rest}`)

/** What a command cannot go without. */
const needed: Readonly<Record<string, string>> = {
  backup: "/nowhere",
  "data delete": "--event x",
  "export events": "--to /nowhere",
  "export persons": "--to /nowhere",
  "export query": "--to /nowhere select",
  "import events": "--map event=e /nowhere.ndjson",
  "import posthog": "--host http://127.0.0.1:1 --key phx_1",
  "job retry": "01890a5d-ac96-774b-bcce-b302099a8000",
  "key create": "--label x --scope query:read",
  "key revoke": "x",
  "key roll": "x",
  "organization create": "--name x",
  "outbox forget": "x",
  "person delete": "x",
  "person export": "x",
  "project create": "--name x",
  "project delete": "x",
  "project usage": "x",
  "person split": "x",
  query: "select",
  restore: "/nowhere",
  "secret create": "--project 1 --label x --scope query:read",
  "secret revoke": "x",
  "secret roll": "x",
  "user activate": "x@y.test",
  "user create": "--email x@y.test",
  "user deactivate": "x@y.test",
  "user join": "x@y.test",
  "user leave": "x@y.test",
  "user level": "x@y.test admin",
  "user reset-password": "x@y.test",
  "user reset-second-factor": "x@y.test"
}

/** The words of a storage in memory; a copy of it has its own. */
const words: Readonly<Record<string, string>> = {
  backup: "is gone with the server's process",
  restore: "keeps nothing"
}

describe("commands beside a storage in memory", () => {
  const names = Object.values(Commands).flatMap(leavesOf)

  it.each(names)("%s says that there are no data for it", async (name) => {
    const args = `${name} ${needed[name] ?? ""}`.trim().split(" ")
    const { status, stderr } = await runProgram(args, { HEDGEROW_STORAGE: "memory" })
    assert.strictEqual(status, 1)
    const expected = words[name] ?? "holds data for the server's own process alone"
    assert.isTrue(stderr.startsWith(`hedgerow: HEDGEROW_STORAGE: memory ${expected}`), stderr)
  })

  it("are all of them", () => {
    assert.includeMembers(names, ["migrate", "data delete", "person export", "import posthog", "export query", "demo"])
    assert.deepStrictEqual(Object.keys(needed).filter((name) => !names.includes(name)), [])
  })
})

import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { runProgram } from "./RunProgram.ts"
import { type Access, ask, capture, settles } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const data = makeDataDir()
const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }

const hedgerow = (...args: ReadonlyArray<string>) => runProgram(args, settings)

/** The output of a command that succeeds. */
const output = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await hedgerow(...args)
  assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
  return stdout
}

let server: RunningServer
let printed: Printed
let access: Access

beforeAll(async () => {
  server = runServer(["serve"], settings)
  await server.ready
  printed = parsePrinted(server.output())
  access = { baseUrl: printed.baseUrl, key: printed.key }
  const batch = [
    { event: "page", distinct_id: "ada", properties: { $set: { email: "ada@example.com" } } },
    { event: "debug", distinct_id: "ada" },
    { event: "page", distinct_id: "bob" }
  ]
  assert.strictEqual((await capture(access.baseUrl, JSON.stringify({ api_key: printed.token, batch }))).status, 200)
}, 240_000)

afterAll(async () => {
  assert.strictEqual(await stopServer(server), 0, server.output())
  data.remove()
})

it("a person of two distinct ids is split beside a running server", async () => {
  const batch = [
    { event: "page", distinct_id: "cy", properties: { $set: { plan: "pro" } } },
    { event: "page", distinct_id: "di" },
    { event: "$create_alias", distinct_id: "cy", properties: { alias: "di" } }
  ]
  assert.strictEqual((await capture(access.baseUrl, JSON.stringify({ api_key: printed.token, batch }))).status, 200)
  const persons = async () => {
    const [row] = await ask(
      access,
      "select uniq(person_id) from events where distinct_id in ('cy', 'di') and event = 'page'"
    )
    return row?.[0]
  }
  await settles(persons, 1)
  const { status, stderr } = await hedgerow("person", "split", "cy", "--keep", "ada")
  assert.strictEqual(status, 1)
  assert.include(stderr, "distinct id")
  assert.match(await output("person", "split", "cy", "--keep", "cy"), /Each of 2 distinct ids .*(cy, di|di, cy)/)
  await settles(persons, 2)
  assert.include(await output("person", "split", "cy"), "one distinct id")
  assert.include(await output("data", "delete", "--distinct-id", "cy", "--distinct-id", "di"), "Queries see nothing")
}, 240_000)

it("events and a person are exported and deleted beside a running server, which hides them at once", async () => {
  const lines = (await output("person", "export", "ada")).trim().split("\n")
    .map((line) => JSON.parse(line) as { readonly person?: object; readonly event?: { readonly event: string } })
  assert.deepInclude(lines[0]?.person, { name: "ada@example.com", distinct_ids: ["ada"] })
  assert.sameMembers(lines.slice(1).map(({ event }) => event?.event), ["page", "debug"])

  const dry = JSON.parse(await output("data", "delete", "--event", "debug", "--dry-run", "--json")) as object
  assert.deepInclude(dry, { id: null, status: "dry_run", events_count: 1 })
  assert.deepStrictEqual(await ask(access, "select count() from events"), [[3]])
  assert.include(await output("data", "delete", "--event", "debug"), "Queries see nothing of these any more")
  await settles(async () => JSON.stringify(await ask(access, "select count() from events")), "[[2]]")

  assert.include(await output("person", "delete", "ada", "--with-events"), "1 person with their events")
  await settles(async () => JSON.stringify(await ask(access, "select distinct_id from events")), "[[\"bob\"]]")
  assert.include(await output("data", "deletions"), "1 person with their events")
  const { status, stderr } = await hedgerow("person", "delete", "ada")
  assert.deepStrictEqual([status, stderr], [1, "hedgerow: There is no person ada.\n"])
}, 240_000)

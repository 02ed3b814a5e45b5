import { afterAll, assert, it } from "@effect/vitest"
import { runProgram } from "./RunProgram.ts"
import { makeDataDir } from "./ServerProcess.ts"

const data = makeDataDir()
afterAll(() => data.remove())

const hedgerow = (...args: ReadonlyArray<string>) =>
  runProgram(args, { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })

it("hedgerow demo makes a new storage with its first project and fills it, once", async () => {
  const first = await hedgerow("demo", "--small", "--seed", "3")
  assert.deepStrictEqual([first.status, first.stderr], [0, ""])
  assert.match(first.stdout, /^Personal API key {2}phx_\S+/)
  assert.match(first.stdout, /The demo is made: seed 3, 1000 persons, 20000 events, 90 days from \d{4}-\d\d-\d\d\./)
  const again = await hedgerow("demo", "--small")
  assert.deepStrictEqual([again.status, again.stderr], [0, ""])
  assert.match(again.stdout, /^The demo is there already: seed 3, /)
  const sql =
    "select count() as events, count(distinct uuid) as uuids, count(distinct person_id) as persons from events"
  const { stdout } = await hedgerow("query", "--format", "ndjson", sql)
  assert.strictEqual(stdout, "{\"events\":20000,\"uuids\":20000,\"persons\":1000}\n")
})

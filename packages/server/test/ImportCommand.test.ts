import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { runProgram } from "./RunProgram.ts"
import { ask } from "./ServerClient.ts"
import {
  main,
  makeDataDir,
  parsePrinted,
  type Printed,
  type RunningServer,
  runServer,
  stopServer
} from "./ServerProcess.ts"
import { eventOf, ndjson, write } from "./transfer/ImportFiles.ts"

const data = makeDataDir()
const files = makeDataDir()
const file = (name: string): string => join(files.path, name)
const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
const own = ["--rejects", file("rejects"), "--state", file("state")]

const importing = (...args: ReadonlyArray<string>) => runProgram(["import", "events", ...own, ...args], settings)

/** Imports in a process of its own, which is killed once so many batches were noted. */
const killed = (args: ReadonlyArray<string>, isFar: () => boolean): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [main, "import", "events", ...own, ...args], {
      env: { PATH: process.env["PATH"], ...settings },
      stdio: "ignore"
    })
    const look = setInterval(() => isFar() ? child.kill("SIGKILL") : undefined, 1)
    child.once("exit", (code) => {
      clearInterval(look)
      resolve(code)
    })
  })

const rowsDone = (): number => {
  if (!existsSync(file("state"))) return 0
  const { sources } = JSON.parse(readFileSync(file("state"), "utf8")) as {
    readonly sources: Readonly<Record<string, { readonly row: number }>>
  }
  return Math.max(0, ...Object.values(sources).map(({ row }) => row))
}

describe("hedgerow import events", () => {
  let server: RunningServer
  let printed: Printed
  beforeAll(async () => {
    server = runServer(["serve"], settings)
    await server.ready
    printed = parsePrinted(server.output())
  })
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
    data.remove()
    files.remove()
  })

  const count = (where: string) => ask(printed, `select count(), count(distinct uuid) from events where ${where}`)

  it("says what is wrong with its options, in words", async () => {
    write.plain(file("one.ndjson"), ndjson(1))
    const path = file("one.ndjson")
    const host = ["--host", printed.baseUrl]
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [[file("none.ndjson")], "cannot be read: ENOENT"],
      [[path, "--map", "colour=x"], "--map colour=x: colour is no field."],
      [[path, "--map", "event"], "--map event: write FIELD=COLUMN."],
      [[path, ...host], "--host needs --token."],
      [[path, ...host, "--token", "phc_unknown"], `${printed.baseUrl} knows no project with this token.`],
      [[path, "--project", "99"], "There is no project 99."]
    ]
    for (const [args, words] of cases) {
      const { status, stderr } = await importing(...args)
      assert.strictEqual(status, 1)
      assert.include(stderr, words)
    }
    assert.deepStrictEqual(await count("true"), [[0, 0]])
  })

  it("sends to a running server, without the address of who sends, and counts rejects", async () => {
    write.plain(file("sent.ndjson"), `${ndjson(1_200)}{"event":"x"}\n`)
    const args = [file("sent.ndjson"), "--batch-size", "500", "--host", printed.baseUrl, "--token", printed.token]
    const ran = await importing(...args)
    assert.deepStrictEqual([ran.status, ran.stderr], [0, ""])
    assert.match(ran.stdout, /^1,200 events of one source are in http:\S+, after .+\n1 rows could not be taken: /)
    assert.deepStrictEqual(await count("properties.$ip is null"), [[1_200, 1_200]])
    assert.include(readFileSync(file("rejects"), "utf8"), "\"row\":1201,\"reason\":\"There is no distinct_id.\"")
    const again = await importing(...args, "--json")
    const { rejected, sources, taken } = JSON.parse(again.stdout) as Readonly<Record<string, number>>
    assert.deepStrictEqual({ rejected, sources, taken }, { rejected: 1, sources: 1, taken: 1_200 })
    assert.deepStrictEqual(await count("true"), [[1_200, 1_200]])
  })

  it("goes on after kill -9 on the storage beside the server: nothing is lost and nothing doubled", async () => {
    const lines = Array.from(
      { length: 4_000 },
      (_, index) => `${JSON.stringify({ ...eventOf(index), uuid: undefined, event: "killed" })}\n`
    )
    write.gzip(file("killed.ndjson.gz"), lines.join(""))
    const args = [file("killed.ndjson.gz"), "--batch-size", "100"]
    let last = 0
    for (let kills = 0; kills < 3; kills++) {
      const from = last
      assert.strictEqual(await killed(args, () => (last = rowsDone()) > from), null, "it ended before it was killed")
      assert.isBelow(last, 4_000)
    }
    const ran = await importing(...args)
    assert.deepStrictEqual([ran.status, ran.stderr], [0, ""])
    assert.include(ran.stdout, "4,000 events of one source are in project 1 (")
    assert.deepStrictEqual(await count("event = 'killed'"), [[4_000, 4_000]])
    assert.deepStrictEqual(
      await ask(printed, "select count(distinct toString(properties.index)) from events where event = 'killed'"),
      [[4_000]]
    )
  })
})

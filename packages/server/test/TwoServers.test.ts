import { assert, describe, it } from "@effect/vitest"
import { v7 } from "uuid"
import { type Access, ask, baseUrlOf, capture } from "./ServerClient.ts"
import { enginePid } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const hasFallen = async (server: RunningServer): Promise<boolean> => server.ready.then(() => false, () => true)

const count = async (access: Access): Promise<unknown> => (await ask(access, "select count() from events"))[0]?.[0]

const send = async ({ baseUrl }: Access, token: string): Promise<number> => {
  const body = JSON.stringify({ api_key: token, batch: [{ uuid: v7(), event: "seen", distinct_id: "ada" }] })
  return (await capture(baseUrl, body)).status
}

const kill = async (server: RunningServer): Promise<void> => {
  server.process.kill("SIGKILL")
  await server.exited
}

describe("two servers on one data directory, with ClickHouse", () => {
  it("of two that start at once one runs, and the other names the owner of the directory; a later one too", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    const both = [runServer(["serve"], settings), runServer(["serve"], settings)] as const
    let next: RunningServer | undefined
    try {
      const fallen = await Promise.all(both.map(hasFallen))
      assert.lengthOf(fallen.filter((hasFallen) => hasFallen), 1, both.map((server) => server.output()).join("\n"))
      const [first, second] = fallen[0] === true ? [both[1], both[0]] : both
      const inUse = (directory: string) =>
        `hedgerow: The directory ${directory} is in use by a running server (process ${first.process.pid})\n`
      assert.strictEqual(await second.exited, 1)
      assert.strictEqual(second.output(), inUse(data.path))

      const { baseUrl, key, token } = parsePrinted(first.output())
      const access = { baseUrl, key }
      const engine = enginePid(data.path)
      assert.strictEqual(await send(access, token), 200)
      const third = runServer(["serve"], settings)
      const answers: Array<number> = []
      while (third.process.exitCode === null) answers.push(await send(access, token))
      assert.strictEqual(await third.exited, 1)
      assert.strictEqual(third.output(), inUse(data.path))
      assert.deepStrictEqual(answers.filter((status) => status !== 200), [])
      assert.deepStrictEqual([enginePid(data.path), await count(access)], [engine, answers.length + 1])

      await kill(first)
      next = runServer(["serve"], settings)
      await next.ready
      assert.notStrictEqual(enginePid(data.path), engine)
      assert.strictEqual(await count({ baseUrl: baseUrlOf(next.output()), key }), answers.length + 1)
      assert.strictEqual(await stopServer(next), 0, next.output())
    } finally {
      await Promise.all([...both, ...(next === undefined ? [] : [next])].map(kill))
      data.remove()
    }
  })
})

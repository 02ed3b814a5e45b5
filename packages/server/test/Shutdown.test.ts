import { assert, describe, it, vi } from "@effect/vitest"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { v7 } from "uuid"
import { ask, capture } from "./ServerClient.ts"
import { postgresPid } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const eventBody = (token: string, uuids: ReadonlyArray<string>): string =>
  JSON.stringify({
    api_key: token,
    batch: uuids.map((uuid) => ({ uuid, event: "load", distinct_id: `user-${uuid.slice(-1)}` }))
  })

/** Sends the first half of a request at once and the second on demand; returns the answer. */
const slowRequest = (baseUrl: string, body: string) => {
  const { hostname, port } = new URL(baseUrl)
  const middle = Math.floor(body.length / 2)
  const socket = connect(Number(port), hostname)
  const answer = new Promise<string>((resolve, reject) => {
    let text = ""
    socket.on("data", (chunk) => text += chunk.toString("utf8"))
    socket.on("close", () => resolve(text))
    socket.on("error", reject)
  })
  const length = Buffer.byteLength(body)
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body.slice(0, middle)}`)
  return { answer, finish: () => socket.write(body.slice(middle)) }
}

describe.concurrent("SIGTERM under load", () => {
  it("answers the requests in flight, keeps acknowledged events and stops PostgreSQL", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    const server = runServer(["serve"], settings)
    await server.ready
    const printed = parsePrinted(server.output())
    const pid = postgresPid(data.path)
    assert.isTrue(isAlive(pid))

    const late = v7()
    const silent = connect(Number(new URL(printed.baseUrl).port), "127.0.0.1")
    silent.on("error", () => undefined)
    const silentClosed = new Promise((resolve) => silent.once("close", resolve))
    const slow = slowRequest(printed.baseUrl, eventBody(printed.token, [late]))
    const acknowledged: Array<string> = [late]
    const statuses = new Set<number>()
    let told = false
    let brokenBefore = 0
    const sender = async () => {
      while (true) {
        const uuids = Array.from({ length: 10 }, () => v7())
        try {
          const { status } = await capture(printed.baseUrl, eventBody(printed.token, uuids))
          statuses.add(status)
          if (status === 200) acknowledged.push(...uuids)
          if (acknowledged.length > 300 && !told) {
            told = true
            server.process.kill("SIGTERM")
          }
        } catch {
          if (!told) brokenBefore++
          return
        }
      }
    }
    await Promise.all(Array.from({ length: 6 }, sender))
    // Busy connections have ended and the silent one is cut while a request still runs: nothing waited for them.
    await silentClosed
    slow.finish()
    assert.match(await slow.answer, /^HTTP\/1\.1 200 [^]*connection: close/i, "a request that had begun is finished")
    assert.strictEqual(await server.exited, 0, server.output())
    assert.isFalse(isAlive(pid), "PostgreSQL has ended too")
    assert.strictEqual(brokenBefore, 0)
    assert.deepStrictEqual([...statuses].filter((status) => status !== 200 && status !== 503), [])

    const again = runServer(["serve"], settings)
    try {
      await again.ready
      const baseUrl = /ready on (\S+)/.exec(again.output())?.[1] ?? ""
      const rows = await ask({ baseUrl, key: printed.key }, "select uuid from events limit 50000")
      const stored = new Set(rows.map(([uuid]) => uuid))
      assert.strictEqual(stored.size, rows.length)
      assert.deepStrictEqual(acknowledged.filter((uuid) => !stored.has(uuid)), [])
    } finally {
      assert.strictEqual(await stopServer(again), 0)
      data.remove()
    }
  })

  it("ends as well on SIGINT, and before it is ready", async () => {
    const data = makeDataDir()
    try {
      const early = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
      await vi.waitUntil(() => readdirSync(data.path).some((name) => name.startsWith("fresh-")), { timeout: 120_000 })
      early.process.kill("SIGINT")
      assert.strictEqual(await early.exited, 0, early.output())
      const next = runServer(["serve"], { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path })
      await next.ready
      next.process.kill("SIGINT")
      assert.strictEqual(await next.exited, 0, next.output())
    } finally {
      data.remove()
    }
  })
})

describe.concurrent("an embedded PostgreSQL that does not start again", () => {
  it("ends the server with a clear line in the end; the next start has every acknowledged event", async () => {
    const data = makeDataDir()
    const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
    const server = runServer(["serve"], settings)
    await server.ready
    const printed = parsePrinted(server.output())
    assert.strictEqual((await capture(printed.baseUrl, eventBody(printed.token, [v7(), v7()]))).status, 200)
    const before = server.output().length
    const configuration = `${data.path}/data/postgresql.conf`
    const right = readFileSync(configuration, "utf8")
    writeFileSync(configuration, "wrong\n")
    process.kill(postgresPid(data.path), "SIGKILL")
    assert.strictEqual(await server.exited, 1, server.output())
    const lines = server.output().slice(before).split("\n").filter((line) => line.startsWith("hedgerow: "))
    assert.lengthOf(lines, 1, server.output())
    assert.match(lines[0] ?? "", /^hedgerow: PostgreSQL in \S+ keeps ending unexpectedly/)
    const said = server.output().split("\n").filter((line) => !line.startsWith("{"))
    assert.notInclude(said.join("\n"), "    at ", "stacks are for the log")
    writeFileSync(configuration, right)

    const again = runServer(["serve"], settings)
    try {
      await again.ready
      const baseUrl = /ready on (\S+)/.exec(again.output())?.[1] ?? ""
      assert.deepStrictEqual(await ask({ baseUrl, key: printed.key }, "select count() from events"), [[2]])
    } finally {
      assert.strictEqual(await stopServer(again), 0, again.output())
      data.remove()
    }
  })
})

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { text } from "node:stream/consumers"
import { startFlagServer } from "./FlagServer.ts"

const mebibyte = 1024 * 1024
const [extra, name, comment] = [4, 8, 16]
const letters = Buffer.alloc(15 * mebibyte, "n")

/** A gzip header of ten bytes with one flag, and what follows it. */
const gzip = (flag: number, ...fields: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3]), ...fields])

const bodies: ReadonlyArray<readonly [name: string, body: Buffer]> = [
  ["a gzip name without an end", gzip(name, letters)],
  ["a gzip comment without an end", gzip(comment, letters)],
  ["a gzip extra field and more", gzip(extra, Buffer.from([0xff, 0xff]), letters)],
  ["plain text", letters]
]

/** The status of packed bodies, and that of plain ones. */
const routes: ReadonlyArray<readonly [path: string, packed: number, plain: number]> = [
  ["/flags/?v=2", 413, 413],
  ["/decide/?v=3", 413, 413],
  ["/e/", 400, 413],
  ["/batch/", 400, 413],
  ["/api/projects/1/query/", 413, 413],
  ["/api/projects/1/feature_flags/", 413, 413],
  ["/nowhere/", 404, 404]
]

const codes: ReadonlyMap<number, string> = new Map([[400, "parse_error"], [404, "not_found"], [
  413,
  "request_too_large"
]])

describe("bodies longer than a route takes", () => {
  let server: Awaited<ReturnType<typeof startFlagServer>>
  beforeAll(async () => {
    server = await startFlagServer()
  })
  afterAll(() => server.stop())

  const open = (path: string, ...headers: ReadonlyArray<string>): Socket => {
    const { host, hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).pause()
    socket.write([`POST ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", ""].join("\r\n"))
    return socket
  }

  /** The answer to a client that sends all before it reads anything. */
  const sentWhole = async (path: string, body: Buffer, ...headers: ReadonlyArray<string>): Promise<string> => {
    const socket = open(path, `Content-Length: ${body.length}`, ...headers)
    await new Promise((resolve, reject) => {
      socket.once("error", reject).write(body, resolve)
    })
    return text(socket)
  }

  /** The status of an answer and the code of its error. */
  const errorOf = (answer: string): readonly [status: number, code: unknown] => {
    const body: unknown = JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? "null")
    assert.containsAllKeys(body, ["type", "code", "detail", "attr"])
    return [Number(/^HTTP\/1.1 (\d+) /.exec(answer)?.[1]), Object(body).code]
  }

  for (const [path, packed, plain] of routes) {
    for (const [what, body] of bodies) {
      const status = body === letters ? plain : packed
      it(`${path} answers ${status} to 15 MiB of ${what}`, async () => {
        assert.deepStrictEqual(errorOf(await sentWhole(path, body)), [status, codes.get(status)])
      })
    }
  }

  it("a request for JSON with a key is answered, too", async () => {
    const answer = await sentWhole("/api/projects/1/query/", letters, `Authorization: Bearer ${server.key}`)
    assert.deepStrictEqual(errorOf(answer), [413, "request_too_large"])
  })

  it("a body that never ends is answered while it comes", async () => {
    for (const path of ["/flags/", "/e/", "/api/projects/1/query/"]) {
      const socket = open(path, "Transfer-Encoding: chunked")
      const state = { isOver: false }
      const answer = once(socket.resume(), "data").then(([data]) => String(data)).finally(() => {
        state.isOver = true
      })
      const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(mebibyte, "n"), Buffer.from("\r\n")])
      socket.write(Buffer.concat([Buffer.from("a\r\n"), gzip(name), Buffer.from("\r\n")]))
      socket.on("error", () => undefined)
      while (!state.isOver) await new Promise((resolve) => socket.write(chunk, resolve))
      socket.destroy()
      assert.match(await answer, /^HTTP\/1.1 4\d\d [^]*"type":/)
    }
  })
})

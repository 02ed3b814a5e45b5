import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { capture } from "./ServerClient.ts"
import { parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const kibibyte = 1024

describe("limits set by the environment, on the wire", () => {
  let server: RunningServer
  let printed: Printed

  beforeAll(async () => {
    server = runServer(["serve"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_RATE_LIMITS: "on",
      HEDGEROW_RATE_LIMIT_DEFAULT: "2/minute",
      HEDGEROW_MAX_BODY_SIZE: "4 KiB",
      HEDGEROW_MAX_CAPTURE_BODY_SIZE: "8 KiB",
      HEDGEROW_MAX_HEADER_SIZE: "2 KiB"
    })
    await server.ready
    printed = parsePrinted(server.output())
  })
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0)
  })

  const authorization = () => ({ authorization: `Bearer ${printed.key}` })

  const raw = (sent: string): Promise<string> => {
    const socket = connect(Number(new URL(printed.baseUrl).port), "127.0.0.1")
    socket.write(sent)
    return text(socket)
  }

  it("the third request of a minute is 429 and says when to come back", async () => {
    const read = () => fetch(`${printed.baseUrl}/api/projects/1/`, { headers: authorization() })
    const [first, second, third] = [await read(), await read(), await read()]
    assert.deepStrictEqual([first, second, third].map(({ status }) => status), [200, 200, 429])
    assert.strictEqual(second.headers.get("ratelimit-remaining"), "0")
    const wait = Number(third.headers.get("retry-after"))
    assert.isTrue(wait >= 50 && wait <= 60, String(wait))
    assert.deepStrictEqual(await third.json(), {
      type: "throttled_error",
      code: "throttled",
      detail: `Request was throttled. Expected available in ${wait} seconds.`,
      attr: null,
      extra: { hint: "Send it again after the seconds that `Retry-After` names, and less often.", retryable: true }
    })
  })

  it("JSON and capture bodies have limits of their own", async () => {
    const query = (length: number) =>
      fetch(`${printed.baseUrl}/api/projects/1/query/`, {
        method: "POST",
        headers: { ...authorization(), "content-type": "application/json" },
        body: JSON.stringify({ query: { kind: "HogQLQuery", query: "select 1" } }).padEnd(length)
      })
    assert.strictEqual((await query(4 * kibibyte)).status, 200)
    assert.strictEqual((await query(4 * kibibyte + 1)).status, 413)
    const event = JSON.stringify({ token: printed.token, event: "e", distinct_id: "d" })
    assert.strictEqual((await capture(printed.baseUrl, event.padEnd(8 * kibibyte))).status, 200)
    const refused = await capture(printed.baseUrl, event.padEnd(8 * kibibyte + 1))
    assert.strictEqual(refused.status, 413)
    assert.include(await refused.text(), "limit of 8192 bytes")
  })

  it("larger headers are 431, and a request without Host is 400 in the one body", async () => {
    const large = await raw(`GET /_health HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(3 * kibibyte)}\r\n\r\n`)
    assert.match(large, /^HTTP\/1.1 431 [^]*"code":"headers_too_large"/)
    const homeless = await raw("GET /_health HTTP/1.1\r\n\r\n")
    assert.match(homeless, /^HTTP\/1.1 400 [^]*\r\nx-request-id: [^]*"code":"missing_host"/i)
  })
})

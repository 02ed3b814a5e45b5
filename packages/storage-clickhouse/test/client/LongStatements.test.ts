import { assert, it } from "@effect/vitest"
import { openConnections } from "@hedgerow/storage-clickhouse/client/Connections"
import { drain, send } from "@hedgerow/storage-clickhouse/client/Request"
import { Effect, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

interface Seen {
  readonly url: URL
  readonly type: string
  /** The headers' length of the body. */
  readonly length: string | undefined
  readonly body: string
}

/** A server that takes everything and keeps it. */
const listening = Effect.gen(function*() {
  const seen: Array<Seen> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://localhost")
      const { "content-length": length, "content-type": type = "" } = request.headers
      seen.push({ url, type, length, body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const { port } = server.address() as AddressInfo
  const url = Redacted.make(`http://127.0.0.1:${port}`)
  return { pool: (yield* openConnections({ url, socketPath: undefined })).work, seen }
})

it.live("a long text travels as the body, its values in the URL; a short one shares a form with long values", () =>
  Effect.gen(function*() {
    const { pool, seen } = yield* listening
    const long = `SELECT {name:String} /* ${"x".repeat(200_000)} */`
    const run = (sql: string, name: string) =>
      Effect.flatMap(send(pool, { sql, params: { name }, settings: { max_threads: 1 } }), drain)
    yield* run(long, "a\tb & c")
    yield* run("SELECT {name:String}", "n".repeat(50_000))
    const [first, second] = seen
    assert.strictEqual(first?.body, long)
    assert.strictEqual(first?.url.searchParams.get("param_name"), "a\\tb & c")
    assert.strictEqual(first?.url.searchParams.get("max_threads"), "1")
    assert.match(second?.type ?? "", /^multipart\/form-data/)
    assert.isNull(second?.url.searchParams.get("param_name"))
    assert.include(second?.body ?? "", "n".repeat(50_000))
  }).pipe(Effect.scoped))

it.live("a statement leaves in one piece, whose length is known", () =>
  Effect.gen(function*() {
    const { pool, seen } = yield* listening
    yield* Effect.flatMap(send(pool, { sql: "SELECT {name:String}", params: { name: "ä" }, settings: {} }), drain)
    yield* Effect.flatMap(send(pool, { sql: "SELECT 1", settings: {} }), drain)
    for (const { body, length } of seen) assert.strictEqual(length, String(Buffer.byteLength(body)))
    assert.strictEqual(seen.length, 2)
  }).pipe(Effect.scoped))

import { createClient } from "@clickhouse/client"
import { assert, it } from "@effect/vitest"
import { drain, send } from "@hedgerow/storage-clickhouse/client/Request"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

interface Seen {
  readonly url: URL
  readonly type: string
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
      seen.push({ url, type: request.headers["content-type"] ?? "", body: Buffer.concat(chunks).toString() })
      response.end()
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const { port } = server.address() as AddressInfo
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => createClient({ url: `http://127.0.0.1:${port}` })),
    (client) => Effect.promise(() => client.close())
  )
  return { client, seen }
})

it.live("a long text travels as the body, its values in the URL; a short one shares a form with long values", () =>
  Effect.gen(function*() {
    const { client, seen } = yield* listening
    const long = `SELECT {name:String} /* ${"x".repeat(200_000)} */`
    const run = (sql: string, name: string) =>
      Effect.flatMap(send(client, { sql, params: { name }, settings: { max_threads: 1 } }), drain)
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

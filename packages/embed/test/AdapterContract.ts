import { assert, describe, it } from "@effect/vitest"
import { type Embedded, Hedgerow } from "@hedgerow/embed"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { vi } from "vitest"

/** A web server of an application, at an address of its own. */
export interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Two embeddings in one application: the one below `/a`, the other below `/b/c`. Elsewhere it answers with `own page`. */
export type Serve = (a: Embedded, b: Embedded) => Promise<Served>

interface Client {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  readonly query: (body: object, init?: RequestInit) => Promise<Response>
  readonly token: string
  readonly key: string
}

const clientOf = (baseUrl: string, { first }: Embedded): Client => {
  if (first === undefined) throw new Error("the storage was not empty")
  const { personalApiKey: key, project: { api_token: token } } = first
  const send = (path: string, init?: RequestInit) =>
    fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...init?.headers }
    })
  return {
    key,
    token,
    send,
    query: (body, init) =>
      send("/api/projects/@current/query/", { method: "POST", body: JSON.stringify(body), ...init })
  }
}

interface QueryStatus {
  readonly complete: boolean
  readonly error: boolean
  readonly error_message: string | null
  readonly results: { readonly results: unknown } | null
}

const sqlOf = (query: string) => ({ query: { kind: "ServiceSqlQuery", query } })

const rowsOf = async (client: Client, sql: string): Promise<unknown> => {
  const response = await client.query({ ...sqlOf(sql), refresh: "force_blocking" })
  return (await response.json() as { readonly results: unknown }).results
}

const capture = (client: Client, event: string) =>
  client.send("/capture/", {
    method: "POST",
    headers: { authorization: "" },
    body: JSON.stringify({ api_key: client.token, event, distinct_id: "ada" })
  })

/** Reads on until the text holds what is looked for, or ends. */
const readUntil = async (reader: ReadableStreamDefaultReader<string>, wanted: string): Promise<string> => {
  let text = ""
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
  return text
}

/** A query whose work does not end in a test. */
const endless = "SELECT count() FROM numbers(1000000000) WHERE number % 7 = 1"

/** What every adapter keeps to; `serve` mounts the embeddings as its framework does. */
export const adapterContract = (name: string, serve: Serve): void => {
  const withServed = async (use: (a: Client, b: Client, url: string) => Promise<void>): Promise<void> => {
    const a = await Hedgerow.make({ storage: MemoryStorage.layer, prefix: "/a", first: { project: "A" } })
    const b = await Hedgerow.make({ storage: MemoryStorage.layer, prefix: "/b/c", first: { project: "B" } })
    const { close, url } = await serve(a, b)
    try {
      await use(clientOf(`${url}/a`, a), clientOf(`${url}/b/c`, b), url)
    } finally {
      await Promise.all([a.close(), b.close()])
      await close()
    }
  }

  describe(`Hedgerow in ${name}`, () => {
    it("answers below its prefix, with links that have it, and leaves the rest to the application", () =>
      withServed(async (a, _b, url) => {
        for (const key of ["one", "two"]) {
          const made = await a.send("/api/projects/@current/feature_flags/", {
            method: "POST",
            body: JSON.stringify({ key, _should_create_usage_dashboard: false })
          })
          assert.strictEqual(made.status, 201)
        }
        const page = await (await a.send("/api/projects/@current/feature_flags/?limit=1")).json() as {
          readonly next: string
        }
        assert.strictEqual(page.next, `${url}/a/api/projects/@current/feature_flags/?limit=1&offset=1`)
        const next = await fetch(page.next, { headers: { authorization: `Bearer ${a.key}` } })
        assert.strictEqual(next.status, 200)
        assert.strictEqual(await (await fetch(`${url}/elsewhere`)).text(), "own page")
        const unknown = await a.send("/no/such/path")
        assert.strictEqual(unknown.status, 404)
        assert.deepInclude(await unknown.json(), { code: "not_found" })
      }))

    it("keeps two instances of one process apart", () =>
      withServed(async (a, b) => {
        assert.strictEqual((await capture(a, "in a")).status, 200)
        assert.strictEqual((await capture(b, "in b")).status, 200)
        assert.deepStrictEqual(await rowsOf(a, "SELECT event FROM events"), [["in a"]])
        assert.deepStrictEqual(await rowsOf(b, "SELECT event FROM events"), [["in b"]])
        const foreign = await b.send("/api/projects/@current/", { headers: { authorization: `Bearer ${a.key}` } })
        assert.strictEqual(foreign.status, 401)
        await capture({ ...b, token: a.token }, "misdirected")
        assert.deepStrictEqual(await rowsOf(b, "SELECT event FROM events"), [["in b"]])
        assert.deepStrictEqual(await rowsOf(a, "SELECT event FROM events"), [["in a"]])
      }))

    it("streams an answer while it is made", () =>
      withServed(async (a) => {
        const leaving = new AbortController()
        const response = await a.send(`/flags/definitions/stream?token=${a.token}`, { signal: leaving.signal })
        assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
        if (response.body === null) throw new Error("the answer has no body")
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
        assert.include(await readUntil(reader, "\"flags\":[]"), "event: definitions")
        await a.send("/api/projects/@current/feature_flags/", {
          method: "POST",
          body: JSON.stringify({ key: "beta", _should_create_usage_dashboard: false })
        })
        assert.include(await readUntil(reader, "\"key\":\"beta\""), "event: definitions")
        leaving.abort()
      }))

    it("takes a large body, compressed as SDKs send it", () =>
      withServed(async (a) => {
        const batch = Array.from({ length: 2_000 }, (_, index) => ({
          event: "listed",
          distinct_id: `person ${index}`,
          properties: { text: "x".repeat(200) }
        }))
        const json = new Blob([JSON.stringify({ api_key: a.token, batch })])
        const body = await new Response(json.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer()
        const sent = await a.send("/batch/", { method: "POST", headers: { "content-encoding": "gzip" }, body })
        assert.strictEqual(sent.status, 200)
        assert.deepStrictEqual(await rowsOf(a, "SELECT count() FROM events"), [[2_000]])
      }))

    it("cancels the query of a client that hangs up", () =>
      withServed(async (a) => {
        const leaving = new AbortController()
        const asked = a.query({ ...sqlOf(endless), refresh: "force_blocking", client_query_id: "endless" }, {
          signal: leaving.signal
        })
        const status = async () => {
          const response = await a.send("/api/projects/@current/query/endless/")
          if (response.status !== 200) return undefined
          return (await response.json() as { readonly query_status: QueryStatus }).query_status
        }
        await vi.waitUntil(async () => (await status())?.complete === false, { timeout: 60_000 })
        leaving.abort()
        assert.strictEqual(await asked.then(() => "answered", (error: unknown) => (error as Error).name), "AbortError")
        await vi.waitUntil(async () => (await status())?.complete === true, { timeout: 60_000 })
        assert.deepInclude(await status(), { error: true, error_message: "Query cancelled" })
      }))

    it("runs queries in the background", () =>
      withServed(async (a) => {
        const begun = await a.query({ ...sqlOf("SELECT 1"), refresh: "force_async", client_query_id: "later" })
        assert.strictEqual(begun.status, 200)
        const status = async () =>
          (await (await a.send("/api/projects/@current/query/later/")).json() as {
            readonly query_status: QueryStatus
          }).query_status
        await vi.waitUntil(async () => (await status()).complete, { timeout: 60_000 })
        assert.deepStrictEqual((await status()).results?.results, [[1]])
      }))
  })
}

/** Asks the application of an example what its users would ask, and ends it. */
import type { Embedded } from "@hedgerow/embed"
import assert from "node:assert/strict"
import type { Server } from "node:http"

interface Wanted {
  readonly hedgerow: Embedded
  /** The path below which the example has mounted it. */
  readonly prefix: string
  /** A header by which its login knows the owner. */
  readonly owner: Readonly<Record<string, string>>
}

/** A server as Bun, Deno and workers have it. */
export type Answering = (request: Request) => Response | Promise<Response>

const sql = { query: { kind: "ServiceSqlQuery", query: "SELECT event, distinct_id FROM events" } }

/** Through whatever answers requests: an event comes in, its owner sees it, a stranger does not, links have the prefix. */
export const ask = async (send: typeof fetch, base: string, { hedgerow, owner, prefix }: Wanted): Promise<void> => {
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(`${base}${prefix}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  const token = hedgerow.first?.project.api_token
  assert.equal((await post("/capture/", { api_key: token, event: "order placed", distinct_id: "ada" })).status, 200)
  const seen = await post("/api/projects/@current/query/", sql, owner)
  assert.deepEqual((await seen.json() as { readonly results: unknown }).results, [["order placed", "ada"]])
  assert.equal((await post("/api/projects/@current/query/", sql)).status, 401)
  const stream = await post("/api/projects/@current/query/", sql, { ...owner, accept: "application/x-ndjson" })
  assert.equal(await stream.text(), "{\"event\":\"order placed\",\"distinct_id\":\"ada\"}\n")
  for (const key of ["one", "two"]) await post("/api/projects/@current/feature_flags/", { key }, owner)
  const page = await send(`${base}${prefix}/api/projects/@current/feature_flags/?limit=1`, { headers: owner })
  assert.ok((await page.json() as { readonly next: string }).next.startsWith(`${base}${prefix}/api/`))
}

/** Over a server that listens, or begins to, on a port of this machine. */
export const tryOut = async (server: Server, wanted: Wanted): Promise<void> => {
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  await ask(fetch, base, wanted)
  assert.equal(await (await fetch(base)).text(), "your own page")
  server.close()
  server.closeAllConnections()
  await wanted.hedgerow.close()
}

/** Hedgerow under `Deno.serve`. */
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import assert from "node:assert/strict"
import { type Answering, ask } from "./TryOut.ts"

/** The part of Deno that is used here; its editor support has all of it. */
declare const Deno: {
  readonly serve: (options: { readonly hostname: string; readonly port: number }, fetch: Answering) => {
    readonly addr: { readonly port: number }
    readonly shutdown: () => Promise<void>
  }
}

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})

const fetchPage: Answering = (request) =>
  new URL(request.url).pathname.startsWith("/analytics/") ? hedgerow.fetch(request) : new Response("your own page")
const server = Deno.serve({ hostname: "127.0.0.1", port: 0 }, fetchPage)

const base = `http://127.0.0.1:${server.addr.port}`
await ask(fetch, base, { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })
assert.equal(await (await fetch(base)).text(), "your own page")
await Promise.all([server.shutdown(), hedgerow.close()])

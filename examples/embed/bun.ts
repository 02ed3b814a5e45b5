/** Hedgerow under `Bun.serve`. */
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import assert from "node:assert/strict"
import { type Answering, ask } from "./TryOut.ts"

/** The part of Bun that is used here; `@types/bun` has all of it. */
declare const Bun: {
  readonly serve: (options: { readonly hostname: string; readonly port: number; readonly fetch: Answering }) => {
    readonly url: URL
    readonly stop: (closesConnections: boolean) => Promise<void>
  }
}

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})

const fetchPage: Answering = (request) =>
  new URL(request.url).pathname.startsWith("/analytics/") ? hedgerow.fetch(request) : new Response("your own page")
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: fetchPage })

await ask(fetch, server.url.origin, { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })
assert.equal(await (await fetch(server.url)).text(), "your own page")
await server.stop(true)
await hedgerow.close()

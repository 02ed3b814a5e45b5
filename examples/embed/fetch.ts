/** Hedgerow where a server is a function from `Request` to `Response`: Bun, Deno, workers. */
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import assert from "node:assert/strict"
import { ask } from "./TryOut.ts"

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})

// Bun.serve({ fetch }), Deno.serve(fetch), export default { fetch }
const fetch = (request: Request): Response | Promise<Response> =>
  new URL(request.url).pathname.startsWith("/analytics/") ? hedgerow.fetch(request) : new Response("your own page")

const send = async (input: string | URL | Request, init?: RequestInit) => fetch(new Request(input, init))
await ask(send, "https://shop.example", { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })
assert.equal(await (await send("https://shop.example/")).text(), "your own page")
await hedgerow.close()

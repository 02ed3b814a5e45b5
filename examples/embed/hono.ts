/** Hedgerow in a Hono application, with the login of its middleware. */
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import type { Server } from "node:http"
import { tryOut } from "./TryOut.ts"

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})

const app = new Hono()
app.all("/analytics/*", (context) => hedgerow.fetch(context.req.raw))
app.get("/", (context) => context.text("your own page"))

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server
await tryOut(server, { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })

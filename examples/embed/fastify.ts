/** Hedgerow as a plugin of a Fastify application. */
import { Hedgerow } from "@hedgerow/embed"
import { fastifyPlugin } from "@hedgerow/embed/node"
import { MemoryStorage } from "@hedgerow/storage-memory"
import fastify from "fastify"
import { tryOut } from "./TryOut.ts"

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})

const app = fastify({ forceCloseConnections: true })
app.register(fastifyPlugin(hedgerow), { prefix: "/analytics" }) // the same prefix
app.get("/", () => "your own page")
await app.listen({ port: 0, host: "127.0.0.1" })

await tryOut(app.server, { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })
await app.close()

/** Hedgerow on your PostgreSQL: your pool, a schema of its own, and your tables beside it. */
import { PgPool } from "@effect/sql-pg"
import { Hedgerow } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { Layer } from "effect"
import { createServer } from "node:http"
import { database } from "./Database.ts"
import { tryOut } from "./TryOut.ts"

const { close, url } = await database() // yours: Redacted.make("postgres://…")
const schema = "shop_analytics"
const settings = PgDatabase.poolSettings({ schema })
const pool = Layer.effect(PgPool.PgPool, PgPool.make({ url, maxConnections: 5, ...settings }))

const key = "phx_a_key_of_twenty_letters"
const hedgerow = await Hedgerow.make({
  storage: PgStorage.layerPooled({ url, schema }).pipe(Layer.provide(pool)),
  prefix: "/analytics",
  first: { project: "Shop", token: "phc_shop", key }
})

const analytics = nodeHandler(hedgerow)
const server = createServer((request, response) => analytics(request, response, () => response.end("your own page")))
const owner = { authorization: `Bearer ${key}` }
await tryOut(server.listen(0, "127.0.0.1"), { hedgerow, prefix: "/analytics", owner })
await close()

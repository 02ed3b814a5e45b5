/** Hedgerow beside your own pages in a plain `node:http` server, with your own login. */
import { Hedgerow } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import { MemoryStorage } from "@hedgerow/storage-memory"
import { createServer } from "node:http"
import { tryOut } from "./TryOut.ts"

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined // a header of your gateway
})
const analytics = nodeHandler(hedgerow)

const server = createServer((request, response) => analytics(request, response, () => response.end("your own page")) // what is not below the prefix
).listen(0, "127.0.0.1")

await tryOut(server, { hedgerow, prefix: "/analytics", owner: { "x-signed-in-as": "owner" } })

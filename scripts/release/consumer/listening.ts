/** An embedding in a server of Node, asked over a socket. */
import { Hedgerow } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import { MemoryStorage } from "@hedgerow/storage-memory"
import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
})
const server = createServer(nodeHandler(hedgerow))
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/projects/@current/`

assert.equal((await fetch(url, { headers: { "x-signed-in-as": "owner" } })).status, 200)
assert.equal((await fetch(url)).status, 401)

server.close()
server.closeAllConnections()
await hedgerow.close()

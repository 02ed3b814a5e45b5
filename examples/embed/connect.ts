/** Two instances of Hedgerow in one Connect application: each has its projects, its keys and its background work. */
import { Hedgerow } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import { MemoryStorage } from "@hedgerow/storage-memory"
import connect from "connect"
import { createServer } from "node:http"
import { ask, tryOut } from "./TryOut.ts"

const key = "phx_a_key_of_twenty_letters"
const [shop, blog] = await Promise.all(
  ["shop", "blog"].map((name) =>
    Hedgerow.make({ storage: MemoryStorage.layer, prefix: `/${name}/analytics`, first: { project: name, key } })
  )
)
if (shop === undefined || blog === undefined) throw new Error("unreachable")

const app = connect()
app.use(nodeHandler(shop)).use(nodeHandler(blog))
app.use((_request, response) => response.end("your own page"))

const owner = { authorization: `Bearer ${key}` }
const askBlog: typeof fetch = (input, init) => blog.fetch(new Request(input, init))
await ask(askBlog, "http://blog.example", { hedgerow: blog, prefix: "/blog/analytics", owner })
await tryOut(createServer(app).listen(0, "127.0.0.1"), { hedgerow: shop, prefix: "/shop/analytics", owner })
await blog.close()

/** Hedgerow as a worker of the runtime `workerd`, which ends all work with its request: so it has none in the background. */
import { type Embedded, Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"

const start = () =>
  Hedgerow.make({
    storage: MemoryStorage.layer,
    workers: false,
    prefix: "/analytics",
    first: { project: "Shop", token: "phc_shop" },
    auth: ({ headers }) => headers["x-signed-in-as"] === "owner" ? { id: 1 } : undefined
  })

/** A worker may begin nothing before its first request. */
let hedgerow: Promise<Embedded> | undefined

export default {
  async fetch(request: Request): Promise<Response> {
    if (!new URL(request.url).pathname.startsWith("/analytics/")) return new Response("your own page")
    hedgerow ??= start()
    return (await hedgerow).fetch(request)
  }
}

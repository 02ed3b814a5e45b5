/** An embedding in a project of its own: the API with API keys and work in the background, and a service without HTTP. */
import { Queries } from "@hedgerow/core"
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import { Effect } from "effect"
import assert from "node:assert/strict"

const hedgerow = await Hedgerow.make({ storage: MemoryStorage.layer, prefix: "/analytics", first: { project: "Shop" } })
assert.ok(hedgerow.first)
const { personalApiKey, project } = hedgerow.first

const send = (path: string, body?: object, accept = "application/json"): Promise<Response> =>
  hedgerow.fetch(
    new Request(`http://localhost/analytics${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json", accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )

const captured = await send("/capture/", { api_key: project.api_token, event: "signed up", distinct_id: "ada" })
assert.equal(captured.status, 200)

const query = { kind: "ServiceSqlQuery", query: "SELECT event, count() FROM events GROUP BY event" }
const answered = await send("/api/projects/@current/query/", { query })
assert.deepEqual(((await answered.json()) as { readonly results: unknown }).results, [["signed up", 1]])

const direct = await hedgerow.run(Effect.flatMap(Queries, (queries) => queries.run(project, { query })))
assert.deepEqual(direct.results, [["signed up", 1]])

// A query in the background is done.
await send("/api/projects/@current/query/", { query, refresh: "force_async", client_query_id: "later" })
const isDone = async (): Promise<boolean> => {
  const polled = await send("/api/projects/@current/query/later/")
  return ((await polled.json()) as { readonly query_status: { readonly complete: boolean } }).query_status.complete
}
while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20))

// Charts are installed by who draws: without them a request for one is refused in a sentence.
const drawn = await send("/api/projects/@current/query/", { query }, "image/svg+xml")
assert.equal(drawn.status, 400)
assert.match(await drawn.text(), /@hedgerow\/charts is not installed/)

await hedgerow.close()

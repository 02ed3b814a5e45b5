/** An embedding in a project of its own: the API with API keys, and a service called without HTTP. */
import { ApiKeyCallers, Bootstrap, Domain, Queries } from "@hedgerow/core"
import { Http } from "@hedgerow/http"
import { MemoryStorage } from "@hedgerow/storage-memory"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import assert from "node:assert/strict"

const services = Layer.mergeAll(Domain.layer, ApiKeyCallers.layer).pipe(Layer.provideMerge(MemoryStorage.layer))
const runtime = ManagedRuntime.make(services)
const { dispose, handler } = Http.toWebHandler(Layer.effectContext(runtime.contextEffect))

const { personalApiKey, project } = await runtime.runPromise(Effect.flatMap(
  Bootstrap.bootstrap({ projectName: "Shop", personalApiKey: Option.none(), projectToken: Option.none() }),
  Effect.fromOption
))

const send = (path: string, body: object, accept = "application/json"): Promise<Response> =>
  handler(
    new Request(new URL(path, "http://localhost"), {
      method: "POST",
      headers: { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json", accept },
      body: JSON.stringify(body)
    })
  )

const captured = await send("/capture/", { api_key: project.api_token, event: "signed up", distinct_id: "ada" })
assert.equal(captured.status, 200)

const query = { kind: "ServiceSqlQuery", query: "SELECT event, count() FROM events GROUP BY event" }
const answered = await send("/api/projects/@current/query/", { query })
assert.deepEqual(((await answered.json()) as { readonly results: unknown }).results, [["signed up", 1]])

const direct = await runtime.runPromise(Effect.flatMap(Queries, (queries) => queries.run(project, { query })))
assert.deepEqual(direct.results, [["signed up", 1]])

// Charts are installed by who draws: without them a request for one is refused in a sentence.
const drawn = await send("/api/projects/@current/query/", { query }, "image/svg+xml")
assert.equal(drawn.status, 400)
assert.match(await drawn.text(), /@hedgerow\/charts is not installed/)

await dispose()
await runtime.dispose()

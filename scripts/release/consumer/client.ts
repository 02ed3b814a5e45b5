/** A consumer of the typed client: its calls against an embedded API, in place of a server. */
import { createClient, type FeatureFlag, HedgerowError } from "@hedgerow/client"
import { ApiKeyCallers, Bootstrap, Domain } from "@hedgerow/core"
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

const hedgerow = createClient({
  url: "http://localhost",
  key: personalApiKey,
  project: project.id,
  fetch: (url, init) => handler(new Request(url, init))
})

await hedgerow.capture.capture({ body: { api_key: project.api_token, event: "signed up", distinct_id: "ada" } })
const { results } = await hedgerow.query.ask("SELECT event, count() FROM events GROUP BY event")
assert.deepEqual(results, [["signed up", 1]])

const flag: FeatureFlag = await hedgerow.featureFlags.create({ body: { key: "checkout" } })
const keys: Array<string> = []
for await (const { key } of hedgerow.featureFlags.list({ limit: 1 })) keys.push(key)
assert.deepEqual(keys, [flag.key])

const error: unknown = await hedgerow.featureFlags.read({ id: flag.id + 1 }).then(() => undefined, (thrown) => thrown)
assert.ok(error instanceof HedgerowError && error.status === 404)

// @ts-expect-error: a name that the contract does not have is found before anything runs.
void (() => hedgerow.featureFlags.create({ body: { kye: "checkout" } }))

await dispose()
await runtime.dispose()

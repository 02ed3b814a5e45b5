/**
 * Hedgerow inside a service of your own: its web handler beside your routes in a plain `node:http` server, with your own
 * login instead of API keys, and its services called without HTTP. Runs, asks itself a few questions, and ends.
 */
import { NotAuthenticated } from "@hedgerow/core/access/AccessErrors"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import * as Domain from "@hedgerow/core/Domain"
import { UserId } from "@hedgerow/core/identity/User"
import { Queries } from "@hedgerow/core/query/Queries"
import * as Http from "@hedgerow/http/Http"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import assert from "node:assert/strict"
import { createServer, type IncomingMessage } from "node:http"
import { buffer as bytes } from "node:stream/consumers"

/** Your login: here a header that your gateway sets. */
const ownLogin = Layer.effect(
  CallerResolver,
  Effect.map(UserRepository, (users) => ({
    resolve: Effect.fnUntraced(function*({ headers }) {
      if (headers["x-signed-in-as"] !== "owner") return yield* new NotAuthenticated()
      const user = yield* Effect.orDie(Effect.flatMap(users.find(UserId.make(1)), Effect.fromOption))
      const memberships = yield* users.memberships(user.id)
      return { user, memberships, scopes: ["*"], scopedProjects: [], scopedOrganizations: [], key: undefined }
    })
  }))
)

const services = Layer.mergeAll(Domain.layer, ownLogin).pipe(Layer.provideMerge(MemoryStorage.layer))

const runtime = ManagedRuntime.make(services)
const { dispose, handler } = Http.toWebHandler(Layer.effectContext(runtime.contextEffect))

const first = await runtime.runPromise(Effect.flatMap(
  bootstrap({ projectName: "Shop", personalApiKey: Option.none(), projectToken: Option.none() }),
  Effect.fromOption
))

const toRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD"
  return new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host}`), {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody ? { body: await bytes(incoming) } : {})
  })
}

const server = createServer(async (incoming, outgoing) => {
  if (incoming.url === "/") {
    outgoing.end("your own page")
    return
  }
  const response = await handler(await toRequest(incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const address = server.address()
const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`

// An SDK would send this.
const captured = await fetch(`${baseUrl}/capture/`, {
  method: "POST",
  body: JSON.stringify({ api_key: first.project.api_token, event: "order placed", distinct_id: "ada" })
})
assert.equal(captured.status, 200)

// Over HTTP, as somebody your login knows, and as nobody.
const ask = (headers: Record<string, string>) =>
  fetch(`${baseUrl}/api/projects/1/query/`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "SELECT count() FROM events" } })
  })
assert.deepEqual((await (await ask({ "x-signed-in-as": "owner" })).json() as { results: unknown }).results, [[1]])
assert.equal((await ask({})).status, 401)

// Without HTTP.
const answer = await runtime.runPromise(
  Effect.flatMap(
    Queries,
    (queries) =>
      queries.run(first.project, { query: { kind: "ServiceSqlQuery", query: "SELECT event, distinct_id FROM events" } })
  )
)
assert.deepEqual(answer.results, [["order placed", "ada"]])

console.log("embedded: one event captured over HTTP, counted over HTTP and by a direct call")
server.close()
await dispose()
await runtime.dispose()

import { assert, describe, it } from "@effect/vitest"
import { type Client, createClient, HedgerowError } from "@hedgerow/client"
import { serveMemory } from "./support/ServedMemory.ts"

const errorOf = async (call: Promise<unknown>): Promise<HedgerowError> => {
  const error = await call.then(() => undefined, (thrown: unknown) => thrown)
  if (error instanceof HedgerowError) return error
  throw new Error("The call has not failed with an error of the server.", { cause: error })
}

describe("errors", () => {
  const server = serveMemory()
  const connect = (): Client => server.client()

  it("say what is wrong with a body, with every fault", async () => {
    const error = await errorOf(
      connect().actions.create({ body: { name: "x".repeat(401), steps: [{ url_matching: "no" as "exact" }] } })
    )
    assert.deepStrictEqual([error.status, error.type], [400, "validation_error"])
    assert.isAtLeast(error.errors.length, 2)
    assert.deepStrictEqual(error.errors[0], { code: error.code, detail: error.detail, attr: error.attr })
    assert.strictEqual(error.message, `${error.attr}: ${error.detail}`)
  })

  it("have the place in a statement", async () => {
    const error = await errorOf(connect().query.ask("SELECT FROM"))
    assert.deepStrictEqual([error.status, error.code], [400, "hogql_syntax_error"])
    assert.isNumber(error.extra["start"])
  })

  it("of keys, projects and records", async () => {
    const stranger = createClient({ url: server.url, key: "phx_unknown", project: 1 })
    assert.strictEqual((await errorOf(stranger.query.ask("SELECT 1"))).status, 401)
    assert.strictEqual((await errorOf(connect().inProject(7).query.ask("SELECT 1"))).status, 404)
    const missing = await errorOf(connect().query.status({ id: "never-was" }))
    assert.deepStrictEqual([missing.status, missing.code], [404, "not_found"])
  })

  it("a record that the caller has is an error for its value, and an answer for its response", async () => {
    const client = connect()
    const { id } = await client.featureFlags.create({ body: { key: "known" } })
    const first = await client.response("featureFlags.read", { id })
    const etag = first.headers.get("etag") ?? ""
    const again = await client.response("featureFlags.read", { id, "if-none-match": etag })
    assert.deepStrictEqual([first.status, again.status], [200, 304])
    assert.strictEqual((await errorOf(client.featureFlags.read({ id, "if-none-match": etag }))).status, 304)
    assert.strictEqual(
      (await errorOf(client.featureFlags.update({ id, "if-match": "\"9\"", body: { name: "x" } }))).status,
      412
    )
  })

  it("a call without an id is refused before it is sent", () => {
    const read = async (): Promise<unknown> => connect().featureFlags.read({ id: "" })
    return read().then(
      () => assert.fail("The call was sent."),
      (error) => assert.strictEqual(error.message, "The call needs id.")
    )
  })
})

describe("rates", () => {
  const server = serveMemory({ HEDGEROW_RATE_LIMITS: "on", HEDGEROW_RATE_LIMIT_DEFAULT: "2/minute" })

  it("say when to come back, and the client comes back then", async () => {
    const waits: Array<number> = []
    const client = server.client({
      retries: 1,
      sleep: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve()
      }
    })
    await client.identity.me()
    await client.identity.me()
    const error = await errorOf(client.identity.me())
    assert.deepStrictEqual([error.status, error.code, waits.length], [429, "throttled", 1])
    assert.isAtLeast(error.retryAfter ?? 0, 1)
    assert.isAtLeast(waits[0] ?? 0, 1000)
  })
})

import { assert, describe, it } from "@effect/vitest"
import { type Client, type ClientOptions, createClient } from "@hedgerow/client"

type Step = Response | Error

const busy = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ type: "server_error", code: "busy", detail: "Busy.", attr: null }, { status, headers })

/** A client whose server answers as told, with the waits between its requests. */
const scripted = (steps: ReadonlyArray<Step>, options: Partial<ClientOptions> = {}) => {
  const left = [...steps]
  const waits: Array<number> = []
  const client: Client = createClient({
    url: "http://server/",
    project: 1,
    fetch: () => {
      const step = left.shift() ?? new Error("The script has ended.")
      return step instanceof Error ? Promise.reject(step) : Promise.resolve(step)
    },
    sleep: (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
    ...options
  })
  return { client, waits, left }
}

const statusOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => 200, (error: { readonly status?: number }) => error.status ?? error)

describe("retries", () => {
  const fine = (): Response => Response.json({ id: 1 })

  it("wait as long as the server says, in seconds or until a date", async () => {
    const date = new Date(Date.now() + 30_000).toUTCString()
    const { client, waits } = scripted([busy(503, { "retry-after": "2" }), busy(429, { "retry-after": date }), fine()])
    assert.strictEqual(await statusOf(client.featureFlags.read({ id: 1 })), 200)
    assert.strictEqual(waits[0], 2000)
    assert.isAbove(waits[1] ?? 0, 2000)
    assert.isAtMost(waits[1] ?? 0, 30_000)
  })

  it("wait longer each time where it says nothing", async () => {
    const { client, waits } = scripted([busy(503), new TypeError("fetch failed"), busy(503), fine()])
    assert.strictEqual(await statusOf(client.featureFlags.read({ id: 1 })), 200)
    for (const [at, wait] of waits.entries()) {
      assert.isAtLeast(wait, 125 * 2 ** at)
      assert.isAtMost(wait, 250 * 2 ** at)
    }
  })

  it("end with the error after the most tries, and where the server wants more patience", async () => {
    const { client, left } = scripted([busy(503), busy(503), busy(503), busy(503), fine()])
    assert.strictEqual(await statusOf(client.featureFlags.read({ id: 1 })), 503)
    assert.strictEqual(left.length, 1)
    const later = scripted([busy(429, { "retry-after": "3600" }), fine()])
    assert.strictEqual(await statusOf(later.client.featureFlags.read({ id: 1 })), 429)
    assert.strictEqual(later.left.length, 1)
    const never = scripted([busy(503), fine()], { retries: 0 })
    assert.strictEqual(await statusOf(never.client.featureFlags.read({ id: 1 })), 503)
  })

  it("a change is sent again only where it was throttled, or the caller says that it may be", async () => {
    const change = (client: Client, options = {}) => client.featureFlags.create({ body: { key: "a" } }, options)
    const fault = new TypeError("fetch failed")
    assert.strictEqual(await statusOf(change(scripted([busy(503), fine()]).client)), 503)
    assert.strictEqual(await statusOf(change(scripted([fault, fine()]).client)), fault)
    assert.strictEqual(await statusOf(change(scripted([busy(429), fine()]).client)), 200)
    assert.strictEqual(await statusOf(change(scripted([busy(503), fine()]).client, { repeatable: true })), 200)
  })

  it("a POST that only reads is repeated, events are not", async () => {
    assert.strictEqual(await statusOf(scripted([busy(503), fine()]).client.query.ask("SELECT 1")), 200)
    const { client } = scripted([busy(503), fine()])
    const body = { api_key: "phc_a", event: "seen", distinct_id: "ada" }
    assert.strictEqual(await statusOf(client.capture.capture({ body })), 503)
  })

  it("other faults are not repeated", async () => {
    for (const status of [400, 403, 404, 500, 504]) {
      const { client, left } = scripted([busy(status), fine()])
      assert.strictEqual(await statusOf(client.featureFlags.read({ id: 1 })), status)
      assert.strictEqual(left.length, 1)
    }
  })

  it("a signal that is aborted meanwhile ends the call", async () => {
    const controller = new AbortController()
    const client = createClient({
      url: "http://server",
      fetch: () => {
        controller.abort(new Error("enough"))
        return Promise.resolve(busy(429, { "retry-after": "50" }))
      }
    })
    const error = await statusOf(client.featureFlags.read({ id: 1 }, { signal: controller.signal }))
    assert.strictEqual((error as Error).message, "enough")
  })
})

describe("addresses", () => {
  const sent = async (
    url: string,
    call: (client: Client) => Promise<unknown>
  ): Promise<readonly [string, RequestInit]> => {
    const found: Array<readonly [string, RequestInit]> = []
    const client = createClient({
      url,
      key: "phx_a",
      project: 7,
      headers: { "x-login": "ada" },
      fetch: (address, init) => {
        found.push([address, init])
        return Promise.resolve(Response.json({}))
      }
    })
    await call(client)
    return found[0] ?? ["", {}]
  }

  it("have the server's prefix, the client's project and the arguments", async () => {
    const [url, init] = await sent(
      "https://example.com/meadow/",
      (client) =>
        client.featureFlags.update({ id: "a/b", "if-match": "\"3\"", body: { name: "é" } }, {
          headers: { "x-own": "1" }
        })
    )
    assert.strictEqual(url, "https://example.com/meadow/api/projects/7/feature_flags/a%2Fb/")
    assert.deepStrictEqual(init, {
      method: "PATCH",
      headers: {
        accept: "application/json",
        authorization: "Bearer phx_a",
        "x-login": "ada",
        "content-type": "application/json",
        "if-match": "\"3\"",
        "x-own": "1"
      },
      body: "{\"name\":\"é\"}"
    })
  })

  it("name another project, and leave out what has no value", async () => {
    const [url] = await sent(
      "https://example.com",
      async (client) => client.inProject("@current").featureFlags.list({ search: "a & b", limit: 5 })
    )
    assert.strictEqual(url, "https://example.com/api/projects/%40current/feature_flags/?search=a+%26+b&limit=5")
    const [other] = await sent("https://example.com", (client) => client.featureFlags.read({ id: 3, project_id: 8 }))
    assert.strictEqual(other, "https://example.com/api/projects/8/feature_flags/3/")
  })
})
